import Evaluation
import MotionNumerics
import MotionPrediction

/// The order in which settings are tried.
enum TuningSearch {
  /// All of them.
  case grid
  /// A number of settings, drawn without repetition.
  case random(trials: Int, seed: UInt64)
  /// The settings that a program proposes.
  case engine(SearchEngine.Program, trials: Int, seed: UInt64)

  /// What one space gave: the settings in the order tried, each once.
  struct Outcome {
    var settings: [ConfiguredPredictor] = []
    var scored: [TuningScorer.Scored] = []
    var failures: [EvaluationFailure] = []
    var trials: [TuningTrial] { scored.map(\.trial) }
  }

  /// How it is called in a manifest.
  var name: String {
    switch self {
    case .grid: "grid"
    case .random: "random"
    case .engine(let program, _, _): program.name
    }
  }

  /// The number of trials that was asked for; nil for all.
  var trials: Int? {
    switch self {
    case .grid: nil
    case .random(let trials, _), .engine(_, let trials, _): trials
    }
  }

  /// Returns the maximum number of settings of a space to score.
  func count(in space: TuningSpace) -> Int { min(trials ?? .max, space.settings.count) }

  /// The settings of a space that are tried without a look at any score; nil where scores lead.
  func settings(of space: TuningSpace) -> [ConfiguredPredictor]? {
    switch self {
    case .grid: return space.settings
    case .random(let trials, let seed):
      var generator = Xoshiro256StarStar(seed: seed)
      var places = Array(space.settings.indices)
      let count = min(trials, places.count)
      for place in 0..<count {
        places.swapAt(place, place + generator.nextInt(below: places.count - place))
      }
      return places.prefix(count).map { space.settings[$0] }
    case .engine: return nil
    }
  }

  /// Tries settings of a space on what the scorer holds.
  ///
  /// - Throws: `CommandFailure` where the program of a search fails.
  func outcome(in space: TuningSpace, scorer: TuningScorer) async throws -> Outcome {
    let total = count(in: space) * scorer.recordingCount
    let progress = ProgressBar(space.spelling, total: total)
    defer { progress.finish() }
    if let settings = settings(of: space) {
      let (scored, failures) = try await scorer.scored(settings, progress: progress)
      return Outcome(settings: settings, scored: scored, failures: failures)
    }
    guard case .engine(let program, let trials, let seed) = self else { return Outcome() }
    return try await led(
      by: program, trials: trials, seed: seed, in: space, scorer: scorer, progress: progress)
  }

  /// Tries settings until this many are scored.
  ///
  /// One that is asked for again is not scored again, nor is one that cannot be; a program that knows
  /// no other is asked `asksPerTrial` times as often at most.
  private func led(
    by program: SearchEngine.Program, trials: Int, seed: UInt64, in space: TuningSpace,
    scorer: TuningScorer, progress: ProgressBar
  ) async throws -> Outcome {
    var outcome = Outcome()
    var engine = try SearchEngine(program, axes: space.axes, trials: trials, seed: seed)
    defer { engine.stop() }
    var known: [Int: Double?] = [:]
    for _ in 0..<trials * Self.asksPerTrial where known.count < count(in: space) {
      guard let setting = space.setting(at: try engine.ask()) else {
        try engine.tell(nil)
        continue
      }
      if let value = known[setting] {
        try engine.tell(value)
        continue
      }
      let predictor = space.settings[setting]
      let (scored, failures) = try await scorer.scored([predictor], progress: progress)
      outcome.settings.append(predictor)
      outcome.scored += scored
      outcome.failures += failures
      let value = scored.first.flatMap {
        $0.trial.standing(over: $0.trial.participants, for: scorer.goal).eligibleObjective
      }
      known[setting] = .some(value)
      try engine.tell(value)
    }
    engine.finish()
    return outcome
  }

  private static let asksPerTrial = 10
}
