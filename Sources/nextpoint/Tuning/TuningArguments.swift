import ArgumentParser
import Evaluation

/// The objective, the bounds and the search of a tuning.
struct TuningArguments: ParsableArguments {
  /// The order in which settings are tried.
  enum SearchName: String, ExpressibleByArgument, CaseIterable {
    case grid
    case random
    case optuna
  }

  @Option(
    help: ArgumentHelp("The measure to minimize; see 'nextpoint metrics'.", valueName: "name"))
  var objective = "error_mean"

  @Option(
    name: .customLong("at-most"), parsing: .singleValue,
    help: ArgumentHelp(
      "A bound that the chosen setting must satisfy, such as 'overshoot_p95<=1.2' (repeatable).",
      valueName: "bound"))
  var bounds: [String] = []

  @Option(
    help: ArgumentHelp(
      "The horizon to tune at, in ms (the nearest is used), or 'mean' for the mean over all.",
      valueName: "ms"))
  var horizon = "33.3"

  @Option(help: "Try all settings (grid), random ones, or those that Optuna's TPE proposes.")
  var search: SearchName?

  @Option(
    help: ArgumentHelp(
      "A program that proposes settings, by the protocol of docs/tune.md.",
      valueName: "command"))
  var engine: String?

  @Option(help: ArgumentHelp("The number of settings to try (default: 50).", valueName: "n"))
  var trials: Int?

  @Flag(
    name: .customLong("leave-one-out"),
    help: "Choose for each participant on all the others; needs no splits.")
  var leavesOneOut = false

  @Option(help: ArgumentHelp("Number of bootstrap replicates (B).", valueName: "n"))
  var replicates = PairedComparison.Resampling().replicates

  /// The largest grid that is tried without --search grid.
  private static let largestGrid = 1000
  private static let defaultTrials = 50

  func validateReplicates() throws {
    try CommandFailure.check("--replicates", replicates, in: 100...10_000_000)
  }

  /// The goal, and the sets of measures that it needs.
  func goal() throws -> (goal: TuningGoal, sets: [MetricSet]) {
    let objective = try MetricSet.ordered(by: objective, option: "--objective")
    let guards = try bounds.map(Self.bound)
    return (
      TuningGoal(objective: objective.definition, guards: guards.map(\.bound)),
      [objective.set] + guards.map(\.set)
    )
  }

  private static func bound(
    _ text: String
  ) throws -> (set: MetricSet, bound: TuningGoal.Guard) {
    let plain = text.filter { $0 != " " }
    guard let sign = plain.firstRange(of: "<="),
      let most = Double(plain[sign.upperBound...]), most.isFinite
    else {
      throw CommandFailure.usage(
        "--at-most '\(ShownText(text))': write a measure, <= and a number, such as "
          + "'overshoot_p95<=1.2'")
    }
    let (set, metric) = try MetricSet.ordered(by: plain[..<sign.lowerBound], option: "--at-most")
    return (set, TuningGoal.Guard(metric: metric, most: most, description: plain))
  }

  /// Returns the horizons of a plan that count: one, or all.
  func chosen(of horizons: [Horizon]) throws -> [Horizon] {
    guard horizon != "mean" else { return horizons }
    guard let milliseconds = Double(horizon), milliseconds > 0, milliseconds.isFinite else {
      throw CommandFailure.usage(
        "--horizon '\(ShownText(horizon))': give milliseconds above 0, or mean")
    }
    return horizons.slot(nearest: milliseconds).map { [horizons[$0]] } ?? []
  }

  /// Returns the search of these spaces.
  func search(of spaces: [TuningSpace], seed: UInt64) throws -> TuningSearch {
    let trials = self.trials ?? Self.defaultTrials
    try CommandFailure.check("--trials", trials, in: 1...1_000_000)
    if let engine {
      guard search == nil else {
        throw CommandFailure.usage("give --engine or --search, not both")
      }
      return try led(by: .command(engine), trials: trials, seed: seed)
    }
    switch search {
    case .random: return .random(trials: trials, seed: seed)
    case .optuna: return try led(by: .optuna, trials: trials, seed: seed)
    case .grid, nil: break
    }
    guard self.trials == nil else {
      throw CommandFailure.usage(
        "--trials requires --search random or optuna, or --engine; a grid is tried whole")
    }
    let largest = spaces.map(\.settings.count).max() ?? 0
    guard search == .grid || largest <= Self.largestGrid else {
      throw CommandFailure.usage(
        "\(largest) settings are more than \(Self.largestGrid): try some with --search random or "
          + "optuna and --trials N, or all with --search grid")
    }
    return .grid
  }

  private func led(
    by program: SearchEngine.Program, trials: Int, seed: UInt64
  ) throws -> TuningSearch {
    guard !leavesOneOut else {
      throw CommandFailure.usage(
        "--leave-one-out requires --search grid or random: a search led by scores would have seen "
          + "those of the one left out")
    }
    return .engine(program, trials: trials, seed: seed)
  }
}
