import ArgumentParser
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Puts the shards of a sweep together.
struct SweepMergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a sweep together, into the files of a run.",
    discussion: """
      The bytes are those of a sweep in one go. Every piece has to be there, of the same
      sweep, whole, and computed in the same numerical environment.

      EXAMPLES
        nextpoint sweep merge run
      From machines that share no disk:
        nextpoint sweep merge run-1 run-2 run-3 --output run
      """)

  @Argument(
    help: ArgumentHelp("Run directories that shards were scored into.", valueName: "run"))
  var folders: [String]

  @Option(
    help: ArgumentHelp("Where the run goes; by default into the first.", valueName: "run"))
  var output: String?

  @Flag(
    name: .customLong("allow-mixed-environments"),
    help: "Also put together what differing LAPACKs, C libraries or processors computed.")
  var allowsMixedEnvironments = false

  mutating func run() throws {
    let target = SweepFolder(existing: output ?? folders.first ?? "")
    guard SweepRecord(in: folders.first ?? "") != nil || !isFinished(target) else {
      Terminal.note("\(target.path) is finished already")
      return try target.concludeFinished()
    }
    let record = try commonRecord()
    let division = SweepDivision(record.identity, subjects: record.subjects)
    let survey = SweepSurvey(
      division.pieces, in: folders.map { SweepFolder(existing: $0).shards }, plan: record.hash)
    try checkComplete(survey, of: record)
    try survey.checkEnvironments(with: nil, allowed: allowsMixedEnvironments)
    let assembly = try SweepAssembly(record, division, places: survey.places)
    for remark in assembly.outcome.remarks { Terminal.warn(remark) }
    if let output { _ = try SweepFolder(path: output).begin(record, force: false) }
    try SweepRun(record, folder: target, jobs: 1).finish(assembly, survey)
  }

  private func isFinished(_ folder: SweepFolder) -> Bool {
    (try? RunFolder.manifest(in: folder.path)) != nil
  }

  /// What all the folders are of.
  private func commonRecord() throws(CommandFailure) -> SweepRecord {
    var common: SweepRecord?
    for folder in folders {
      guard let record = SweepRecord(in: folder) else {
        throw .noData(
          "\(folder): holds no sweep that has begun (\(SweepRecord.fileName) is missing or cannot be "
            + "read); name a directory that 'nextpoint sweep … --shard i/n --output RUN' made")
      }
      try checkVersion(record, in: folder)
      if let common, common.hash != record.hash {
        throw .usage(
          "\(folder) is of another sweep (hash \(SweepRecord.short(record.hash))) than "
            + "\(folders.first ?? "") (\(SweepRecord.short(common.hash))); merge those of one sweep; "
            + "what differs, \(folder) being there:"
            + SweepDifferences(
              there: record.identity, here: common.identity,
              keepsPredictions: (record.keepsPredictions, common.keepsPredictions)
            ).description)
      }
      common = common ?? record
    }
    guard let common else { throw .usage("name the run directories to merge") }
    return common
  }

  /// What puts the pieces together is as much a part of the identity as what made them.
  private func checkVersion(
    _ record: SweepRecord, in folder: String
  ) throws(CommandFailure) {
    let (made, mine) = (
      "\(record.identity.version) (\(record.identity.commit))",
      "\(Version.number) (\(Version.commit))"
    )
    guard made != mine else { return }
    throw .failed(
      "\(folder): was made by nextpoint \(made), and this is \(mine); merge with the version that "
        + "made it")
  }

  private func checkComplete(
    _ survey: SweepSurvey, of record: SweepRecord
  ) throws(CommandFailure) {
    guard !survey.missing.isEmpty else { return }
    let most = 20
    let lines = survey.missing.prefix(most).map { piece, fault in
      let dataset = record.identity.datasets[piece.dataset].name
      return "\n  piece \(piece.index) (\(dataset), settings \(piece.subjects.lowerBound + 1) to "
        + "\(piece.subjects.upperBound)) \(fault)"
    }
    let more = survey.missing.count - most
    throw .failed(
      "\(survey.missing.count) of \(record.pieces) pieces are missing:\(lines.joined())"
        + (more > 0 ? "\n  and \(more) more" : "")
        + "\nmake them with:\(commands(survey, record).map { "\n  \($0)" }.joined())")
  }

  /// What makes the missing pieces: the shards that they fall to, or the sweep in one go.
  private func commands(_ survey: SweepSurvey, _ record: SweepRecord) -> [String] {
    guard let count = survey.shareCount, count > 1 else { return [record.continuation()] }
    let shares = Set(survey.missing.map { SweepShare(ofPiece: $0.piece.index, count: count) })
    return shares.sorted { $0.number < $1.number }.map { record.continuation(share: $0) }
  }
}
