/// What kind of device made a recording.
///
/// The classes differ in what a predictor meets: where the contact is seen (on the display itself
/// or away from it), and whether positions are absolute.
public enum DeviceClass: String, Hashable, Sendable, CaseIterable {
  /// A pen on the display.
  case penDisplay = "pen-display"
  /// A pen on a tablet beside the display.
  case penTablet = "pen-tablet"
  /// Fingers on the display.
  case touchScreen = "touch-screen"
  /// Fingers on a pad beside the display, or on the touch surface of a pen tablet.
  case touchpad
  /// A pointer that reports how far it moved.
  case mouse
  /// A stick that a finger leans on, between the keys of a keyboard.
  case pointingStick = "pointing-stick"
  /// Not stated.
  case unknown
}
