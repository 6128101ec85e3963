import Datasets
import Evaluation
import Foundation
import MotionNumerics
import MotionPrediction
import Reporting

/// Trains a model for each participant on all the others, and scores it on the one left out.
///
/// Where several settings are given, each fold chooses among them on the others alone (`FoldSearch`).
struct LeaveOneOutTraining {
  let data: TrainingData
  let sets: LoadedSets
  let candidates: [TrainingSettings]
  let jobs: Int
  let references: PredictorSubjects
  let folder: RunFolderWriter

  func run() async throws {
    do {
      try await trainAndScore(started: Date())
    } catch {
      folder.discard()
      throw error
    }
  }

  private func trainAndScore(started: Date) async throws {
    guard let division = LeaveOneParticipantOut(data.participants) else {
      throw CommandFailure.noData(
        "--leave-one-out needs at least two participants; say in dataset.json whose each file is")
    }
    let search = try await FoldSearch(data: data, candidates: candidates, jobs: jobs).found(
      division)
    var models: [String: LearnedModel] = [:]
    for fold in division.folds {
      let settings = candidates[search.choices[fold.heldOut] ?? 0]
      models[fold.heldOut] = try await model(fold, settings, searchLog: search.hash)
    }
    var outcome = ScoringRun.Outcome(
      table: ScoreTable(metrics: data.plan.metrics, sweptNames: [], rows: []), plan: data.plan,
      datasets: sets.datasets.map(\.identity), failures: data.failures, problems: sets.problems)
    for member in data.members { try await score(member, by: models, into: &outcome) }
    outcome.table = ParetoRanking.ranked(outcome.table)
    let cells = CellTable(outcome.table, seed: data.plan.seed).table
    try folder.finish(
      files: [
        (name: RunFolder.scoresName, text: ScoresCSV.text(outcome.table)),
        (name: "cells.csv", text: cells.rendered(as: .csv)),
        (name: "search.csv", text: search.log),
      ],
      manifest: RunManifest(
        identity: RunManifest.Identity(
          version: Version.number, commit: Version.commit, plan: outcome.plan,
          datasets: outcome.datasets, leftOut: [], environment: .current),
        volatile: .of(outcome.remarks, started: started, jobs: jobs)))
    Terminal.write(cells.rendered(as: .table))
    try outcome.conclude()
  }

  private func model(
    _ fold: LeaveOneParticipantOut.Fold, _ settings: TrainingSettings, searchLog: String?
  ) async throws -> LearnedModel {
    let names = Set(fold.others)
    let progress = TrainingProgress("without \(fold.heldOut)", checkpointPath: nil, identity: "")
    do {
      let training = try ModelTraining(data.examples(settings), of: names, settings: settings)
      let manifest = try data.manifest(
        settings, of: names, examples: training.exampleCount, searchLog: searchLog)
      return try await training.model(jobs: jobs, progress: { progress.advance($0, $1) })
        .stating(manifest)
    } catch let error as TrainingError {
      throw CommandFailure.failed("without \(fold.heldOut): \(error)")
    }
  }

  /// Scores the models left out on one data set, without and with adaptation, beside the references.
  private func score(
    _ member: TrainingData.Member, by models: [String: LearnedModel],
    into outcome: inout ScoringRun.Outcome
  ) async throws {
    for adapts in [false, true] {
      guard let result = await scored(member, by: models, adapts: adapts) else { continue }
      outcome.table.rows += result.rows
      outcome.failures += result.failures
    }
    let others = ScoringRun(
      plan: data.plan, subjects: references, jobs: jobs, keepsRaw: false)
    let scored = try await others.run(on: LoadedSets(member.dataset, problems: []))
    outcome.table.rows += scored.table.rows
    outcome.warnings += scored.warnings
  }

  private func scored(
    _ member: TrainingData.Member, by models: [String: LearnedModel], adapts: Bool
  ) async -> SubjectResult? {
    var parameters = LearnedPredictor.Parameters()
    parameters.adapt = adapts
    let settings =
      [PredictorSpec.Setting(key: "trained", value: "leave-one-out")]
      + (adapts ? [PredictorSpec.Setting(key: "adapt", value: "true")] : [])
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
    return await Evaluator(plan: data.plan).evaluate(
      subject, by: left, on: member.recordings, dataset: member.dataset.name, jobs: jobs,
      advanced: { bar.advance() })
  }
}
