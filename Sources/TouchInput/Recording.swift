/// One participant doing one task on one device: strokes in recorded order.
///
/// The recording is the unit of state (a predictor is fresh at its start) and of parallel work.
public struct Recording: Hashable, Sendable {
  /// The file it came from, relative to its dataset's folder.
  public var source: String
  /// The participant; empty if unknown.
  public var participant: String
  /// The task; empty if unknown.
  public var task: String
  /// The unit of positions.
  public var scale: LengthScale
  /// The nominal report rate in hertz; recorded intervals vary around it.
  public var nominalRate: Double
  /// The tool that touched the surface.
  public var tool: Tool
  /// The kind of device.
  public var device: DeviceClass
  /// The strokes, in recorded order.
  public var strokes: [Stroke]

  /// The tool that touched the surface.
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

  /// Creates a recording.
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

/// The kind of device that made a recording.
///
/// The classes differ in what a predictor sees: whether the contact is on the display or away from
/// it, and whether positions are absolute.
public enum DeviceClass: String, Hashable, Sendable, CaseIterable {
  /// A pen on the display.
  case penDisplay = "pen-display"
  /// A pen on a tablet beside the display.
  case penTablet = "pen-tablet"
  /// Fingers on the display.
  case touchScreen = "touch-screen"
  /// Fingers on a pad beside the display, or on the touch surface of a pen tablet.
  case touchpad
  /// A pointer that reports relative motion.
  case mouse
  /// A pointing stick between the keys of a keyboard.
  case pointingStick = "pointing-stick"
  /// Not stated.
  case unknown
}
