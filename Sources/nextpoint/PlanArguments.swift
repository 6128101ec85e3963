import ArgumentParser
import Evaluation
import Foundation
import MotionPrediction

/// The flags that evaluate, sweep and check share, and the plan that they make.
struct PlanArguments: ParsableArguments {
  @Option(
    name: .customLong("predictor"), parsing: .singleValue,
    help: ArgumentHelp(
      "A predictor, such as polynomial:degree=1..3,window=2..12; repeat it for more.",
      valueName: "spec"))
  var predictors: [String] = []

  @OptionGroup(title: "Horizons") var horizons: HorizonArguments
  @OptionGroup(title: "Protocol") var replay: ProtocolArguments

  @Option(
    name: .customLong("group-by"),
    help: ArgumentHelp("Rows for each task, participant, or both.", valueName: "task,participant"))
  var groupBy: String?

  @Option(help: "Lengths in mm, px or native; auto is mm where the scale is known.")
  var unit: EvaluationPlan.ReportUnit?

  @Option(help: ArgumentHelp("Workers, by default one a core.", valueName: "n"))
  var jobs: Int?

  @Option(
    help: ArgumentHelp("The seed of everything drawn at random, 1 by default.", valueName: "n"))
  var seed: UInt64?

  /// The number of workers.
  func workerCount() throws -> Int {
    let count = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    guard (1...1024).contains(count) else {
      throw CommandFailure.usage("--jobs \(count) is not from 1 to 1024")
    }
    return count
  }

  /// The plan that flags and plan file make together; a flag outweighs the file.
  ///
  /// - Parameters:
  ///   - file: The plan file, where there is one.
  ///   - datasets: The data sets that the command names.
  ///   - defaults: What holds where neither says anything.
  /// - Returns: The plan.
  /// - Throws: `CommandFailure` for a value that cannot be used.
  func plan(
    file: PlanFile?, datasets: [String], defaults: (predictors: [String], frames: String)
  ) throws -> EvaluationPlan {
    let named = datasets.isEmpty ? file?.datasets ?? [] : datasets
    let replay = try replay.applied(to: file?.replay)
    let chosen = try horizons.horizons() ?? file?.horizons
    return EvaluationPlan(
      datasets: named,
      predictors: predictors.isEmpty ? file?.predictors ?? defaults.predictors : predictors,
      horizons: try chosen ?? Self.defaultHorizons(replay, frames: defaults.frames),
      replay: replay,
      groupBy: try groupBy.map(Self.groupings) ?? file?.groupBy ?? [],
      unit: unit ?? file?.unit ?? .automatic,
      seed: seed ?? file?.seed ?? 1)
  }

  /// None where the recordings decide; else the command's.
  private static func defaultHorizons(
    _ replay: EvaluationProtocol, frames: String
  ) throws -> [Horizon] {
    guard replay.targets == .all else { return [] }
    let text = replay.name == .henze2017 ? "2,4,6" : frames
    return try HorizonArguments.horizons(
      frames: text, rate: nil, milliseconds: nil, names: ("frames", "rate", "ms")) ?? []
  }

  /// Reads `task,participant`.
  static func groupings(_ text: String) throws -> [EvaluationPlan.Grouping] {
    try text.split(separator: ",").map { part in
      guard let grouping = EvaluationPlan.Grouping(rawValue: part.filter { $0 != " " }) else {
        throw CommandFailure.usage("--group-by \(text): '\(part)' is neither task nor participant")
      }
      return grouping
    }
  }
}
