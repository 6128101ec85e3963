import MotionPrediction
import Synchronization

/// Fits a learned model to examples.
///
/// Networks of an ensemble are fitted side by side, one per worker; what they become does not
/// depend on how many workers there are.
package struct ModelTraining: Sendable {
  /// How far training has come, for a person to read.
  package struct Step: Hashable, Sendable {
    /// What is being fitted: a network of the ensemble, a reweighting.
    package let part: Int
    /// How many parts there are.
    package let parts: Int
    /// How often the examples were gone through for this part.
    package let pass: Int
    /// How often they will be.
    package let passes: Int
    /// The mean loss in this pass: 1 is that of predicting nothing.
    package let loss: Double
  }

  private let settings: TrainingSettings
  private let rows: TrainingRows
  private let examples: TrainingExamples

  /// Prepares the examples of some participants.
  ///
  /// - Parameters:
  ///   - examples: The examples.
  ///   - participants: Whose of them, as `TrainingExamples.participants` names them.
  ///   - settings: How to fit.
  /// - Throws: `TrainingError` if there is no example, and where settings cannot be used.
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
  ///   - checkpoint: Where an interrupted training of the same rows and settings had come.
  ///   - progress: Called after each pass, from any worker, with what training resumes from.
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
        checkpoint.members[member].flatMap { $0.canResume(from: start) ? $0 : nil } ?? start
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
  private func withSpread(_ regressor: [Float]) throws(TrainingError) -> LearnedModel {
    let draft = try model(
      regressor, spread: [LearnedSpread.Row(horizon: 1, along: 0, across: 0)])
    let spread = SpreadFit(examples, rows: rows).spread(of: draft)
    return try model(regressor, spread: spread)
  }

  private func model(
    _ regressor: [Float], spread: [LearnedSpread.Row]
  ) throws(TrainingError) -> LearnedModel {
    do {
      return try LearnedModel(
        shape: LearnedModelShape(
          layout: rows.layout.kind, displacements: rows.layout.displacements,
          velocities: rows.layout.velocities, hasShape: rows.layout.hasShape,
          spreadRows: spread.count, regressor: settings.regressor()),
        constants: settings.constants,
        weights: LearnedModelWeights(
          means: rows.means, reciprocalDeviations: rows.reciprocalDeviations, spread: spread,
          regressor: regressor),
        manifest: "{}")
    } catch let error as LearnedModelError {
      throw .model(error)
    } catch let error as TrainingError {
      throw error
    } catch {
      throw .noExamples
    }
  }
}
