import Evaluation
import Synchronization

/// The predictions of the one horizon that is compared, by data set and subject.
final class KeptPredictions: Sendable {
  private struct Key: Hashable {
    let dataset: String
    let subject: String
  }

  /// The horizon aimed at, in milliseconds.
  let milliseconds: Double
  private let predictions = Mutex<[Key: [RawPrediction]]>([:])

  /// Keeps those at the horizon nearest to so many milliseconds.
  init(nearest milliseconds: Double) { self.milliseconds = milliseconds }

  /// Keeps a subject's predictions on a data set.
  func add(
    _ raw: [RawPrediction], of subject: EvaluationSubject, on dataset: String, horizons: [Horizon]
  ) {
    guard let slot = horizons.slot(nearest: milliseconds) else { return }
    let kept = raw.filter { $0.slot == slot }
    predictions.withLock { $0[Key(dataset: dataset, subject: subject.spelling)] = kept }
  }

  /// A subject's predictions on a data set; nil where none were handed on.
  func of(_ subject: String, on dataset: String) -> [RawPrediction]? {
    predictions.withLock { $0[Key(dataset: dataset, subject: subject)] }
  }
}
