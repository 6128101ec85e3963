import ArgumentParser
import Datasets
import Evaluation
import Foundation
import MotionPrediction
import Reporting
import TouchInput

/// The flags that evaluate, sweep and check share, and the plan that they make.
///
/// Horizons and protocol are groups of the commands beside this one: swift-argument-parser validates a
/// group inside a group five times as often in debug builds, which every test of a command would pay.
struct PlanArguments: ParsableArguments {
  @Option(
    name: .customLong("predictor"), parsing: .singleValue,
    help: ArgumentHelp(
      "A predictor, such as polynomial:degree=1..3,window=2..12 (repeatable).",
      valueName: "spec"))
  var predictors: [String] = []

  @OptionGroup var participants: SplitArguments

  @Option(
    name: .customLong("group-by"),
    help: ArgumentHelp(
      "Add rows by task, participant, device, recording, kind, phase, speed, age, age-ms or lift-ms; "
        + "or none.",
      valueName: "groups"))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Additional measures or sets, or 'all'; see 'nextpoint metrics'.",
      valueName: "names"))
  var metrics: String?

  @Option(
    name: .customLong("only-metrics"),
    help: ArgumentHelp(
      "Compute only these measures or sets.", valueName: "names"))
  var onlyMetrics: String?

  @Option(help: "The unit of lengths; auto is mm if the scale is known.")
  var unit: EvaluationPlan.ReportUnit?

  @Option(help: ArgumentHelp("Worker count (default: one per core).", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("The seed of all random numbers (default: 1).", valueName: "n"))
  var seed: UInt64?

  /// The number of workers.
  func workerCount() throws -> Int {
    let count = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    try CommandFailure.check("--jobs", count, in: 1...1024)
    return count
  }

  /// The plan that flags and plan file make together; a flag outweighs the file.
  ///
  /// - Parameters:
  ///   - file: The plan file, where there is one.
  ///   - datasets: The data sets that the command names.
  ///   - horizons: The flags of the horizons.
  ///   - replay: The flags of the protocol.
  ///   - kinds: The flag of the kinds of strokes.
  ///   - reading: The flags of reading.
  ///   - defaults: What holds where neither says anything.
  ///   - defaultGrouping: How rows are divided where neither says so.
  /// - Returns: The plan.
  /// - Throws: `CommandFailure` for a value that cannot be used.
  func plan(
    file: PlanFile?, datasets: [String], horizons: HorizonArguments, replay: ProtocolArguments,
    kinds: KindArguments? = nil, reading: ReadingArguments? = nil,
    defaults: (predictors: [String], frames: String),
    groupBy defaultGrouping: [EvaluationPlan.Grouping] = []
  ) throws -> EvaluationPlan {
    let named = datasets.isEmpty ? file?.datasets ?? [] : datasets
    var replay = try replay.applied(to: file?.replay)
    if let chosen = try kinds?.chosen() { replay.kinds = chosen }
    let groupBy = try groupBy.map(Self.groupings) ?? file?.groupBy ?? defaultGrouping
    // Who asks for rows by kind wants to see all kinds.
    if groupBy.contains(.kind), replay.kinds == nil { replay.kinds = Stroke.Kind.allCases }
    var plan = EvaluationPlan(
      datasets: named,
      predictors: predictors.isEmpty ? file?.predictors ?? defaults.predictors : predictors,
      horizons: try Self.chosen(horizons, file, replay: replay, frames: defaults.frames),
      replay: replay,
      groupBy: groupBy,
      metricSets: try additionalSets() ?? file?.metricSets ?? [],
      unit: unit ?? file?.unit ?? .automatic,
      seed: seed ?? file?.seed ?? 1,
      split: try participants.parts() ?? file?.split)
    plan.reading = try reading?.options(over: file?.reading) ?? file?.reading ?? ReadingOptions()
    return try restrictedMeasures(file).map(plan.restricted(toMetrics:)) ?? plan
  }

  /// The sets of `--metrics`, which cannot go with `--only-metrics`.
  private func additionalSets() throws -> [MetricSet]? {
    guard metrics == nil || onlyMetrics == nil else {
      throw CommandFailure.usage(
        "--metrics adds measures to the standard set, and --only-metrics computes no others; give "
          + "one of them")
    }
    return try metrics.map { try MetricSelection($0).sets }
  }

  /// The measures of `--only-metrics`, else of the file's `only-metrics`, which `--metrics` outweighs.
  private func restrictedMeasures(_ file: PlanFile?) throws -> [String]? {
    if let onlyMetrics { return try MetricSelection(onlyMetrics, key: "--only-metrics").names }
    return metrics == nil ? file?.onlyMetrics : nil
  }

  /// The horizons of the flags, else of the file, else of the command; none if the recordings
  /// decide.
  ///
  /// A frame rate given as a flag also holds for frames that the file or the command gives.
  private static func chosen(
    _ horizons: HorizonArguments, _ file: PlanFile?, replay: EvaluationProtocol, frames: String
  ) throws -> [Horizon] {
    if horizons.framesAhead != nil || horizons.horizonMilliseconds != nil {
      return try horizons.horizons() ?? []
    }
    if let written = file?.horizons {
      guard let rate = horizons.frameRate else { return written }
      guard let frames = file?.frames else {
        throw CommandFailure.usage(
          "--frame-rate requires frames, and the plan gives horizon-ms; leave it out")
      }
      return try frameHorizons(frames, rate: rate)
    }
    guard replay.targets == .all else { return [] }
    return try frameHorizons(
      replay.name == .henze2017 ? "2,4,6" : frames, rate: horizons.frameRate ?? file?.frameRate)
  }

  private static func frameHorizons(_ frames: String, rate: Double?) throws -> [Horizon] {
    try HorizonArguments.horizons(
      frames: frames, rate: rate, milliseconds: nil,
      names: (frames: "--frames-ahead", rate: "--frame-rate", milliseconds: "--horizon-ms")) ?? []
  }

  /// The measures that a table for people shows.
  func shownMeasures() throws -> [String] {
    try metrics.map { try MetricSelection($0).names }
      ?? onlyMetrics.map { try MetricSelection($0, key: "--only-metrics").names }
      ?? ScoreSummary.measures
  }

  /// The value for no grouping, for commands that group by default.
  static let noGrouping = "none"

  /// Reads `task,participant`, or `none` for rows of whole data sets only.
  static func groupings(_ text: String) throws -> [EvaluationPlan.Grouping] {
    if text == noGrouping { return [] }
    return try text.split(separator: ",").map { part in
      guard let grouping = EvaluationPlan.Grouping(rawValue: part.filter { $0 != " " }) else {
        throw CommandFailure.usage(
          "--group-by \(text): '\(part)' is not a grouping; choose from task, participant, device, "
            + "recording, kind, phase, speed, age, age-ms and lift-ms")
      }
      return grouping
    }
  }
}
