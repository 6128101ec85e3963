import ArgumentParser
import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Scores many predictors on data sets, into a run directory.
struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract: "Score predictors with ranges on data sets, into a run directory.",
    discussion: """
      From flags, or from a plan file in YAML with the same names; a flag outweighs the file.
      Rows by participant are written unless --group-by says otherwise: intervals need them.

      EXAMPLES
        nextpoint sweep --dataset synthetic --predictor 'polynomial:degree=1..3,window=2..12' \\
          --frames-ahead 1..6 --output run
        nextpoint sweep plan.yaml --output run && nextpoint report run
      """)

  @Argument(help: "A plan file in YAML.")
  var planFile: String?

  @Option(
    name: .customLong("dataset"), parsing: .singleValue,
    help: "A data set's name, a folder or a file; repeat it for more.")
  var datasets: [String] = []

  @OptionGroup var planning: PlanArguments

  @Option(help: ArgumentHelp("The run directory to make.", valueName: "run"))
  var output: String?

  @Flag(help: "Replace the run directory where it exists.")
  var force = false

  @Flag(help: "Also write every single prediction, to predictions.csv.")
  var raw = false

  @Flag(
    name: .customLong("dry-run"), help: "Only say what would be done and how long it would take.")
  var dryRun = false

  mutating func run() async throws {
    let external = ExternalPrograms()
    let catalogue = external.catalogue(.standard)
    let file = try planFile.map { try PlanFile(path: $0, catalogue: catalogue) }
    let plan = try planning.plan(
      file: file, datasets: datasets,
      defaults: (["hold", "linear", "polynomial:degree=1..3,window=2..12"], "1..6"),
      groupBy: [.participant])
    let subjects = try PredictorSubjects(plan.predictors, catalogue: catalogue)
    if let note = subjects.leftOutNote { Terminal.note("note: \(note)") }
    let jobs = try planning.workerCount()
    let folder =
      try dryRun
      ? nil
      : RunFolderWriter(path: output, force: force, rawUnit: raw ? plan.unit : nil)
    let run = ScoringRun(
      plan: plan, subjects: subjects, jobs: jobs, keepsRaw: raw, findsFloors: true)
    guard let folder else {
      let sets = try LoadedSets(
        plan.datasets, split: plan.split, locator: DatasetSearch.locator())
      return await SweepEstimate(run, sets: sets).describe()
    }
    try await folder.fill(run, external: external)
  }
}

extension RunFolderWriter {
  /// Does the run and writes what it gave; nothing stands under the folder's name until all is there.
  fileprivate func fill(_ run: ScoringRun, external: ExternalPrograms) async throws {
    let started = Date()
    do {
      let sets = try LoadedSets(
        run.plan.datasets, split: run.plan.split, locator: DatasetSearch.locator(),
        streamingFor: run.keepsRaw ? nil : run.plan)
      let outcome = try await run.run(on: sets, raw: rawSink)
      try external.check()
      try finish(outcome, run: run, started: started)
      let rows = outcome.table.rows.count
      Terminal.note(
        "\(rows) rows of scores in \(path); 'nextpoint report \(path)' makes a page of them")
      try outcome.conclude()
    } catch {
      discard()
      throw error
    }
  }
}
