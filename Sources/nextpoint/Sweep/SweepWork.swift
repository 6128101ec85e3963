import Datasets
import Evaluation
import Reporting

/// A sweep: begins or resumes, scores what is missing, and assembles the run.
struct SweepWork {
  private let run: ScoringRun
  private let sets: LoadedSets
  private let failsFast: Bool
  private let external: ExternalPrograms
  private let division: SweepDivision
  private let shared: SharedRun
  private var folder: SweepFolder { shared.folder }
  private var record: SweepRecord { shared.record }

  init(
    _ run: ScoringRun, sets: LoadedSets, folder: SweepFolder, sharing: SharingArguments,
    failsFast: Bool, external: ExternalPrograms
  ) throws {
    var run = run
    run.plan.horizons = try run.horizons(for: sets.datasets)
    self.run = run
    self.sets = sets
    self.failsFast = failsFast
    self.external = external
    let identity = RunManifest.Identity(
      version: Version.number, commit: Version.commit, plan: run.plan,
      datasets: sets.datasets.map(\.identity), leftOut: run.subjects.leftOut, environment: .current)
    let subjects = run.subjects.predictors.count
    division = SweepDivision(identity, subjects: subjects)
    let record = try SweepRecord(
      identity, keepsPredictions: run.keepsRaw, pieces: division.pieces.count, subjects: subjects,
      warnings: sets.datasets.flatMap { run.warnings(about: $0) }, problems: sets.problems)
    shared = try SharedRun(record, folder: folder, sharing: sharing)
  }

  /// Does what is left to do.
  func run(force: Bool) async throws {
    for warning in record.warnings { Terminal.warn(warning) }
    for problem in sets.problems { Terminal.warn(problem) }
    if failsFast, let problem = sets.problems.first {
      folder.removeIfEmpty()
      throw SweepStop.failed(problem.description, folder.path)
    }
    try await shared.perform(force: force) { start in
      let failures = try await scoreMissing(start)
      guard shared.isShared else { return try finish() }
      shared.concludeShare()
      if failures > 0 || !sets.problems.isEmpty { throw ExitStatus.incomplete }
    }
  }

  private func scoreMissing(_ start: SweepFolder.Start) async throws -> Int {
    let survey = try shared.survey(division.pieces.indices)
    if start == .continued, !shared.isShared {
      Terminal.note(
        "\(folder.path): resumes with \(record.pieces - survey.missing.count) of "
          + "\(record.pieces) pieces done")
    }
    do {
      return try await PiecewiseScoring(
        run: run, record: record, folder: folder, share: shared.share, failsFast: failsFast,
        external: external
      ).score(survey.missing.map { division.pieces[$0.piece] }, on: sets)
    } catch {
      // A share never removes what others may be filling.
      if !shared.isShared, SweepRecord.piecesPresent(in: folder.path) == 0 { folder.discard() }
      throw error
    }
  }

  private func finish() throws {
    let survey = try shared.completeSurvey(division.pieces.indices, in: [folder.shards])
    do {
      try SweepRun(record, folder: folder, jobs: run.jobs)
        .finish(
          try SweepAssembly(
            record, division, places: survey.places,
            causes: { UnscoredCauses(sets, horizons: run.plan.horizons) }), survey)
    } catch let failure as CommandFailure where failure.code == ExitStatus.noData {
      folder.discard()
      throw failure
    }
  }
}

extension SweepDivision {
  /// The greatest number of pieces that this program begins.
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
