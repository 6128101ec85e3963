import ArgumentParser
import Datasets
import Evaluation
import MotionPrediction
import Reporting

/// Scores predictors on data sets and prints a table.
struct EvaluateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Score predictors on data sets and print a table.",
    discussion: """
      EXAMPLES
        nextpoint evaluate synthetic-noisy-60hz --predictor recommended
        nextpoint evaluate henze-2017 --protocol henze2017 --group-by task --unit px
        nextpoint evaluate stroke.csv --predictions mine=mine.csv --horizon-ms 33.3
        nextpoint evaluate inkable --predictor 'external:command="python3 mine.py"'
      """)

  @Argument(help: "Data sets: names, folders or files.")
  var datasets: [String]

  @OptionGroup var planning: PlanArguments
  @OptionGroup(title: "Horizons") var horizons: HorizonArguments
  @OptionGroup(title: "Protocol") var replay: ProtocolArguments
  @OptionGroup(title: "Protocol") var kinds: KindArguments
  @OptionGroup(title: "Reading") var reading: ReadingArguments

  @Option(
    name: .customLong("predictions"), parsing: .singleValue,
    help: ArgumentHelp(
      "Score predictions made elsewhere, in the output format of 'nextpoint predict' (repeatable).",
      valueName: "name=file.csv"))
  var predictions: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print instead the n recordings and the n strokes on which each predictor is worst "
        + "relative to hold.", valueName: "n"))
  var worst: Int?

  @Option(help: "Output format; csv prints the full scores.csv.")
  var format: OutputFormat = .table

  mutating func run() async throws {
    let external = ExternalPrograms()
    var plan = try planning.plan(
      file: nil, datasets: datasets, horizons: horizons, replay: replay,
      kinds: kinds, reading: reading, defaults: (["hold", "linear", "polynomial"], "1,2,4"))
    let shown = try planning.shownMeasures()
    // A table shows few measures, and no others are computed for it.
    if format != .csv {
      plan = plan.restricted(toMetrics: shown + [ScoringRun.Outcome.countName])
    }
    guard predictions.isEmpty || plan.replay.name != .display else {
      throw CommandFailure.usage(
        "--predictions: a file answers fixed horizons after each sample, and the protocol display "
          + "asks at its own ticks; use the protocol sample")
    }
    let files = try predictions.map(PredictionsFile.init(argument:))
    guard files.isEmpty || plan.replay.pipeline?.delivery != .polled else {
      throw CommandFailure.usage(
        "--predictions holds answers after samples, and --delivery polled observes none; leave one out"
      )
    }
    var run = ScoringRun(
      plan: plan,
      subjects: try PredictorSubjects(
        plan.predictors, catalogue: external.catalogue(.standard)),
      jobs: try planning.workerCount(), keepsRaw: false)
    run.worstCount = try checkedWorst(run.subjects)
    if let note = run.subjects.leftOutNote { Terminal.note("note: \(note)") }
    let sets = try LoadedSets(
      datasets, split: plan.split, reading: plan.reading,
      streams: files.isEmpty)
    let outcome = try await run.run(
      on: sets,
      supplied: { dataset, horizons in
        // The device's own horizons differ from sample to sample; a file answers some of them.
        let asked = plan.replay.targets == .all ? horizons.map(\.seconds) : []
        return try files.map { try $0.matched(to: dataset, asked: asked) }
      })
    try external.check()
    Terminal.write(
      worst != nil
        ? WorstTable(cases: outcome.worst).table.rendered(as: format)
        : format == .csv
          ? ScoresCSV.text(outcome.table)
          : ScoreSummary.table(outcome.table, measures: shown).rendered(as: format))
    try outcome.conclude()
  }

  /// The number of worst cases, which are ranked by the error of `hold`.
  private func checkedWorst(_ subjects: PredictorSubjects) throws -> Int? {
    guard let worst else { return nil }
    try CommandFailure.check("--worst", worst, in: 1...1000)
    let reference = ScoringRun.worstReference
    guard subjects.predictors.contains(where: { $0.spelling == reference }) else {
      throw CommandFailure.usage(
        "--worst \(worst) ranks by the error of \(reference); add --predictor \(reference)")
    }
    return worst
  }
}

extension ScoringRun.Outcome {
  /// Reports what was left out on standard error, and exits with 3 if anything was.
  func conclude() throws {
    for warning in warnings { Terminal.warn(warning) }
    for problem in problems { Terminal.warn(problem) }
    for failure in failures { Terminal.warn(failure) }
    if isIncomplete { throw ExitStatus.incomplete }
  }
}
