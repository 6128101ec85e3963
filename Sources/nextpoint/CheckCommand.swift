import ArgumentParser
import Evaluation
import Foundation
import Reporting

/// Compares scores with a committed baseline.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare scores with a committed baseline; exit 2 where something got worse.",
    discussion: """
      A plan is scored afresh; of a run directory the stored scores are taken. The baseline is the
      CSV file beside the plan, of the same name, unless --baseline names another. Data sets that
      are not on this machine are passed over, and named.

      EXAMPLES
        nextpoint check baselines/synthetic.yaml
        nextpoint check baselines/synthetic.yaml --update     writes the baseline anew
      """)

  @Argument(help: ArgumentHelp("A plan file in YAML, or a run directory.", valueName: "plan|run"))
  var subject: String

  @Option(help: ArgumentHelp("The baseline.", valueName: "file.csv"))
  var baseline: String?

  @Option(help: ArgumentHelp("How much worse a measure may get, as a share.", valueName: "share"))
  var relative: Double = 0.01

  @Option(help: ArgumentHelp("How much worse a measure may get, in its unit.", valueName: "n"))
  var absolute: Double = 1e-6

  @OptionGroup var participants: SplitArguments

  @Flag(help: "Write the baseline anew from these scores.")
  var update = false

  @Option(help: ArgumentHelp("Workers, by default one a core.", valueName: "n"))
  var jobs: Int?

  @Option(help: "table, csv, json or markdown.")
  var format: OutputFormat = .table

  mutating func run() async throws {
    guard relative >= 0, absolute >= 0, relative.isFinite, absolute.isFinite else {
      throw CommandFailure.usage("--relative and --absolute must be numbers of at least 0")
    }
    let table = try await scores()
    let path = try baselinePath()
    let present = Set(table.rows.map(\.dataset))
    guard !update else { return try write(table, to: path, present: present) }
    let stored = try stored(path)
    let comparison = AccuracyBaseline(stored).compare(
      table, tolerance: .init(relative: relative, absolute: absolute), datasets: present)
    try conclude(comparison, metrics: stored.metrics, absent: absent(stored, present))
  }

  private func scores() async throws -> ScoreTable {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: subject, isDirectory: &isFolder), isFolder.boolValue {
      guard try participants.parts() == nil else {
        throw CommandFailure.usage(
          "--split goes with a plan; the scores in \(subject) are of the participants of its run")
      }
      do { return try RunFolder(reading: subject, metrics: MetricSet.allMetrics).table } catch {
        throw CommandFailure.noData("\(error)")
      }
    }
    let planning = try PlanArguments.parse(jobs.map { ["--jobs", String($0)] } ?? [])
    let external = ExternalPrograms()
    let catalogue = external.catalogue(.standard)
    var plan = try planning.plan(
      file: try PlanFile(path: subject, catalogue: catalogue), datasets: [],
      defaults: (["hold"], "1,2,4"))
    plan.split = try participants.parts() ?? plan.split
    let locator = DatasetSearch.locator()
    let named = plan.datasets
    plan.datasets = plan.datasets.filter { name in
      if (try? locator.resolve(name)) != nil { return true }
      Terminal.note("note: the data set '\(name)' is not on this machine and is not checked")
      return false
    }
    guard named.isEmpty || !plan.datasets.isEmpty else {
      throw CommandFailure.noData(
        "none of the plan's data sets is on this machine, so nothing was checked; set "
          + "\(DatasetSearch.environmentVariable) to the folders that hold them")
    }
    let run = ScoringRun(
      plan: plan,
      subjects: try PredictorSubjects(plan.predictors, catalogue: catalogue),
      jobs: try planning.workerCount(), keepsRaw: false)
    let outcome = try await run.run(
      on: try LoadedSets(plan.datasets, split: plan.split, locator: locator, streams: true))
    try external.check()
    for problem in outcome.problems { Terminal.warn(problem) }
    return outcome.table
  }

  private func baselinePath() throws -> String {
    if let baseline { return baseline }
    guard let dot = subject.lastIndex(of: "."), !subject[dot...].contains("/") else {
      throw CommandFailure.usage("name the baseline of the run \(subject) with --baseline FILE.csv")
    }
    return subject[..<dot] + ".csv"
  }

  private func write(_ table: ScoreTable, to path: String, present: Set<String>) throws {
    if FileManager.default.fileExists(atPath: path) {
      let lost = absent(try stored(path), present)
      guard lost.isEmpty else {
        throw CommandFailure.failed(
          "\(path) also holds \(lost.joined(separator: ", ")), not scored here and lost by an update; "
            + "update it where all its data sets are, or delete the file first")
      }
    }
    let text = ScoresCSV.text(AccuracyBaseline.guardedPart(of: table))
    do { try AtomicFile.write(text, to: path) } catch { throw CommandFailure.failed("\(error)") }
    Terminal.note("wrote \(table.rows.count) rows to \(path)")
  }

  private func stored(_ path: String) throws -> ScoreTable {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw CommandFailure.noData(
        "the baseline \(path) cannot be read; write it with --update, and commit it")
    }
    do {
      return try ScoresCSV.read(Array(text.utf8), file: path, metrics: MetricSet.allMetrics).table
    } catch {
      throw CommandFailure.noData("\(error)")
    }
  }

  private func absent(_ stored: ScoreTable, _ present: Set<String>) -> [String] {
    Set(stored.rows.map(\.dataset)).subtracting(present).sorted()
  }

  private func conclude(
    _ comparison: AccuracyBaseline.Comparison, metrics: [MetricDefinition], absent: [String]
  ) throws {
    guard comparison.compared > 0 || !comparison.regressions.isEmpty else {
      throw CommandFailure.noData(
        "the baseline has no row for any data set that was scored (it has "
          + "\(absent.joined(separator: ", "))); check the plan's names")
    }
    for name in absent { Terminal.note("note: \(name) was not scored and is not compared") }
    if !comparison.improvements.isEmpty {
      Terminal.note(
        "note: \(comparison.improvements.count) measures got better; write them down with --update")
    }
    guard comparison.regressions.isEmpty else {
      Terminal.write(RegressionTable(comparison.regressions).table.rendered(as: format))
      Terminal.note(
        "\(comparison.regressions.count) of \(comparison.compared) measures got worse than the "
          + "baseline allows; mend it, or accept it with --update and say why in the commit")
      throw ExitStatus.regression
    }
    Terminal.note("\(comparison.compared) measures are no worse than the baseline")
  }
}

/// What got worse, as a table.
private struct RegressionTable {
  let table: OutputTable

  init(_ changes: [AccuracyBaseline.Change]) {
    table = OutputTable(
      columns: [
        .init("dataset"), .init("participant"), .init("task"), .init("predictor"),
        .init("horizon_ms", title: "horizon (ms)"), .init("aggregation"), .init("measure"),
        .init("baseline"), .init("now"), .init("change_percent", title: "change (%)"),
      ],
      rows: changes.map(Self.cells))
  }

  private static func cells(_ change: AccuracyBaseline.Change) -> [OutputTable.Cell] {
    let percent = change.before.flatMap { before in
      change.now.flatMap { before == 0 ? nil : 100 * ($0 - before) / abs(before) }
    }
    return [
      .text(change.row.dataset), .text(change.row.participant), .text(change.row.task),
      .text(change.row.spelling), .number(change.row.horizon * 1000, decimals: 1),
      .text(change.row.aggregation.rawValue),
      .text(change.metric.isEmpty ? "the whole row is missing" : change.metric),
      .number(change.before, decimals: 6), .number(change.now, decimals: 6),
      .number(percent, decimals: 2),
    ]
  }
}
