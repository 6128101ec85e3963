import ArgumentParser
import Datasets
import Evaluation
import Foundation
import Reporting

/// Compares scores with a committed baseline.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Compare scores with a committed baseline; exit 2 on a regression.",
    usage: "nextpoint check <plan|run> [<options>]",
    discussion: """
      A plan is scored now; the scores of a run directory are read. The baseline is
      the CSV file beside the plan with the same name, unless --baseline names
      another.

      Exits with 2 if a measure got worse, or if the scores have no row of a predictor
      that the baseline has. Otherwise exits with 3 if something was
      not compared: a row or measure that only one side has, or a data set that is
      not on this machine. Each is named. Exits with 65 if the baseline cannot be
      read, or contains a duplicate row or an impossible value.

      EXAMPLES
        nextpoint check baselines/synthetic.yaml
        nextpoint check baselines/synthetic.yaml --update     rewrites the baseline
      """)

  @Argument(help: ArgumentHelp("A plan file in YAML, or a run directory.", valueName: "plan|run"))
  var subject: String

  @Option(help: ArgumentHelp("The baseline.", valueName: "file.csv"))
  var baseline: String?

  @Option(
    help: ArgumentHelp("How much worse a measure may get, as a fraction.", valueName: "share"))
  var relative: Double = 0.01

  @Option(help: ArgumentHelp("How much worse a measure may get, in its unit.", valueName: "n"))
  var absolute: Double = 1e-6

  @OptionGroup var participants: SplitArguments
  @OptionGroup var programs: ProgramArguments

  @Flag(help: "Rewrite the baseline from these scores.")
  var update = false

  @Option(help: ArgumentHelp("Worker count (default: one per core).", valueName: "n"))
  var jobs: Int?

  @OptionGroup var output: FormatArguments

  mutating func run() async throws {
    guard relative >= 0, absolute >= 0, relative.isFinite, absolute.isFinite else {
      throw CommandFailure.usage("--relative and --absolute must be numbers of at least 0")
    }
    guard FileManager.default.fileExists(atPath: subject) else {
      throw CommandFailure.noData(
        "\(subject): there is no such plan or run directory; give the path of a YAML file, or of what "
          + "'nextpoint sweep' wrote")
    }
    let path = try baselinePath()
    let stored = update ? nil : try StoredBaseline(contents: try read(path), path: path)
    let scores = try await scores()
    guard let stored else {
      try write(scores, to: path)
      if scores.isIncomplete { throw ExitStatus.incomplete }
      return
    }
    let present = Set(scores.table.rows.map(\.dataset))
    let comparison = try stored.compare(
      try scores.baseline(), tolerance: .init(relative: relative, absolute: absolute),
      datasets: present)
    try conclude(
      comparison, missing: stored.contents.missingPredictors(from: scores.table),
      absent: stored.contents.absent(from: present), isIncomplete: scores.isIncomplete)
  }

  /// The scores of the plan or the run.
  private func scores() async throws -> CheckedScores {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: subject, isDirectory: &isFolder), isFolder.boolValue {
      return try storedScores()
    }
    let planning = try PlanArguments.parse(jobs.map { ["--jobs", String($0)] } ?? [])
    let external = ExternalPrograms(mayRun: programs.allowsPrograms)
    let catalogue = external.catalogue(.standard)
    var plan = try planning.plan(
      file: try PlanFile(path: subject, catalogue: catalogue, programs: programs), datasets: [],
      horizons: try HorizonArguments.parse([]), replay: try ProtocolArguments.parse([]),
      defaults: (["hold"], "1,2,4"))
    plan.split = try participants.parts() ?? plan.split
    let guarded = plan.metrics.map(\.name).filter(AccuracyBaseline.guarded.contains)
    guard !guarded.isEmpty else {
      throw CommandFailure.usage(
        "\(subject): only-metrics names no measure that a baseline guards; those are "
          + AccuracyBaseline.guarded.joined(separator: ", "))
    }
    plan = plan.restricted(toMetrics: guarded)
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
      on: try LoadedSets(
        plan.datasets, split: plan.split, reading: plan.reading, streams: true))
    try external.check()
    for remark in outcome.remarks { Terminal.warn(remark) }
    return CheckedScores(
      table: outcome.table, stored: nil,
      isIncomplete: outcome.isIncomplete || plan.datasets != named)
  }

  /// The scores that a run directory holds.
  private func storedScores() throws -> CheckedScores {
    guard try participants.parts() == nil else {
      throw CommandFailure.usage(
        "--split requires a plan; the scores in \(subject) are of the participants of its run")
    }
    return try CommandFailure.asNoData {
      let run = try RunFolder(unedited: subject)
      for warning in run.warnings { Terminal.warn(warning) }
      let file = "\(subject)/\(RunFolder.scoresName)"
      return CheckedScores(
        table: run.table, stored: (file, try read(file).lines), isIncomplete: false)
    }
  }

  private func baselinePath() throws -> String {
    if let baseline { return baseline }
    guard let dot = subject.lastIndex(of: "."), !subject[dot...].contains("/") else {
      throw CommandFailure.usage("name the baseline of the run \(subject) with --baseline FILE.csv")
    }
    return subject[..<dot] + ".csv"
  }

  private func write(_ scores: CheckedScores, to path: String) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue {
      let lost = try read(path).absent(from: Set(scores.table.rows.map(\.dataset)))
      guard lost.isEmpty else {
        throw CommandFailure.usage(
          "\(path) also holds \(lost.joined(separator: ", ")), not scored here and lost by an update; "
            + "update it where all its data sets are, or delete the file first")
      }
    }
    _ = try scores.baseline()
    let text = ScoresCSV.text(AccuracyBaseline.guardedPart(of: scores.table))
    // Only a baseline is ever here: anything else was refused above.
    try AtomicFile.write(text, to: path, replacing: true)
    Terminal.note("wrote \(scores.table.rows.count) rows to \(path)")
  }

  private func read(_ path: String) throws -> ScoresCSV.Contents {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandFailure.noData(
        "the baseline \(path) cannot be read; write it with --update, and commit it")
    }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw CommandFailure.noData(
        "the baseline \(path) cannot be read (\(SystemReason.text(error))); check that it is a file "
          + "and that you may read it")
    }
    return try CommandFailure.asNoData {
      try ScoresCSV.read(Array(data), file: path, metrics: MetricSet.allMetrics)
    }
  }

  private func conclude(
    _ comparison: AccuracyBaseline.Comparison, missing: [String], absent: [String],
    isIncomplete: Bool
  ) throws {
    let findings = BaselineFindings(comparison)
    let hasNothingInCommon = comparison.compared == 0 && !findings.hasMissingRows
    guard !hasNothingInCommon else {
      throw CommandFailure.noData(
        "the baseline has no row for any data set that was scored (it has "
          + "\(absent.joined(separator: ", "))); check the plan's names")
    }
    for name in absent { Terminal.note("note: \(name) was not scored and is not compared") }
    if !comparison.improvements.isEmpty {
      Terminal.note(
        "note: \(comparison.improvements.count) measures got better; write them down with --update")
    }
    if !findings.isEmpty { output.print(findings.table) }
    findings.warnOfGaps()
    guard comparison.regressions.isEmpty else {
      Terminal.note(
        "\(comparison.regressions.count) of \(comparison.compared) measures got worse than the "
          + "baseline allows; fix it, or accept it with --update and explain it in the commit")
      throw ExitStatus.regression
    }
    guard missing.isEmpty else {
      Terminal.note(
        "\(missing.joined(separator: ", ")): in the baseline and not scored any more; put what is missing "
          + "back into the plan, or accept it with --update and explain it in the commit")
      throw ExitStatus.regression
    }
    Terminal.note("\(comparison.compared) measures are no worse than the baseline")
    if !comparison.gaps.isEmpty || !absent.isEmpty || isIncomplete {
      throw ExitStatus.incomplete
    }
  }
}

