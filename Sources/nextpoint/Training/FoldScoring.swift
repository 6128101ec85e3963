import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Scores the models of the folds, each on the participant that was left out.
struct FoldScoring {
  let data: TrainingData
  let sets: LoadedSets
  let references: PredictorSubjects
  /// By the participant left out.
  let models: [String: LearnedModel]
  /// What the models are scored with once more; nil for nothing.
  let alsoObserve: EvaluationProtocol.Observe?
  let jobs: Int

  /// The scores, without and with adaptation, and those of the references.
  func outcome() async throws -> ScoringRun.Outcome {
    var outcome = ScoringRun.Outcome(
      table: ScoreTable(metrics: data.plan.metrics, sweptNames: [], rows: []), plan: data.plan,
      datasets: sets.datasets.map(\.identity), failures: data.failures, problems: sets.problems)
    for member in data.members { try await score(member, into: &outcome) }
    if let alsoObserve, alsoObserve != data.plan.replay.observe {
      var plan = data.plan
      plan.replay.observe = alsoObserve
      let settings = [PredictorSpec.Setting(key: "observe", value: alsoObserve.rawValue)]
      let other = try await TrainingData(sets, plan: plan, jobs: jobs)
      for member in other.members { await scoreModels(member, plan, settings, into: &outcome) }
    }
    outcome.table = ParetoRanking.ranked(outcome.table)
    try outcome.checkScored(UnscoredCauses(sets, horizons: data.plan.horizons))
    return outcome
  }

  private func score(
    _ member: TrainingData.Member, into outcome: inout ScoringRun.Outcome
  ) async throws {
    await scoreModels(member, data.plan, [], into: &outcome)
    let others = ScoringRun(plan: data.plan, subjects: references, jobs: jobs, keepsRaw: false)
    let scored = try await others.run(on: LoadedSets(member.dataset, problems: []))
    outcome.table.rows += scored.table.rows
    outcome.warnings += scored.warnings
  }

  private func scoreModels(
    _ member: TrainingData.Member, _ plan: EvaluationPlan, _ settings: [PredictorSpec.Setting],
    into outcome: inout ScoringRun.Outcome
  ) async {
    for adapts in [false, true] {
      guard let result = await scored(member, plan, settings, adapts: adapts) else { continue }
      outcome.table.rows += result.rows
      outcome.failures += result.failures
    }
  }

  private func scored(
    _ member: TrainingData.Member, _ plan: EvaluationPlan, _ more: [PredictorSpec.Setting],
    adapts: Bool
  ) async -> SubjectResult? {
    var parameters = LearnedPredictor.Parameters()
    parameters.adapt = adapts
    let settings =
      [PredictorSpec.Setting(key: "trained", value: "leave-one-out")]
      + (adapts ? [] : [PredictorSpec.Setting(key: "adapt", value: "false")]) + more
    let left = member.recordings.map { [parameters] recording in
      let model = models[TrainingData.name(member.dataset, recording.participant)]
      return EvaluationSubject.predictor(
        ConfiguredPredictor(kind: LearnedPredictor.kind, settings: settings) {
          (context) throws(ParameterError) in
          guard let model else { return try LearnedPredictor(parameters, context: context) }
          return try LearnedPredictor(model, parameters, context: context)
        })
    }
    guard let subject = left.first else { return nil }
    let bar = ProgressBar(member.dataset.name, total: left.count)
    defer { bar.finish() }
    return await Evaluator(plan: plan).evaluate(
      subject, by: left, on: member.recordings, dataset: member.dataset.name, jobs: jobs,
      advanced: { bar.advance() })
  }
}
