import MotionPrediction
import TouchInput

/// A data set to evaluate on.
public struct EvaluationDataset: Sendable {
  /// The name in score tables.
  public let name: String
  /// The recordings, in order.
  public let recordings: [Recording]

  /// Creates a data set.
  public init(name: String, recordings: [Recording]) {
    self.name = name
    self.recordings = recordings
  }
}

/// A predictor to evaluate, or predictions made elsewhere.
public enum EvaluationSubject: Sendable {
  /// A predictor from the catalogue, run on the recordings.
  case predictor(ConfiguredPredictor)
  /// Predictions read from a file.
  case supplied(SuppliedPredictions)

  /// The name in score tables.
  public var name: String {
    switch self {
    case .predictor(let configured): configured.kind
    case .supplied(let supplied): supplied.name
    }
  }

  /// The settings, `key=value,key=value`.
  package var parameters: String { configured?.parameters ?? "" }

  /// The name with the settings, if any.
  public var spelling: String {
    PredictorSpec.spelling(kinds: name, parameters: parameters)
  }

  /// The settings by name, as shown in swept columns.
  package var settings: [PredictorSpec.Setting] { configured?.settings ?? [] }

  /// Whether scores are meaningless on a recording whose scale is unknown.
  var needsScale: Bool { configured?.unitsPerMillimeter != nil }

  /// The names of the settings that came from ranges.
  package var sweptNames: [String] { configured?.swept.map(\.key) ?? [] }

  /// The predictor; nil for predictions made elsewhere.
  private var configured: ConfiguredPredictor? {
    if case .predictor(let configured) = self { configured } else { nil }
  }
}

/// Part of a run that failed.
public struct EvaluationFailure: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The data set.
  public var dataset: String
  /// The file; empty if the whole data set failed.
  public var source: String
  /// The predictor; empty if all failed.
  public var predictor: String
  /// The reason.
  public var problem: String

  /// Creates a failure.
  package init(dataset: String, source: String, predictor: String, problem: String) {
    self.dataset = dataset
    self.source = source
    self.predictor = predictor
    self.problem = problem
  }

  /// The message.
  public var description: String {
    [dataset, source, predictor].filter { !$0.isEmpty }.joined(separator: ", ") + ": \(problem)"
  }
}

/// One prediction and the truth that it is scored against.
public struct RawPrediction: Hashable, Sendable {
  /// The index of the recording in the data set.
  public var recording: Int
  /// The stroke's name.
  public var stroke: String
  /// The index of the horizon in the plan.
  public var slot: Int
  /// The newest sample's time, in seconds.
  public var time: Double
  /// The horizon, in seconds.
  public var ahead: Double
  /// The newest sample's position, in the reported unit.
  public var anchor: SIMD2<Double>
  /// The prediction; the newest sample's position if the predictor abstained.
  public var predicted: SIMD2<Double>
  /// Whether the predictor abstained.
  public var abstained: Bool
  /// The true position; nil if unknown.
  public var truth: SIMD2<Double>?
}
