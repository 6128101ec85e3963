import TouchInput

/// Everything that an evaluation does, resolved: predictors × horizons × data sets.
public struct EvaluationPlan: Hashable, Sendable, Codable {
  /// The data sets, by the names they were asked for.
  public var datasets: [String]
  /// The predictors, as spelled, with ranges.
  public var predictors: [String]
  /// The parts of each data set's split whose participants alone are replayed; nil for everyone.
  public var split: [String]?
  /// How far ahead.
  public var horizons: [Horizon]
  /// What is predicted, and what it is compared with.
  public var replay: EvaluationProtocol
  /// How rows are divided.
  public var groupBy: [Grouping]
  /// What is measured; the standard set is always among them.
  public var metricSets: [MetricSet]
  /// What lengths are reported in; nil for millimeters where the scale is known, else native.
  public var unit: ReportUnit
  /// The seed of everything drawn at random.
  public var seed: UInt64

  /// How rows are divided.
  public enum Grouping: String, Hashable, Sendable, Codable, CaseIterable {
    /// One row a task.
    case task
    /// One row a participant.
    case participant
    /// One row a class of device; see `DeviceClass`.
    case device
    /// One row a phase of the strokes; see `StrokePhase`.
    case phase
    /// One row a range of speeds; see `SpeedClass`.
    case speed
  }

  /// What lengths are reported in.
  public enum ReportUnit: String, Hashable, Sendable, Codable, CaseIterable {
    /// Millimeters where the scale is known, else the recording's own unit.
    case automatic = "auto"
    /// Millimeters.
    case millimeter = "mm"
    /// Pixels.
    case pixel = "px"
    /// The recording's own unit.
    case native

    /// What lengths of a recording are reported in.
    package func lengthUnit(of scale: LengthScale) -> LengthUnit {
      switch self {
      case .automatic: scale.unitsPerMillimeter == nil ? scale.unit : .millimeter
      case .millimeter: .millimeter
      case .pixel: .pixel
      case .native: scale.unit
      }
    }
  }

  /// Makes a plan.
  public init(
    datasets: [String], predictors: [String], horizons: [Horizon],
    replay: EvaluationProtocol = .sample, groupBy: [Grouping] = [],
    metricSets: [MetricSet] = [.standard], unit: ReportUnit = .automatic, seed: UInt64 = 1,
    split: [String]? = nil
  ) {
    self.datasets = datasets
    self.predictors = predictors
    self.horizons = horizons
    self.replay = replay
    self.groupBy = groupBy
    self.metricSets = MetricSet.standard(and: metricSets)
    self.unit = unit
    self.seed = seed
    self.split = split
  }
}

extension EvaluationPlan {
  /// The measures, in the order of a row's values.
  public var metrics: [MetricDefinition] { metricSets.flatMap(\.metrics) }

  /// The parts of strokes that have rows of their own: nil first, for whole strokes.
  var parts: [StrokePart?] { [nil] + groupBy.flatMap(StrokePart.all(by:)) }
}

/// How far ahead, in seconds, and in frames where it was given so.
public struct Horizon: Hashable, Sendable, Codable {
  /// Seconds ahead of the newest sample.
  public var seconds: Double
  /// Frames ahead, where it was given in frames.
  public var frames: Double?

  /// A horizon in seconds that also is in frames, where those are given.
  package init(seconds: Double, frames: Double?) {
    self.seconds = seconds
    self.frames = frames
  }

  /// A horizon in time.
  public init(milliseconds: Double) {
    seconds = milliseconds / 1000
    frames = nil
  }

  /// A horizon of `frames` frames at `rate` hertz.
  public init(frames: Double, rate: Double) {
    seconds = frames / rate
    self.frames = frames
  }

  /// The horizon in milliseconds.
  public var milliseconds: Double { seconds * 1000 }
}
