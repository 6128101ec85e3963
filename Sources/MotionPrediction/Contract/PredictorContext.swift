import TouchInput

/// What is known before the first sample and given to every predictor at construction.
public struct PredictorContext: Hashable, Sendable {
  /// The horizons that will be asked for, in seconds.
  ///
  /// A predictor that learns per horizon takes them from here; others answer any horizon.
  public var horizons: [Double]
  /// How often the device reports, in hertz.
  public var nominalRate: Double
  /// What touches the surface.
  public var tool: Recording.Tool
  /// Units of the recorded positions to the millimeter; nil if not known.
  public var unitsPerMillimeter: Double?
  /// How often the display refreshes, in hertz; nil if no display is simulated.
  public var refreshRate: Double?

  /// Creates a context.
  public init(
    horizons: [Double],
    nominalRate: Double = 60,
    tool: Recording.Tool = .unknown,
    unitsPerMillimeter: Double? = nil,
    refreshRate: Double? = nil
  ) {
    self.horizons = horizons
    self.nominalRate = nominalRate
    self.tool = tool
    self.unitsPerMillimeter = unitsPerMillimeter
    self.refreshRate = refreshRate
  }
}
