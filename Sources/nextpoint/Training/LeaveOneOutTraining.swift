import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Trains a model for each participant on all the others, and scores it on the one left out.
///
/// Where several settings are given, each fold chooses among them on the others alone (`FoldSearch`).
/// It is done in pieces that are kept in the run directory, like those of a sweep: after an interrupt
/// the same command goes on, and shares of the pieces can be done anywhere.
struct LeaveOneOutTraining {
  private let data: TrainingData
  private let sets: LoadedSets
  private let training: TrainingIdentity
  private let division: FoldDivision
  private let references: PredictorSubjects
  private let external: ExternalPrograms
  private let folder: SweepFolder
  private let sharing: SharingArguments
  private let share: SweepShare
  private let record: SweepRecord
  private let jobs: Int

  init(
    _ data: TrainingData, sets: LoadedSets, training: TrainingIdentity,
    references: PredictorSubjects, external: ExternalPrograms, folder: SweepFolder,
    sharing: SharingArguments, jobs: Int, continuing begun: SweepRecord? = nil
  ) throws {
    (self.data, self.sets, self.training) = (data, sets, training)
    (self.references, self.folder, self.sharing, self.jobs) = (references, folder, sharing, jobs)
    self.external = external
    share = try sharing.share()
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
    let hash = try SweepRecord.hash(of: identity, keepsPredictions: false)
    if let begun, begun.hash != hash {
      throw CommandFailure.usage(
        "\(folder.path): the data sets are not what they were when its training began; what differs, "
          + "the training being there:"
          + SweepDifferences(
            there: begun.identity, here: identity, keepsPredictions: (false, false)
          ).description)
    }
    record =
      begun
      ?? SweepRecord(
        hash: hash, identity: identity,
        keepsPredictions: false, pieces: division.works.count,
        subjects: references.predictors.count, command: CommandLine.arguments,
        started: Date().ISO8601Format(), warnings: [],
        problems: sets.problems.map {
          EvaluationFailure(
            dataset: $0.dataset, source: $0.source, predictor: "", problem: $0.problem)
        })
  }

  /// Does what is left to do.
  func run(force: Bool) async throws {
    try folder.claim(shared: sharing.isShared || sharing.planOnly)
    let start = try folder.begin(record, force: force)
    guard start != .finished else {
      Terminal.note("\(folder.path) is finished already, with the scores of this very training")
      return try folder.concludeFinished()
    }
    guard !sharing.planOnly else {
      return Terminal.write(
        "\(record.pieces) pieces in \(folder.path); do them with --shard 1/n to n/n, then "
          + "'nextpoint sweep merge \(folder.path)'\n")
    }
    let watch = record.watchForInterrupts(in: folder)
    defer { Interruption.forget(watch) }
    let work = FoldTraining(
      data: data, training: training, division: division, record: record, folder: folder,
      share: share, jobs: jobs)
    try await work.doTrials(try missing(division.trials))
    let survey = SweepSurvey(Array(division.trials), in: [folder.shards], plan: record.hash)
    guard survey.missing.isEmpty else { return concludeTrials(survey.missing.count) }
    let search = try FoldAssembly(record, division, places: survey.places).search(training)
    try await work.train(try missing(division.models), by: search)
    if sharing.isShared { return concludeShare() }
    try await finish(merging: [folder.shards])
  }

  /// Those of these pieces that fall to this share and are not there.
  private func missing(_ pieces: Range<Int>) throws -> [Int] {
    let survey = SweepSurvey(
      pieces.filter { share.contains($0) }, in: [folder.shards], plan: record.hash)
    survey.warnOfDamage()
    let missing = survey.missing.map(\.piece)
    try survey.checkEnvironments(
      with: missing.isEmpty ? nil : .current, allowed: sharing.allowsMixedEnvironments)
    return missing
  }

  private func concludeTrials(_ count: Int) {
    Terminal.note(
      "share \(share) has done its trials; models are chosen by all of them, and \(count) of other "
        + "shares are not in \(folder.path) yet: when they are, give the same command again")
  }

  private func concludeShare() {
    let done = SweepRecord.piecesPresent(in: folder.path)
    Terminal.note(
      "share \(share) is done; \(folder.path) holds \(done) of \(record.pieces) pieces; when all are "
        + "there: nextpoint sweep merge \(folder.path)")
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
    let survey = SweepSurvey(Array(division.works.indices), in: folders, plan: record.hash)
    survey.warnOfDamage()
    guard survey.missing.isEmpty else {
      throw CommandFailure.failed(
        "\(folder.path): pieces went while others were done, so something else works there; let it "
          + "end, then go on with the same command")
    }
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
