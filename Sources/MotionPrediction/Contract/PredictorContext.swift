import TouchInput

/// What is known before the first sample and given to every predictor at construction.
public struct PredictorContext: Hashable, Sendable {
  /// The horizons that will be asked for, in seconds.
  ///
  /// A predictor that learns separately for each horizon takes them from here; others answer any horizon.
  public var horizons: [Double]
  /// The nominal sampling rate of the device, in hertz.
  public var nominalRate: Double
  /// What touches the surface.
  public var tool: Recording.Tool
  /// Units of the recorded positions per millimeter; nil if unknown.
  public var unitsPerMillimeter: Double?
  /// The refresh rate of the display, in hertz; nil if no display is simulated.
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

extension PredictorContext {
  /// The horizons that a predictor learns for, in seconds, ascending and without duplicates: those that will
  /// be asked for, or 1, 2, 4 and 6 frames at 60 Hz if none is known.
  var learnedHorizons: [Double] {
    let asked = Set(horizons.filter { $0.isFinite && $0 > 0 }).sorted()
    return asked.isEmpty ? [1 / 60.0, 1 / 30.0, 1 / 15.0, 1 / 10.0] : asked
  }
}
