import MotionPrediction
import TouchInput

/// Scores of predictors on data sets: what `scores.csv` holds.
public struct ScoreTable: Hashable, Sendable {
  /// The measures, in the order of each row's `values`.
  public var metrics: [MetricDefinition]
  /// The names of the parameters that were swept, in the order of each row's `swept`.
  public var sweptNames: [String]
  /// One row a data set, grouping, predictor and horizon, in the order of the plan.
  public var rows: [ScoreRow]

  /// Makes a table.
  public init(metrics: [MetricDefinition], sweptNames: [String], rows: [ScoreRow]) {
    self.metrics = metrics
    self.sweptNames = sweptNames
    self.rows = rows
  }

  /// The place of a measure in each row's `values`; nil where the table does not have it.
  public func index(of metric: String) -> Int? { metrics.firstIndex { $0.name == metric } }
}

/// The scores of one predictor at one horizon on one data set or one group of it.
public struct ScoreRow: Hashable, Sendable {
  /// How the scores of the parts were put together.
  public enum Aggregation: String, Hashable, Sendable, Codable, CaseIterable {
    /// All cases in one pool.
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
  /// The horizon in frames, where it was given in frames.
  public var framesAhead: Double?
  /// The horizon in seconds.
  public var horizon: Double
  /// How the scores were put together.
  public var aggregation: Aggregation
  /// What lengths are in.
  public var unit: LengthUnit
  /// The class of device; nil for all of them.
  public var device: DeviceClass?
  /// The part of the strokes that was scored; nil for all of them.
  public var part: StrokePart?
  /// How it stands among the predictors beside it; nil where they were not held against each other.
  public var pareto: ParetoStanding?
  /// What has to be known before the scores are compared; nil for nothing.
  public var note: Note?
  /// The measures; nil where one cannot be computed.
  public var values: [Double?]

  /// What has to be known before scores are compared.
  public enum Note: String, Hashable, Sendable, Codable, CaseIterable {
    /// The predictor's constants are in a unit of their own and the recording's scale is not known,
    /// so that they mean nothing here: the row takes no part in rankings.
    case scaleUnknown = "scale_unknown"
  }

  /// Makes a row.
  package init(
    dataset: String, participant: String = "", task: String = "", predictor: String,
    parameters: String = "", swept: [String] = [], framesAhead: Double? = nil, horizon: Double,
    aggregation: Aggregation = .pooled, unit: LengthUnit, device: DeviceClass? = nil,
    part: StrokePart? = nil,
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
    self.pareto = pareto
    self.note = note
    self.values = values
  }

  /// What a row by participant calls whoever made a recording; `unknown` where it does not say.
  ///
  /// An empty name would be that of all participants together.
  package static func participantName(_ name: String) -> String { name.isEmpty ? "unknown" : name }

  /// The spelling that makes the predictor.
  public var spelling: String {
    PredictorSpec.spelling(kinds: predictor, parameters: parameters)
  }
}
