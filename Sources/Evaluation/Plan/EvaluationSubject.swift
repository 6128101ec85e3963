import MotionPrediction
import TouchInput

/// A data set as handed to an evaluation.
public struct EvaluationDataset: Sendable {
  /// The name under which its scores are listed.
  public let name: String
  /// Its recordings, in order.
  public let recordings: [Recording]

  /// Makes a data set.
  public init(name: String, recordings: [Recording]) {
    self.name = name
    self.recordings = recordings
  }
}

/// What is evaluated: a predictor, or answers that were made elsewhere.
public enum EvaluationSubject: Sendable {
  /// A predictor of the catalogue, replayed.
  case predictor(ConfiguredPredictor)
  /// Answers read from a file.
  case supplied(SuppliedPredictions)

  /// The name under which its scores are listed.
  public var name: String {
    switch self {
    case .predictor(let configured): configured.kind
    case .supplied(let supplied): supplied.name
    }
  }

  /// Its settings, `key=value,key=value`.
  package var parameters: String { configured?.parameters ?? "" }

  /// Its name with its settings, where it has any.
  public var spelling: String {
    PredictorSpec.spelling(kinds: name, parameters: parameters)
  }

  /// Its settings by name: what a swept column shows.
  package var settings: [PredictorSpec.Setting] { configured?.settings ?? [] }

  /// Whether it is meaningless on a recording whose scale is unknown.
  var needsScale: Bool { configured?.unitsPerMillimeter != nil }

  /// The names of the settings that came from ranges.
  package var sweptNames: [String] { configured?.swept.map(\.key) ?? [] }

  /// The predictor; nil for answers that were made elsewhere.
  private var configured: ConfiguredPredictor? {
    if case .predictor(let configured) = self { configured } else { nil }
  }
}

/// A part of a run that could not be done.
public struct EvaluationFailure: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The data set.
  public var dataset: String
  /// The file; empty for the whole set.
  public var source: String
  /// The predictor; empty for all.
  public var predictor: String
  /// Why not.
  public var problem: String

  /// Makes a failure.
  package init(dataset: String, source: String, predictor: String, problem: String) {
    self.dataset = dataset
    self.source = source
    self.predictor = predictor
    self.problem = problem
  }

  /// The sentence.
  public var description: String {
    [dataset, source, predictor].filter { !$0.isEmpty }.joined(separator: ", ") + ": \(problem)"
  }
}

/// One prediction with everything it was scored on.
public struct RawPrediction: Hashable, Sendable {
  /// Which recording of the data set, which subject and which horizon of the plan.
  public var recording: Int
  /// The stroke's name.
  public var stroke: String
  /// The place of the horizon in the plan.
  public var slot: Int
  /// The newest sample's time, in seconds.
  public var time: Double
  /// How far ahead, in seconds.
  public var ahead: Double
  /// The newest sample's position, in the reported unit.
  public var anchor: SIMD2<Double>
  /// The prediction, hold where the predictor said nothing.
  public var predicted: SIMD2<Double>
  /// Whether the predictor said nothing.
  public var abstained: Bool
  /// The truth; nil where there is none.
  public var truth: SIMD2<Double>?
}
