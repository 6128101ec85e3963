import MotionPrediction
import Synchronization

/// Fits a learned model to examples.
///
/// Networks of an ensemble are fitted in parallel, one per worker. Results do not depend on the
/// number of workers.
package struct ModelTraining: Sendable {
  /// The progress of training.
  package struct Step: Hashable, Sendable {
    /// The number of the network being fitted.
    package let part: Int
    /// The number of networks.
    package let parts: Int
    /// The number of passes over the examples done.
    package let pass: Int
    /// The number of passes over the examples in total.
    package let passes: Int
    /// The mean loss in this pass: 1 is that of predicting nothing.
    package let loss: Double
  }

  private let settings: TrainingSettings
  let rows: TrainingRows
  let examples: TrainingExamples

  /// Prepares the examples of some participants.
  ///
  /// - Parameters:
  ///   - examples: The examples.
  ///   - participants: The participants, named as in `TrainingExamples.participants`.
  ///   - settings: How to fit.
  /// - Throws: `TrainingError` if there are no examples or the settings are invalid.
  package init(
    _ examples: TrainingExamples, of participants: Set<String>, settings: TrainingSettings
  ) throws(TrainingError) {
    try settings.validate()
    let indices = examples.indices(of: participants)
    guard !indices.isEmpty else { throw .noExamples }
    self.settings = settings
    self.examples = examples
    rows = TrainingRows(examples, indices: indices, settings: settings)
  }

  /// The number of examples.
  package var exampleCount: Int { rows.count }

  /// Fits the model.
  ///
  /// - Parameters:
  ///   - jobs: The number of workers, at least 1.
  ///   - checkpoint: The state of an interrupted training with the same rows and settings.
  ///   - progress: Called from any worker after each pass, with a checkpoint.
  /// - Returns: The model, with an empty manifest.
  /// - Throws: `TrainingError` if the fit does not succeed.
  package func model(
    jobs: Int, from checkpoint: TrainingCheckpoint = TrainingCheckpoint(),
    progress: @escaping @Sendable (Step, TrainingCheckpoint) -> Void = { _, _ in }
  ) async throws(TrainingError) -> LearnedModel {
    let regressor: [Float]
    switch try settings.regressor() {
    case .network:
      regressor = await networks(jobs: jobs, from: checkpoint, progress: progress)
    case .linear, .fourier:
      regressor = try RidgeFit(rows, settings: settings).weights { pass, loss in
        progress(
          Step(part: 1, parts: 1, pass: pass, passes: settings.reweightings + 1, loss: loss),
          TrainingCheckpoint())
      }
    }
    return try withSpread(regressor)
  }

  private func networks(
    jobs: Int, from checkpoint: TrainingCheckpoint,
    progress: @escaping @Sendable (Step, TrainingCheckpoint) -> Void
  ) async -> [Float] {
    let (rows, settings) = (rows, settings)
    let reached = Mutex(checkpoint)
    let members = await Workers(jobs).map(settings.members) { member in
      let trainer = NetworkTrainer(rows, settings: settings, member: member)
      let start = trainer.start()
      var state =
        checkpoint.members[member].flatMap {
          $0.canResume(from: start, epochs: settings.epochs) ? $0 : nil
        } ?? start
      while state.epoch < settings.epochs, !Task.isCancelled {
        trainer.advance(&state)
        let all = reached.withLock { all in
          all.members[member] = state
          return all
        }
        progress(
          Step(
            part: member + 1, parts: settings.members, pass: state.epoch,
            passes: settings.epochs, loss: state.loss), all)
      }
      return NetworkTrainer.result(state)
    }
    return members.flatMap(\.self)
  }

  // MARK: - The spread

  /// The model of these weights, with the root mean square errors that it has on its examples.
  func withSpread(_ regressor: [Float]) throws(TrainingError) -> LearnedModel {
    let draft = try model(
      regressor, spread: [LearnedSpread.Row(horizon: 1, along: 0, across: 0)])
    let spread = SpreadFit(examples, rows: rows).spread(of: draft)
    return try model(regressor, spread: spread)
  }

  private func model(
    _ regressor: [Float], spread: [LearnedSpread.Row]
  ) throws(TrainingError) -> LearnedModel {
    let shape = try shape(spreadRows: spread.count)
    do throws(LearnedModelError) {
      return try LearnedModel(
        shape: shape, constants: settings.constants,
        weights: LearnedModelWeights(
          means: rows.means, reciprocalDeviations: rows.reciprocalDeviations, spread: spread,
          regressor: regressor),
        manifest: "{}")
    } catch {
      throw .model(error)
    }
  }

  /// The sizes of the model.
  func shape(spreadRows: Int) throws(TrainingError) -> LearnedModelShape {
    let regressor = try settings.regressor()
    do throws(LearnedModelError) {
      return try LearnedModelShape(
        layout: rows.layout.kind, displacements: rows.layout.displacements,
        velocities: rows.layout.velocities, hasShape: rows.layout.hasShape,
        spreadRows: spreadRows, regressor: regressor)
    } catch {
      throw .model(error)
    }
  }
}
