import TouchInput

/// What a run knows before the first sample, handed to every predictor at construction.
public struct PredictorContext: Hashable, Sendable {
  /// The horizons that will be asked for, in seconds.
  ///
  /// A predictor that learns per horizon takes them from here; others answer any horizon.
  public var horizons: [Double]
  /// How often the device reports, in hertz.
  public var nominalRate: Double
  /// What touches the surface.
  public var tool: Recording.Tool
  /// Units of the recorded positions to the millimeter; nil where not known.
  public var unitsPerMillimeter: Double?
  /// How often the display refreshes, in hertz; nil where no display is simulated.
  public var refreshRate: Double?

  /// Makes a context.
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
