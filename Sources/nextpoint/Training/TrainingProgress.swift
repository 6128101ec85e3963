import Datasets
import Evaluation
import Foundation
import Reporting
import Synchronization

/// Reports the progress of a training on standard error, and keeps checkpoints for resuming.
final class TrainingProgress: Sendable {
  private struct State {
    var written = ContinuousClock.now
    var best: [Int: Double] = [:]
  }

  private let label: String
  private let checkpointPath: String?
  private let identity: String
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  /// A checkpoint is written at most this often.
  private static let pause = Duration.seconds(2)

  /// - Parameters:
  ///   - label: What is being trained.
  ///   - checkpointPath: Where checkpoints go; nil for none.
  ///   - identity: What a checkpoint must be of.
  init(_ label: String, checkpointPath: String?, identity: String) {
    (self.label, self.checkpointPath, self.identity) = (label, checkpointPath, identity)
  }

  /// What an earlier run of the same training left; that of a training that has not begun, else.
  func checkpoint() -> TrainingCheckpoint {
    guard let checkpointPath,
      let data = try? Data(contentsOf: URL(fileURLWithPath: checkpointPath)),
      let found = try? JSONDecoder().decode(TrainingCheckpoint.self, from: data)
    else { return TrainingCheckpoint(identity: identity) }
    guard found.identity == identity else {
      Terminal.note(
        "\(checkpointPath) belongs to another training and is not resumed; it will be replaced")
      return TrainingCheckpoint(identity: identity)
    }
    Terminal.note("\(label): resumes after \(found.epochs) epochs from \(checkpointPath)")
    return found
  }

  /// Records a finished pass.
  func advance(_ step: ModelTraining.Step, _ checkpoint: TrainingCheckpoint) {
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    Terminal.note(
      "\(label): part \(step.part) of \(step.parts), pass \(step.pass) of \(step.passes), "
        + String(format: "loss %.4f, %.0f s", step.loss, seconds))
    guard let checkpointPath, checkpoint.epochs > 0 else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.written > Self.pause else { return }
      state.written = now
      guard let data = try? JSONEncoder().encode(checkpoint) else { return }
      try? AtomicFile.write(data, to: checkpointPath)
    }
  }

  /// Removes the checkpoint of a training that is done.
  func finish() {
    guard let checkpointPath else { return }
    try? FileManager.default.removeItem(atPath: checkpointPath)
  }
}
