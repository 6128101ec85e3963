import ArgumentParser
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Merges the shards of a sweep.
struct SweepMergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the shards of a sweep or a training into one run.",
    usage: "nextpoint sweep merge <run> ... [<options>]",
    discussion: """
      The result is byte-identical to that of one process. Every piece must be
      present and complete, belong to the same sweep, and come from the same
      numerical environment.

      EXAMPLES
        nextpoint sweep merge run
      From machines that share no disk:
        nextpoint sweep merge run-1 run-2 run-3 --output run
      """)

  @Argument(
    help: ArgumentHelp("Run directories of the shards.", valueName: "run"))
  var folders: [String]

  @Option(
    help: ArgumentHelp("The run directory to write (default: the first).", valueName: "run"))
  var output: String?

  @Flag(
    name: .customLong("allow-mixed-environments"),
    help: "Merge pieces computed with another LAPACK, C library or processor.")
  var allowsMixedEnvironments = false

  @OptionGroup var programs: ProgramArguments

  mutating func run() async throws {
    let target = SweepFolder(existing: output ?? folders.first ?? "")
    let hasBegun = SweepRecord(in: folders.first ?? "") != nil
    guard try hasBegun || !isFinished(target) else {
      Terminal.note("\(target.path) is finished already")
      return try target.concludeFinished()
    }
    let record = try commonRecord()
    if let training = record.identity.training {
      return try await merge(record, training, into: target)
    }
    guard let division = SweepDivision(record) else {
      throw CommandFailure.failed(
        "\(folders[0])/\(SweepRecord.fileName): does not fit together: \(record.pieces) pieces of "
          + "\(record.subjects) settings; start the sweep over")
    }
    let survey = SweepSurvey(
      division.pieces.map(\.index), in: shardFolders, plan: record.hash)
    try checkComplete(survey, division, of: record)
    try survey.checkEnvironments(with: nil, allowed: allowsMixedEnvironments)
    let assembly = try SweepAssembly(
      record, division, places: survey.places, causes: { Self.causes(record) })
    for remark in assembly.outcome.remarks { Terminal.warn(remark) }
    try begin(record, in: target)
    try SweepRun(record, folder: target, jobs: 1).finish(assembly, survey)
  }

  /// Returns why nothing may have been scored; nil unless the data sets of the sweep are at hand.
  private static func causes(_ record: SweepRecord) -> UnscoredCauses? {
    let plan = record.identity.plan
    let found = try? LoadedSets(plan.datasets, split: plan.split, reading: plan.reading)
    guard let sets = found,
      sets.datasets.map(\.identity.sha256) == record.identity.datasets.map(\.sha256)
    else { return nil }
    return UnscoredCauses(sets, horizons: plan.horizons)
  }

  /// Scores the models of a leave-one-participant-out training, whose shards have trained them.
  private func merge(
    _ record: SweepRecord, _ identity: TrainingIdentity, into target: SweepFolder
  ) async throws {
    let plan = record.identity.plan
    let sets = try LoadedSets(plan.datasets, split: nil, reading: plan.reading)
    let sharing = try SharingArguments.parse(
      allowsMixedEnvironments ? ["--allow-mixed-environments"] : [])
    let external = ExternalPrograms(mayRun: programs.allowsPrograms)
    let references = try PredictorSubjects(
      plan.predictors, catalogue: external.catalogue(.standard))
    if let problem = programs.problem(with: references.predictors) {
      throw CommandFailure.usage("\(folders.first ?? "")/\(SweepRecord.fileName): \(problem)")
    }
    let training = try LeaveOneOutTraining(
      try await TrainingData(sets, plan: plan, jobs: 1), sets: sets, training: identity,
      references: references, external: external, folder: target, sharing: sharing, jobs: 1,
      continuing: record)
    try await training.merge(shardFolders) { try begin(record, in: target) }
  }

  private func begin(_ record: SweepRecord, in target: SweepFolder) throws {
    guard let output else { return try target.claim(shared: false) }
    let folder = try SweepFolder(path: output, replacing: false)
    try folder.claim(shared: false)
    _ = try folder.begin(record, force: false)
  }

  private var shardFolders: [String] { folders.map { SweepFolder(existing: $0).shards } }

  private func isFinished(_ folder: SweepFolder) throws(CommandFailure) -> Bool {
    guard let manifest = try? RunFolder.manifest(in: folder.path) else { return false }
    try manifest.checkUnedited(in: folder.path)
    return true
  }

  /// What all the folders are of.
  private func commonRecord() throws(CommandFailure) -> SweepRecord {
    var common: SweepRecord?
    for folder in folders {
      guard let record = try SweepRecord.unedited(in: folder) else {
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
    _ survey: SweepSurvey, _ division: SweepDivision, of record: SweepRecord
  ) throws(CommandFailure) {
    guard !survey.missing.isEmpty else { return }
    throw survey.refusal(of: record) { index in
      let piece = division.pieces[index]
      let dataset = record.identity.datasets[piece.dataset].name
      return "\(dataset), settings \(piece.subjects.lowerBound + 1) to \(piece.subjects.upperBound)"
    }
  }
}
