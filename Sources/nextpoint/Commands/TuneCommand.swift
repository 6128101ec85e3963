import ArgumentParser
import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Chooses settings on some participants and reports them on others.
struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Choose predictor settings on some participants, report on others.",
    discussion: """
      For each spelling with ranges, finds the setting with the lowest mean over the
      participants in the parts train and validation of the data set's splits. The
      part test is scored once, after every choice is made, together with the untuned
      setting and the predictors of --predictor (by default hold and linear).

      EXAMPLES
        nextpoint tune 'rls:taps=2..6,forgetting=0.98|0.99' --dataset henze-2017 \\
          --output run
        nextpoint tune 'desp:smoothing=0.1..0.9/0.1' --dataset henze-2017 \\
          --leave-one-out --at-most 'overshoot_p95<=1.2' --output run
      """)

  @Argument(help: ArgumentHelp("Predictors with ranges, each tuned separately.", valueName: "spec"))
  var spellings: [String]

  @Option(
    name: .customLong("dataset"), parsing: .singleValue,
    help: "A data set: name, folder or file (repeatable).")
  var datasets: [String] = []

  @OptionGroup(title: "Tuning") var tuning: TuningArguments
  @OptionGroup var planning: PlanArguments
  @OptionGroup(title: "Horizons") var horizons: HorizonArguments
  @OptionGroup(title: "Protocol") var replay: ProtocolArguments
  @OptionGroup(title: "Protocol") var kinds: KindArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @Option(help: ArgumentHelp("The run directory to make.", valueName: "run"))
  var output: String

  @OptionGroup var existing: ForceArguments

  mutating func run() async throws {
    let external = ExternalPrograms()
    let request = try request(external.catalogue(.standard))
    let folder = try RunFolderWriter(path: output, force: existing.force)
    do {
      let started = Date()
      let sets = try LoadedSets(
        datasets, split: request.plan.split, reading: request.plan.reading, streams: true)
      var result =
        tuning.leavesOneOut
        ? try await request.chosenLeavingOneOut(sets) : try await request.chosenOnSplit(sets)
      result.correct()
      try external.check()
      let tables = TuningTables(result, goal: request.goal)
      try folder.finish(
        files: files(tables, result.outcome),
        manifest: RunManifest(
          identity: identity(request, result),
          volatile: .of(result.outcome.remarks, started: started, jobs: request.jobs)))
      Terminal.write(VisibleText.lines(TuningSummary(result, request: request).text))
      try result.outcome.conclude()
    } catch {
      folder.discard()
      throw error
    }
  }

  private func files(
    _ tables: TuningTables, _ outcome: ScoringRun.Outcome
  ) -> [(name: String, text: String)] {
    var files = [
      (name: "trials.csv", text: tables.trials.rendered(as: .csv)),
      (name: RunFolder.scoresName, text: ScoresCSV.text(outcome.table)),
      (name: "comparisons.csv", text: tables.comparisons.rendered(as: .csv)),
    ]
    if tuning.leavesOneOut {
      files.append((name: "folds.csv", text: tables.folds.rendered(as: .csv)))
    }
    if outcome.isIncomplete { files.append((name: "failures.csv", text: outcome.failuresText)) }
    return files
  }

  private func identity(_ request: TuningRequest, _ result: TuningResult) -> RunManifest.Identity {
    RunManifest.Identity(
      version: Version.number, commit: Version.commit, plan: result.outcome.plan,
      datasets: result.outcome.datasets, leftOut: request.spaces.flatMap(\.leftOut),
      environment: .current,
      tuning: TuningIdentity(
        searched: spellings, search: request.search.name, trials: request.search.trials,
        seed: request.plan.seed, objective: request.goal.objective.name,
        bounds: request.goal.guards.map(\.description), leavesOneOut: tuning.leavesOneOut,
        searchedOn: result.searchedOn, chosen: result.chosen))
  }

  /// Reads the arguments; nothing is opened yet.
  private func request(_ catalogue: PredictorCatalogue) throws -> TuningRequest {
    guard planning.groupBy == nil else {
      throw CommandFailure.usage("--group-by: tune is by participant; leave it out")
    }
    guard tuning.leavesOneOut || planning.participants.split == nil else {
      throw CommandFailure.usage(
        "--split: tune goes by the parts train, validation and test; leave it out, or use "
          + "--leave-one-out")
    }
    try tuning.validateReplicates()
    let (goal, sets) = try tuning.goal()
    var plan = try planning.plan(
      file: nil, datasets: datasets, horizons: horizons, replay: replay,
      kinds: kinds, reading: reading, defaults: (["hold", "linear"], "1,2,4"))
    let references = try PredictorSubjects(plan.predictors, catalogue: catalogue)
    plan.predictors = spellings + plan.predictors
    plan.groupBy = [.participant]
    if let only = plan.onlyMetrics {
      plan = plan.restricted(toMetrics: only + goal.metricNames)
    } else {
      plan.metricSets = MetricSet.standard(and: plan.metricSets + sets)
    }
    // Refused here, before anything is read.
    _ = try tuning.chosen(of: plan.horizons)
    let spaces = try spellings.map { try TuningSpace($0, catalogue: catalogue) }
    return TuningRequest(
      plan: plan, spaces: spaces, references: references, goal: goal,
      search: try tuning.search(of: spaces, seed: plan.seed),
      resampling: .init(replicates: tuning.replicates, seed: plan.seed),
      jobs: try planning.workerCount(), horizons: tuning.chosen(of:))
  }
}
