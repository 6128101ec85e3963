/// One participant doing one task on one device: strokes in recorded order.
///
/// The recording is the unit of state (a predictor is fresh at its start) and of parallel work.
public struct Recording: Hashable, Sendable {
  /// The file it came from, relative to its dataset's folder.
  public var source: String
  /// Who made it; empty where unknown.
  public var participant: String
  /// What was being done; empty where unknown.
  public var task: String
  /// What positions are measured in.
  public var scale: LengthScale
  /// How often the device reports, in hertz (nominal: recorded intervals vary about it).
  public var nominalRate: Double
  /// What touched the surface.
  public var tool: Tool
  /// What kind of device made it.
  public var device: DeviceClass
  /// The strokes, in recorded order.
  public var strokes: [Stroke]

  /// What touched the surface.
  public enum Tool: String, Hashable, Sendable, CaseIterable {
    /// A finger on a touch screen or touchpad.
    case finger
    /// A pen with a reported position.
    case stylus
    /// A pointing device that reports relative motion.
    case mouse
    /// Not stated.
    case unknown
  }

  /// Makes a recording.
  public init(
    source: String,
    participant: String = "",
    task: String = "",
    scale: LengthScale,
    nominalRate: Double,
    tool: Tool = .unknown,
    device: DeviceClass = .unknown,
    strokes: [Stroke]
  ) {
    self.source = source
    self.participant = participant
    self.task = task
    self.scale = scale
    self.nominalRate = nominalRate
    self.tool = tool
    self.device = device
    self.strokes = strokes
  }

  /// The number of samples in all strokes.
  package var sampleCount: Int { strokes.reduce(0) { $0 + $1.samples.count } }
}

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
