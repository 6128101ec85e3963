import ArgumentParser
import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Scores a plan, or a share of it, into a run directory.
struct SweepRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Score a plan or one shard of it (the default subcommand).",
    discussion: """
      EXAMPLES
        nextpoint sweep run plan.yaml --output run
        nextpoint sweep run plan.yaml --output run --shard 1/2
      """)

  @Argument(help: "A plan file in YAML.")
  var planFile: String?

  @Option(
    name: .customLong("dataset"), parsing: .singleValue,
    help: "A data set: name, folder or file (repeatable).")
  var datasets: [String] = []

  @OptionGroup var planning: PlanArguments
  @OptionGroup(title: "Horizons") var horizons: HorizonArguments
  @OptionGroup(title: "Protocol") var replay: ProtocolArguments
  @OptionGroup(title: "Protocol") var kinds: KindArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @Option(help: ArgumentHelp("The run directory to make or resume.", valueName: "run"))
  var output: String?

  @OptionGroup var existing: ForceArguments

  @Flag(help: "Also write every prediction to predictions.csv.")
  var raw = false

  @Flag(
    name: .customLong("dry-run"), help: "Only estimate the work and its duration.")
  var dryRun = false

  @OptionGroup var programs: ProgramArguments
  @OptionGroup(title: "Sharding") var sharing: SharingArguments

  @Flag(
    help: "At the first failure: exit with 1 and keep finished work, or list it and proceed.")
  var failures: FailureHandling = .keepGoing

  mutating func run() async throws {
    try sharing.check(force: existing.force, dryRun: dryRun)
    let external = ExternalPrograms(mayRun: !dryRun)
    let run = try scoringRun(external.catalogue(.standard))
    if let note = run.subjects.leftOutNote { Terminal.note("note: \(note)") }
    guard !dryRun else {
      let sets = try LoadedSets(
        run.plan.datasets, split: run.plan.split, reading: run.plan.reading,
        streams: !raw)
      return try await SweepEstimate(run, sets: sets).describe()
    }
    let folder = try SweepFolder(path: output, replacing: existing.force)
    var work: SweepWork
    do {
      let sets = try LoadedSets(
        run.plan.datasets, split: run.plan.split, reading: run.plan.reading,
        streams: !raw)
      work = try SweepWork(
        run, sets: sets, folder: folder, sharing: sharing, failsFast: failures == .failFast,
        external: external)
    } catch {
      folder.removeIfEmpty()
      throw error
    }
    try await work.run(force: existing.force)
  }

  private func scoringRun(_ catalogue: PredictorCatalogue) throws -> ScoringRun {
    // Predictors given as flags take the place of the file's, and a dry run runs none.
    let runsThoseOfFile = planning.predictors.isEmpty && !dryRun
    let file = try planFile.map {
      try PlanFile(path: $0, catalogue: catalogue, programs: runsThoseOfFile ? programs : nil)
    }
    let plan = try planning.plan(
      file: file, datasets: datasets, horizons: horizons, replay: replay,
      kinds: kinds, reading: reading,
      defaults: (["hold", "linear", "polynomial:degree=1..3,window=2..12"], "1..6"),
      groupBy: [.participant])
    return ScoringRun(
      plan: plan, subjects: try PredictorSubjects(plan.predictors, catalogue: catalogue),
      jobs: try planning.workerCount(), keepsRaw: raw, findsFloors: plan.hasFloors)
  }
}

/// What happens when something cannot be done.
enum FailureHandling: String, EnumerableFlag {
  /// End at once.
  case failFast
  /// List the failure and continue.
  case keepGoing
}

/// The flags by which a sweep is shared out.
struct SharingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Do one shard of the work, such as 1/3; then run 'nextpoint sweep merge'.",
      valueName: "i/n"))
  var shard: String?

  @Flag(
    name: .customLong("plan-only"),
    help: "Only write plan.json into the run directory, for shards to fill.")
  var planOnly = false

  @Flag(
    name: .customLong("allow-mixed-environments"),
    help: "Resume pieces computed with another LAPACK, C library or processor.")
  var allowsMixedEnvironments = false

  /// Whether others do the rest, and a merge puts all together.
  var isShared: Bool { shard != nil }

  /// The share.
  func share() throws(CommandFailure) -> SweepShare {
    guard let shard else { return .whole }
    guard let share = SweepShare(shard) else {
      throw .usage(
        "--shard '\(ShownText(shard))' is no share; write 1/3, 2/3 or 3/3 for three, so that a job "
          + "array counts from 1 (--array=1-3)")
    }
    return share
  }

  /// Refuses flags that contradict each other.
  func check(force: Bool, dryRun: Bool) throws(CommandFailure) {
    _ = try share()
    guard isShared || planOnly else { return }
    if isShared, planOnly {
      throw .usage("--plan-only scores nothing, so that --shard has no use; leave one out")
    }
    if dryRun {
      throw .usage("--dry-run is about a whole sweep; leave --shard and --plan-only out")
    }
    if force, isShared {
      throw .usage(
        "--force would remove what other shards have done; start the sweep over with --plan-only "
          + "--force, then run the shards without it")
    }
  }
}
