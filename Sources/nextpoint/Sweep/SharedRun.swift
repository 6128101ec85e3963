import Evaluation
import Foundation
import Reporting

/// A run that is done in pieces, here or in shards elsewhere: it begins or resumes, does what is
/// missing, and concludes.
struct SharedRun {
  let record: SweepRecord
  let folder: SweepFolder
  let share: SweepShare
  private let sharing: SharingArguments

  /// Whether other processes do the rest.
  var isShared: Bool { sharing.isShared }

  init(_ record: SweepRecord, folder: SweepFolder, sharing: SharingArguments) throws {
    (self.record, self.folder, self.sharing) = (record, folder, sharing)
    share = try sharing.share()
  }

  /// Begins or resumes, and does the work unless the run is finished or only planned.
  func perform(
    force: Bool, _ work: (SweepFolder.Start) async throws -> Void
  ) async throws {
    try folder.claim(shared: sharing.isShared || sharing.planOnly)
    let start = try folder.begin(record, force: force)
    guard start != .finished else {
      Terminal.note("\(folder.path) is finished already, with the same plan")
      return try folder.concludeFinished()
    }
    guard !sharing.planOnly else {
      return Terminal.write(
        "\(record.pieces) pieces in \(folder.path); run them with --shard 1/n to n/n, then "
          + "'nextpoint sweep merge \(folder.path)'\n")
    }
    let (path, total) = (folder.path, record.pieces)
    let watch = Interruption.onInterrupt {
      "interrupted; \(path) holds \(SweepRecord.piecesPresent(in: path)) of \(total) pieces; rerun "
        + "the same command, without --force, to resume"
    }
    defer { Interruption.forget(watch) }
    try await work(start)
  }

  /// Looks at the pieces of this share, with a warning for each that is damaged.
  ///
  /// - Throws: `CommandFailure` where those present came from another numerical environment.
  func survey(_ pieces: some Sequence<Int>) throws -> SweepSurvey {
    let survey = SweepSurvey(
      pieces.filter { share.contains($0) }, in: [folder.shards], plan: record.hash)
    survey.warnOfDamage()
    try survey.checkEnvironments(
      with: survey.missing.isEmpty ? nil : .current, allowed: sharing.allowsMixedEnvironments)
    return survey
  }

  /// Looks at all pieces, each of which must be present by now.
  func completeSurvey(_ pieces: some Sequence<Int>, in folders: [String]) throws -> SweepSurvey {
    let survey = SweepSurvey(Array(pieces), in: folders, plan: record.hash)
    survey.warnOfDamage()
    guard survey.missing.isEmpty else {
      throw CommandFailure.failed(
        "\(folder.path): pieces disappeared during the run, so another process works there; let it "
          + "end, then rerun the same command")
    }
    return survey
  }

  /// Says what this share has done, and what comes when all are present.
  func concludeShare() {
    let done = SweepRecord.piecesPresent(in: folder.path)
    Terminal.note(
      "share \(share) is done; \(folder.path) holds \(done) of \(record.pieces) pieces; when all are "
        + "present: nextpoint sweep merge \(folder.path)")
  }
}

extension SweepRecord {
  /// A run that begins now.
  init(
    _ identity: RunManifest.Identity, keepsPredictions: Bool, pieces: Int, subjects: Int,
    warnings: [String], problems: [LoadingProblem]
  ) throws {
    self.init(
      hash: try SweepRecord.hash(of: identity, keepsPredictions: keepsPredictions),
      identity: identity, keepsPredictions: keepsPredictions, pieces: pieces, subjects: subjects,
      command: CommandLine.arguments, started: Date().ISO8601Format(), warnings: warnings,
      problems: problems.map {
        EvaluationFailure(
          dataset: $0.dataset, source: $0.source, predictor: "", problem: $0.problem)
      })
  }
}
