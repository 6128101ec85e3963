import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Trains a model for each participant on all the others, and scores it on the one left out.
///
/// Where several settings are given, each fold chooses among them on the others alone (`FoldSearch`).
/// It is done in pieces that are kept in the run directory, like those of a sweep: after an interrupt
/// the same command resumes, and shards of the pieces can run anywhere.
struct LeaveOneOutTraining {
  private let data: TrainingData
  private let sets: LoadedSets
  private let training: TrainingIdentity
  private let division: FoldDivision
  private let references: PredictorSubjects
  private let external: ExternalPrograms
  private let sharing: SharingArguments
  private let shared: SharedRun
  private let jobs: Int
  private var folder: SweepFolder { shared.folder }
  private var record: SweepRecord { shared.record }

  init(
    _ data: TrainingData, sets: LoadedSets, training: TrainingIdentity,
    references: PredictorSubjects, external: ExternalPrograms, folder: SweepFolder,
    sharing: SharingArguments, jobs: Int, continuing begun: SweepRecord? = nil
  ) throws {
    (self.data, self.sets, self.training) = (data, sets, training)
    (self.references, self.external, self.sharing, self.jobs) = (
      references, external, sharing, jobs
    )
    let names = data.participants
    guard names.count > 1 else {
      throw CommandFailure.noData(
        "--leave-one-out needs at least two participants; say in dataset.json whose each file is")
    }
    division = FoldDivision(names: names, candidates: training.candidates.count)
    let identity = RunManifest.Identity(
      version: Version.number, commit: Version.commit, plan: data.plan,
      datasets: sets.datasets.map(\.identity), leftOut: [], environment: .current,
      training: training)
    let record = try SweepRecord(
      identity, keepsPredictions: false, pieces: division.works.count,
      subjects: references.predictors.count, warnings: sets.warnings.map(\.description),
      problems: sets.problems)
    if let begun, begun.hash != record.hash {
      throw CommandFailure.usage(
        "\(folder.path): the data sets have changed since its training began; what differs, the "
          + "training being there:"
          + SweepDifferences(
            there: begun.identity, here: identity, keepsPredictions: (false, false)
          ).description)
    }
    shared = try SharedRun(begun ?? record, folder: folder, sharing: sharing)
  }

  /// Does what is left to do.
  func run(force: Bool) async throws {
    try await shared.perform(force: force) { _ in
      let work = FoldTraining(
        data: data, training: training, division: division, record: record, folder: folder,
        share: shared.share, jobs: jobs)
      try await work.doTrials(try missing(division.trials))
      let survey = SweepSurvey(Array(division.trials), in: [folder.shards], plan: record.hash)
      guard survey.missing.isEmpty else { return concludeTrials(survey.missing.count) }
      let search = try FoldAssembly(record, division, places: survey.places).search(training)
      try await work.train(try missing(division.models), by: search)
      if shared.isShared { return shared.concludeShare() }
      try await finish(merging: [folder.shards])
    }
  }

  /// Those of these pieces that belong to this share and are missing.
  private func missing(_ pieces: Range<Int>) throws -> [Int] {
    try shared.survey(pieces).missing.map(\.piece)
  }

  private func concludeTrials(_ count: Int) {
    Terminal.note(
      "share \(shared.share) has done its trials; the models need all trials, and \(count) of other "
        + "shares are not in \(folder.path) yet: rerun the same command when they are")
  }

  // MARK: - Putting together

  /// Puts the shards together that these folders hold.
  ///
  /// - Parameters:
  ///   - folders: Those of finished pieces.
  ///   - begin: Called once all are known to be there.
  /// - Throws: `CommandFailure` where a piece is missing or cannot be read, with what makes it.
  func merge(_ folders: [String], begin: () throws -> Void) async throws {
    let survey = SweepSurvey(
      Array(division.works.indices), in: folders, plan: record.hash)
    guard survey.missing.isEmpty else {
      throw survey.refusal(of: record) { division.description(of: $0) }
    }
    try begin()
    try await finish(merging: folders)
  }

  private func finish(merging folders: [String]) async throws {
    let survey = try shared.completeSurvey(division.works.indices, in: folders)
    try survey.checkEnvironments(with: nil, allowed: sharing.allowsMixedEnvironments)
    let assembly = FoldAssembly(record, division, places: survey.places)
    let search = try assembly.search(training)
    let scoring = FoldScoring(
      data: data, sets: sets, references: references, models: try assembly.models(),
      alsoObserve: training.alsoObserve, jobs: jobs)
    let began = ContinuousClock.now
    let outcome = try await scoring.outcome()
    try external.check()
    let cells = CellTable(outcome.table, seed: data.plan.seed).table
    try SweepRun(record, folder: folder, jobs: jobs).write(
      outcome, survey, seconds: (ContinuousClock.now - began) / .seconds(1),
      files: [
        (name: "cells.csv", text: cells.rendered(as: .csv)),
        (name: "search.csv", text: search.log),
      ])
    Terminal.write(cells.rendered(as: .table))
    try folder.concludeFinished()
  }
}
