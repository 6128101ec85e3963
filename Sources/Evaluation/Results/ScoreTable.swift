import MotionPrediction
import TouchInput

/// Scores of predictors on data sets: the contents of `scores.csv`.
public struct ScoreTable: Hashable, Sendable {
  /// The measures, in the order of each row's `values`.
  public var metrics: [MetricDefinition]
  /// The names of the parameters that were swept, in the order of each row's `swept`.
  public var sweptNames: [String]
  /// One row per data set, grouping, predictor and horizon, in the order of the plan.
  public var rows: [ScoreRow]

  /// Creates a table.
  public init(metrics: [MetricDefinition], sweptNames: [String], rows: [ScoreRow]) {
    self.metrics = metrics
    self.sweptNames = sweptNames
    self.rows = rows
  }

  /// Returns the index of a measure in each row's `values`; nil if the table does not have it.
  public func index(of metric: String) -> Int? { metrics.firstIndex { $0.name == metric } }
}

/// The scores of one predictor at one horizon on one data set or one group of it.
public struct ScoreRow: Hashable, Sendable {
  /// How the scores of the parts were combined.
  public enum Aggregation: String, Hashable, Sendable, Codable, CaseIterable {
    /// All predictions pooled.
    case pooled
    /// The mean of the participants' scores, each counting once.
    case participantMean = "participant_mean"
  }

  /// The data set's name.
  public var dataset: String
  /// The participant; empty for all.
  public var participant: String
  /// The task; empty for all.
  public var task: String
  /// The predictor's kind.
  public var predictor: String
  /// The predictor's settings, `key=value,key=value`.
  public var parameters: String
  /// The swept settings' values, empty where this predictor has no such setting.
  public var swept: [String]
  /// The horizon in frames, if it was given that way.
  public var framesAhead: Double?
  /// The horizon in seconds.
  public var horizon: Double
  /// How the scores were combined.
  public var aggregation: Aggregation
  /// The unit of lengths.
  public var unit: LengthUnit
  /// The class of device; nil for all of them.
  public var device: DeviceClass?
  /// The part of the strokes that was scored; nil for all of them.
  public var part: StrokePart?
  /// The file of the one recording that was scored; empty for all of them.
  public var recording: String
  /// The standing among the predictors of the same group; nil if not ranked.
  public var pareto: ParetoStanding?
  /// A caveat for comparisons; nil if there is none.
  public var note: Note?
  /// The measures; nil if one cannot be computed.
  public var values: [Double?]

  /// A caveat for comparisons.
  public enum Note: String, Hashable, Sendable, Codable, CaseIterable {
    /// The predictor's constants are in physical units and the recording's scale is unknown, so the
    /// scores are meaningless and the row is not ranked.
    case scaleUnknown = "scale_unknown"
  }

  /// Creates a row.
  package init(
    dataset: String, participant: String = "", task: String = "", predictor: String,
    parameters: String = "", swept: [String] = [], framesAhead: Double? = nil, horizon: Double,
    aggregation: Aggregation = .pooled, unit: LengthUnit, device: DeviceClass? = nil,
    part: StrokePart? = nil, recording: String = "",
    pareto: ParetoStanding? = nil, note: Note? = nil, values: [Double?]
  ) {
    self.dataset = dataset
    self.participant = participant
    self.task = task
    self.predictor = predictor
    self.parameters = parameters
    self.swept = swept
    self.framesAhead = framesAhead
    self.horizon = horizon
    self.aggregation = aggregation
    self.unit = unit
    self.device = device
    self.part = part
    self.recording = recording
    self.pareto = pareto
    self.note = note
    self.values = values
  }

  /// Returns the name of a participant in rows by participant; `unknown` if it is empty.
  ///
  /// An empty name stands for all participants together.
  package static func participantName(_ name: String) -> String { name.isEmpty ? "unknown" : name }

  /// The spelling that makes the predictor.
  public var spelling: String {
    PredictorSpec.spelling(kinds: predictor, parameters: parameters)
  }
}
