import ArgumentParser
import Datasets
import Evaluation
import MotionPrediction
import Reporting

/// Compares predictors with a reference on the same targets, with intervals over participants.
struct CompareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare predictors with a reference, with confidence intervals.",
    discussion: """
      The first predictor is the reference. A difference is another predictor's score
      minus the reference's score on the same targets, so below 0 the other predictor
      is better. The table lists the mean over participants, then the mean over all
      predictions, then each participant.

      EXAMPLES
        nextpoint compare linear polynomial:window=5 --dataset inkable
        nextpoint compare polynomial:degree=1,window=3 linear --dataset henze-2017 \\
          --task write --protocol henze2017 --clusters participant,stroke,frame
      """)

  @Argument(
    help: ArgumentHelp("The reference, then one or more predictors.", valueName: "spec"))
  var spellings: [String]

  @Option(
    name: .customLong("dataset"), parsing: .singleValue,
    help: "A data set's name, a folder or a file; repeat it for more.")
  var datasets: [String] = []

  @Option(help: ArgumentHelp("Only recordings of this task.", valueName: "name"))
  var task: String?

  @Option(help: ArgumentHelp("The measure; see 'nextpoint metrics'.", valueName: "name"))
  var metric = "error_mean"

  @Option(
    help: ArgumentHelp("Compare at the horizon nearest to this, in ms.", valueName: "ms"))
  var horizon = 33.3

  @Option(
    help: ArgumentHelp(
      "What to resample for the mean over all predictions.",
      valueName: "participant,stroke,frame"))
  var clusters = "participant"

  @Option(help: ArgumentHelp("Number of bootstrap replicates (B).", valueName: "n"))
  var replicates = PairedComparison.Resampling().replicates

  @OptionGroup var inference: InferenceArguments
  @OptionGroup var planning: PlanArguments
  @OptionGroup(title: "Horizons") var horizons: HorizonArguments
  @OptionGroup(title: "Protocol") var replay: ProtocolArguments
  @OptionGroup(title: "Protocol") var kinds: KindArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @Option(
    help: ArgumentHelp("Also draw the differences over participants as SVG.", valueName: "file.svg")
  )
  var figure: String?

  @OptionGroup var existing: ForceArguments
  @OptionGroup var output: FormatArguments

  mutating func run() async throws {
    let measure = try ComparedMeasure(metric, clusters: clusters)
    try CommandFailure.check("--replicates", replicates, in: 100...10_000_000)
    try CommandFailure.checkPositive("--horizon", horizon)
    if let margin = inference.margin { try CommandFailure.checkPositive("--margin", margin) }
    try refuseDatasets()
    try existing.check(figure)
    let external = ExternalPrograms()
    let plan = try plan(measuring: measure)
    let subjects = try PredictorSubjects(
      plan.predictors, catalogue: external.catalogue(.standard))
    guard subjects.predictors.count > 1 else {
      throw CommandFailure.usage(
        "compare needs a reference and at least one other predictor; give two different ones")
    }
    let run = ScoringRun(
      plan: plan, subjects: subjects, jobs: try planning.workerCount(),
      keepsRaw: measure.isMeanOfPredictions)
    let sets = try LoadedSets(
      datasets, split: plan.split, reading: plan.reading, streams: !run.keepsRaw
    ).only(task: task)
    let kept = KeptPredictions(nearest: horizon)
    let outcome = try await run.run(
      on: sets, raw: { kept.add($3, of: $1, on: $0.name, horizons: $2) })
    try external.check()
    let comparisons = try await PredictorComparisons(
      of: outcome, subjects: subjects, sets: sets, measure: measure, kept: kept,
      resampling: .init(replicates: replicates, seed: plan.seed), inference: inference,
      jobs: run.jobs)
    comparisons.describe(replicates: replicates, seed: plan.seed)
    output.print(comparisons.table)
    if let figure { try existing.write(comparisons.figure.file, to: figure) }
    try outcome.conclude()
  }

  /// Throws a usage error if a data set is given as a predictor; `evaluate` takes data sets there.
  private func refuseDatasets() throws(CommandFailure) {
    let found = spellings.first { spelling in
      (try? PredictorCatalogue.standard.expand(spelling)) == nil && DatasetSearch.finds(spelling)
    }
    guard let found else { return }
    throw .usage(
      "'\(ShownText(found))' is a data set, not a predictor; use --dataset \(ShownText(found))")
  }

  /// The plan of the one horizon that is compared, with rows by participant.
  private func plan(measuring measure: ComparedMeasure) throws -> EvaluationPlan {
    guard planning.groupBy == nil else {
      throw CommandFailure.usage(
        "--group-by: compare is by participant; choose a task with --task, and leave it out")
    }
    for (option, value) in [
      ("--metrics", planning.metrics), ("--only-metrics", planning.onlyMetrics),
    ]
    where value != nil {
      throw CommandFailure.usage("\(option): compare is by one measure; name it with --metric")
    }
    var planning = planning
    planning.predictors = spellings + planning.predictors
    var plan = try planning.plan(
      file: nil, datasets: datasets, horizons: horizons, replay: replay,
      kinds: kinds, reading: reading, defaults: ([], "1,2,4,8"))
    plan.groupBy = inference.acrossDevices ? [.participant, .recording] : [.participant]
    plan = plan.restricted(
      toMetrics: [measure.definition.name, ScoringRun.Outcome.countName])
    if let slot = plan.horizons.slot(nearest: horizon) { plan.horizons = [plan.horizons[slot]] }
    return plan
  }
}

/// What is inferred beyond each data set's own comparison.
struct InferenceArguments: ParsableArguments {
  @Flag(
    name: .customLong("across-devices"),
    help: "Also compare across devices: each device class of each data set counts as one.")
  var acrossDevices = false

  @Option(
    help: ArgumentHelp(
      "Also test whether the difference is within this margin, in the measure's unit.",
      valueName: "difference"))
  var margin: Double?

  /// Whether the table has columns about few clusters.
  var isAsked: Bool { acrossDevices || margin != nil }
}

extension [Horizon] {
  /// Returns the index of the horizon nearest to a number of milliseconds; nil if there is none.
  func slot(nearest milliseconds: Double) -> Int? {
    indices.min {
      abs(self[$0].milliseconds - milliseconds) < abs(self[$1].milliseconds - milliseconds)
    }
  }
}

extension LoadedSets {
  /// Returns the recordings of one task; all if none is given.
  fileprivate func only(task: String?) throws -> LoadedSets {
    guard let task else { return self }
    var result = self
    for set in result.datasets.indices {
      for file in result.datasets[set].files.indices {
        result.datasets[set].files[file].result.keep { $0.task == task }
      }
    }
    result.datasets.removeAll { $0.recordings.isEmpty }
    guard result.datasets.isEmpty else { return result }
    let tasks = Set(datasets.flatMap(\.recordings).map(\.task)).subtracting([""]).sorted()
    throw CommandFailure.noData(
      "--task \(task): no recording has that task; "
        + (tasks.isEmpty
          ? "no recording states a task" : "the tasks are \(tasks.joined(separator: ", "))"))
  }
}
