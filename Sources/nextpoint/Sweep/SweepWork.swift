import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// A sweep on its way: begins or goes on, scores what is missing, puts it together.
struct SweepWork {
  private let run: ScoringRun
  private let sets: LoadedSets
  private let folder: SweepFolder
  private let sharing: SharingArguments
  private let share: SweepShare
  private let failsFast: Bool
  private let external: ExternalPrograms
  private let record: SweepRecord
  private let division: SweepDivision

  init(
    _ run: ScoringRun, sets: LoadedSets, folder: SweepFolder, sharing: SharingArguments,
    failsFast: Bool, external: ExternalPrograms
  ) throws {
    var run = run
    run.plan.horizons = try run.horizons(for: sets.datasets)
    self.run = run
    self.sets = sets
    self.folder = folder
    self.sharing = sharing
    share = try sharing.share()
    self.failsFast = failsFast
    self.external = external
    let identity = RunManifest.Identity(
      version: Version.number, commit: Version.commit, plan: run.plan,
      datasets: sets.datasets.map(\.identity), leftOut: run.subjects.leftOut, environment: .current)
    let subjects = run.subjects.predictors.count
    division = SweepDivision(identity, subjects: subjects)
    record = SweepRecord(
      hash: try SweepRecord.hash(of: identity, keepsPredictions: run.keepsRaw),
      identity: identity, keepsPredictions: run.keepsRaw, pieces: division.pieces.count,
      subjects: subjects, command: CommandLine.arguments, started: Date().ISO8601Format(),
      warnings: sets.datasets.flatMap { run.warnings(about: $0) },
      problems: sets.problems.map {
        EvaluationFailure(
          dataset: $0.dataset, source: $0.source, predictor: "", problem: $0.problem)
      })
  }

  /// Does what is left to do.
  func run(force: Bool) async throws {
    for warning in record.warnings { Terminal.warn(warning) }
    for problem in sets.problems { Terminal.warn(problem) }
    if failsFast, let problem = sets.problems.first {
      folder.removeIfEmpty()
      throw SweepStop.failed(problem.description, folder.path)
    }
    try folder.claim(shared: sharing.isShared || sharing.planOnly)
    let start = try folder.begin(record, force: force)
    guard start != .finished else {
      Terminal.note("\(folder.path) is finished already, with the scores of this very sweep")
      return try folder.concludeFinished()
    }
    guard !sharing.planOnly else {
      return Terminal.write(
        "\(record.pieces) pieces in \(folder.path); score them with --shard 1/n to n/n, then "
          + "'nextpoint sweep merge \(folder.path)'\n")
    }
    let watch = record.watchForInterrupts(in: folder)
    defer { Interruption.forget(watch) }
    let failures = try await scoreMissing(start)
    guard !sharing.isShared else { return try concludeShare(failures) }
    try finish()
  }

  private func scoreMissing(_ start: SweepFolder.Start) async throws -> Int {
    let survey = SweepSurvey(
      division.pieces(of: share).map(\.index), in: [folder.shards], plan: record.hash)
    survey.warnOfDamage()
    try survey.checkEnvironments(
      with: survey.missing.isEmpty ? nil : .current, allowed: sharing.allowsMixedEnvironments)
    if start == .continued, !sharing.isShared {
      Terminal.note(
        "\(folder.path): goes on where it was, with \(record.pieces - survey.missing.count) of "
          + "\(record.pieces) pieces done")
    }
    do {
      return try await PiecewiseScoring(
        run: run, record: record, folder: folder, share: share, failsFast: failsFast,
        external: external
      ).score(survey.missing.map { division.pieces[$0.piece] }, on: sets)
    } catch {
      discardIfNothingIsDone()
      throw error
    }
  }

  private func finish() throws {
    let survey = SweepSurvey(
      division.pieces.map(\.index), in: [folder.shards], plan: record.hash)
    survey.warnOfDamage()
    guard survey.missing.isEmpty else {
      throw CommandFailure.failed(
        "\(folder.path): pieces went while others were scored, so something else works there; let "
          + "it end, then go on with the same command")
    }
    do {
      try SweepRun(record, folder: folder, jobs: run.jobs)
        .finish(try SweepAssembly(record, division, places: survey.places), survey)
    } catch let failure as CommandFailure where failure.code == ExitStatus.noData {
      folder.discard()
      throw failure
    }
  }

  private func concludeShare(_ failures: Int) throws {
    let done = SweepRecord.piecesPresent(in: folder.path)
    Terminal.note(
      "share \(share) is done; \(folder.path) holds \(done) of \(record.pieces) pieces; when all are "
        + "there: nextpoint sweep merge \(folder.path)")
    if failures > 0 || !sets.problems.isEmpty { throw ExitStatus.incomplete }
  }

  /// A share never removes what others may be filling.
  private func discardIfNothingIsDone() {
    guard !sharing.isShared, SweepRecord.piecesPresent(in: folder.path) == 0 else { return }
    folder.discard()
  }
}

extension SweepRecord {
  /// Says, when the command is interrupted, how it is gone on with.
  ///
  /// - Returns: What `Interruption.forget` takes.
  func watchForInterrupts(in folder: SweepFolder) -> Int {
    let (path, total) = (folder.path, pieces)
    return Interruption.onInterrupt {
      "interrupted; \(path) holds \(SweepRecord.piecesPresent(in: path)) of \(total) pieces; the same "
        + "command, without --force, goes on from there"
    }
  }
}

extension SweepDivision {
  /// A sweep of more pieces than this is none that this program began.
  private static let mostPieces = 10_000_000

  /// The pieces of a sweep that has begun; nil where the numbers of its record contradict each other.
  init?(_ record: SweepRecord) {
    let count = Self.count(
      samples: record.identity.datasets.map(\.samples), subjects: record.subjects,
      horizons: record.identity.plan.horizons.count)
    guard let count, count == record.pieces, count <= Self.mostPieces else { return nil }
    self.init(record.identity, subjects: record.subjects)
  }

  /// The pieces of a sweep.
  init(_ identity: RunManifest.Identity, subjects: Int) {
    self.init(
      samples: identity.datasets.map(\.samples), subjects: subjects,
      horizons: identity.plan.horizons.count)
  }
}
