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
    var checkpoint: CheckpointFile?
  }

  private let label: String
  private let identity: String
  private let started = ContinuousClock.now
  private let state = Mutex(State())

  /// A checkpoint is written at most this often.
  private static let pause = Duration.seconds(2)

  /// - Parameters:
  ///   - label: What is being trained.
  ///   - checkpoint: The file of checkpoints; nil for none.
  ///   - identity: The manifest that a checkpoint must have.
  init(_ label: String, checkpoint: CheckpointFile? = nil, identity: String = "") {
    (self.label, self.identity) = (label, identity)
    state.withLock { $0.checkpoint = checkpoint }
  }

  /// What an earlier run of the same training left; else that of a training that has not begun.
  func checkpoint() -> TrainingCheckpoint {
    let fresh = TrainingCheckpoint(identity: identity)
    guard let file = state.withLock({ $0.checkpoint }) else { return fresh }
    do {
      guard let found = try file.read() else { return fresh }
      guard found.identity == identity else {
        Terminal.note(
          "\(file.path) belongs to another training and is not resumed; it will be replaced")
        return fresh
      }
      Terminal.note("\(label): resumes after \(found.epochs) epochs from \(file.path)")
      return found
    } catch {
      Terminal.warn(
        "\(file.path): does not have the hash that its first line states, so it is not resumed; the "
          + "training starts over and replaces it")
      return fresh
    }
  }

  /// Records a finished pass.
  func advance(_ step: ModelTraining.Step, _ checkpoint: TrainingCheckpoint) {
    let seconds = (ContinuousClock.now - started) / .seconds(1)
    Terminal.note(
      "\(label): part \(step.part) of \(step.parts), pass \(step.pass) of \(step.passes), "
        + String(format: "loss %.4f, %.0f s", step.loss, seconds))
    guard checkpoint.epochs > 0 else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.written > Self.pause else { return }
      state.written = now
      try? state.checkpoint?.write(checkpoint)
    }
  }

  /// Removes the checkpoint of a training that is done.
  func finish() { state.withLock { $0.checkpoint?.remove() } }
}