/// The scores that are held against a baseline.
private struct CheckedScores {
  let table: ScoreTable
  /// The file that they were read from, with the line of each row; nil if they were just computed.
  let stored: (file: String, lines: [Int])?
  /// Whether something was left out of them.
  let isIncomplete: Bool

  /// Their guarded measures.
  ///
  /// - Throws: `CommandFailure` where two rows have the same name, or a stored value cannot be.
  func baseline() throws(CommandFailure) -> AccuracyBaseline {
    do { return try AccuracyBaseline(table) } catch {
      if let stored { throw error.failure(file: stored.file, lines: stored.lines) }
      throw .noData(
        "the scores cannot be compared: \(BaselineFindings.name(of: table.rows[error.row])): "
          + "\(error.problem); give each data set a name of its own")
    }
  }
}

/// A baseline that was read, with the line of each row.
private struct StoredBaseline {
  let contents: ScoresCSV.Contents
  private let baseline: AccuracyBaseline
  private let path: String

  init(contents: ScoresCSV.Contents, path: String) throws(CommandFailure) {
    (self.contents, self.path) = (contents, path)
    do { baseline = try AccuracyBaseline(contents.table) } catch {
      throw error.failure(file: path, lines: contents.lines)
    }
  }

  func compare(
    _ current: AccuracyBaseline, tolerance: AccuracyBaseline.Tolerance, datasets: Set<String>
  ) throws(CommandFailure) -> AccuracyBaseline.Comparison {
    do {
      return try baseline.compare(current, tolerance: tolerance, datasets: datasets)
    } catch {
      throw error.failure(file: path, lines: contents.lines)
    }
  }
}

extension ScoresCSV.Contents {
  /// The data sets that it has rows of and that are not among these.
  fileprivate func absent(from present: Set<String>) -> [String] {
    Set(table.rows.map(\.dataset)).subtracting(present).sorted()
  }

  /// The predictors that it has rows of on a data set that was scored, and that were not.
  fileprivate func missingPredictors(from scores: ScoreTable) -> [String] {
    let datasets = Set(scores.rows.map(\.dataset))
    let held = table.rows.filter { datasets.contains($0.dataset) }.map(\.spelling)
    return Set(held).subtracting(scores.rows.map(\.spelling)).sorted()
  }
}

extension BaselineFault {
  /// The sentence, with file, line, column and value; exit code 65.
  fileprivate func failure(file: String, lines: [Int]) -> CommandFailure {
    let remedy =
      repeated.map { "remove one of them; the other is on line \(lines[$0])" }
      ?? "correct it, or rewrite the file"
    let error = ScoresCSVError(
      file: file, line: lines[row], column: column, value: value, problem: problem, remedy: remedy)
    return .noData("\(error)")
  }
}
