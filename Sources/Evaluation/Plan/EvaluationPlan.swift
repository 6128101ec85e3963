import TouchInput

/// A fully resolved evaluation: predictors × horizons × data sets.
public struct EvaluationPlan: Hashable, Sendable, Codable {
  /// The names of the data sets, as requested.
  public var datasets: [String]
  /// The spellings of the predictors, with ranges.
  public var predictors: [String]
  /// The parts of each data set's split to replay; nil to replay all participants.
  public var split: [String]?
  /// The horizons to predict at.
  public var horizons: [Horizon]
  /// The protocol: what to predict and what to compare it with.
  public var replay: EvaluationProtocol
  /// How rows are grouped.
  public var groupBy: [Grouping]
  /// The sets of measures; always includes the standard set.
  public var metricSets: [MetricSet]
  /// The names of the only measures to compute, in the order of `metricSets`; nil for all of them.
  public var onlyMetrics: [String]?
  /// The unit of reported lengths.
  public var unit: ReportUnit
  /// The seed of all random numbers.
  public var seed: UInt64
  /// The unit of the times in the files, such as "ms"; nil to leave it to their descriptions.
  public var timeUnit: String?
  /// The columns of tables, such as "t=timestamp/ms"; nil to leave them to the descriptions.
  public var columns: String?

  /// How rows are grouped.
  public enum Grouping: String, Hashable, Sendable, Codable, CaseIterable {
    /// One row per task.
    case task
    /// One row per participant.
    case participant
    /// One row per class of device; see `DeviceClass`.
    case device
    /// One row per recording.
    case recording
    /// One row per kind of stroke; see `Stroke.Kind`.
    case kind
    /// One row per phase of the strokes; see `StrokePhase`.
    case phase
    /// One row per range of speeds; see `SpeedClass`.
    case speed
    /// One row per range of samples since the contact touched down; see `AgeClass`.
    case age
    /// One row per range of times since the contact touched down; see `TimeClass`.
    case ageTime = "age-ms"
    /// One row per range of times until the contact lifts; see `TimeClass`.
    case liftTime = "lift-ms"
  }

  /// The unit of reported lengths.
  public enum ReportUnit: String, Hashable, Sendable, Codable, CaseIterable {
    /// Millimeters if the scale is known, otherwise the recording's own unit.
    case automatic = "auto"
    /// Millimeters.
    case millimeter = "mm"
    /// Pixels.
    case pixel = "px"
    /// The recording's own unit.
    case native

    /// Returns the unit in which lengths of a recording are reported.
    package func lengthUnit(of scale: LengthScale) -> LengthUnit {
      switch self {
      case .automatic: scale.unitsPerMillimeter == nil ? scale.unit : .millimeter
      case .millimeter: .millimeter
      case .pixel: .pixel
      case .native: scale.unit
      }
    }
  }

  /// Creates a plan.
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
  public var metrics: [MetricDefinition] {
    let all = metricSets.flatMap(\.metrics)
    guard let onlyMetrics else { return all }
    let wanted = Set(onlyMetrics)
    return all.filter { wanted.contains($0.name) }
  }

  /// Returns the plan restricted to some measures of any sets, and nothing else is computed.
  ///
  /// - Parameter names: The names of the measures; those that no set defines are ignored.
  /// - Returns: The plan, with `onlyMetrics` in the order of definition and each name once.
  public func restricted(toMetrics names: some Sequence<String>) -> EvaluationPlan {
    let wanted = Set(names)
    var plan = self
    let sets = MetricSet.allCases.filter { $0.metrics.contains { wanted.contains($0.name) } }
    plan.metricSets = MetricSet.standard(and: sets)
    plan.onlyMetrics = plan.metricSets.flatMap(\.metrics).map(\.name).filter(wanted.contains)
    return plan
  }

  /// The parts of strokes that get rows of their own.
  ///
  /// The first is nil, for whole strokes.
  var parts: [StrokePart?] { [nil] + groupBy.flatMap(StrokePart.all(by:)) }
}

/// How far ahead to predict, in seconds and, if it was given that way, in frames.
public struct Horizon: Hashable, Sendable, Codable {
  /// Seconds ahead of the newest sample.
  public var seconds: Double
  /// Frames ahead; nil if the horizon was given in time.
  public var frames: Double?

  /// Creates a horizon in seconds, with its number of frames if known.
  package init(seconds: Double, frames: Double?) {
    self.seconds = seconds
    self.frames = frames
  }

  /// Creates a horizon in milliseconds.
  public init(milliseconds: Double) {
    seconds = milliseconds / 1000
    frames = nil
  }

  /// Creates a horizon of `frames` frames at `rate` hertz.
  public init(frames: Double, rate: Double) {
    seconds = frames / rate
    self.frames = frames
  }

  /// The horizon in milliseconds.
  public var milliseconds: Double { seconds * 1000 }
}
