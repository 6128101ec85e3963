import Datasets
import Evaluation
import MotionPrediction

/// What `tune` is asked for, read and checked; it opens no file.
struct TuningRequest {
  var plan: EvaluationPlan
  let spaces: [TuningSpace]
  let references: PredictorSubjects
  let goal: TuningGoal
  let search: TuningSearch
  let resampling: PairedComparison.Resampling
  let jobs: Int
  /// Narrows the plan's horizons to those that count.
  let horizons: ([Horizon]) throws -> [Horizon]

  /// Chooses on train and validation, then looks at test once.
  func chosenOnSplit(_ sets: LoadedSets) async throws -> TuningResult {
    let parts = try TuningParts(sets)
    let request = try resolved(for: parts.search)
    let scorer = try await request.searcher(parts.search)
    var found: [(outcome: TuningSearch.Outcome, choice: TuningChoice)] = []
    for space in spaces {
      let outcome = try await search.outcome(in: space, scorer: scorer)
      found.append(
        (
          outcome,
          try request.choosing(from: outcome, of: scorer, on: parts.search) {
            () throws(TuningError) in try TuningChoice(from: outcome.trials, for: goal)
          }
        ))
    }
    guard let test = parts.test.revealed(after: found.map(\.choice)) else {
      throw CommandFailure.usage("nothing was chosen; give a spelling with a range")
    }
    return try await request.reported(found, on: test, searched: parts, scorer)
  }

  private func reported(
    _ found: [(outcome: TuningSearch.Outcome, choice: TuningChoice)], on test: LoadedSets,
    searched parts: TuningParts, _ searcher: TuningScorer
  ) async throws -> TuningResult {
    let scorer = try await self.scorer(test)
    let beside = try await shown(
      found.map { $0.outcome.settings[$0.choice.trial] }, scorer: scorer, label: "test")
    var tuned: [TunedSpace] = []
    for (space, (outcome, choice)) in zip(spaces, found) {
      let trial = beside.scored[choice.spelling]?.trial
      tuned.append(
        TunedSpace(
          space: space, outcome: outcome, counts: [choice.trial: 1], folds: [],
          compared: try await compared(trial, in: space, beside: beside, on: test)))
    }
    var plan = plan
    plan.split = [TuningParts.reported]
    var result = ScoringRun.Outcome(
      table: ParetoRanking.ranked(table(beside.rows)), plan: plan,
      datasets: test.datasets.map(\.identity), problems: parts.search.problems)
    result.failures =
      searcher.failures + scorer.failures + found.flatMap(\.outcome.failures) + beside.failures
    result.warnings = warnings(test, tuned)
    let labels = parts.searched.map { part, participants in
      let names = parts.search.datasets.flatMap { set in
        (participants[set.name] ?? []).map { searcher.label(dataset: set.name, participant: $0) }
      }
      return (part: part, participants: names)
    }
    return TuningResult(
      spaces: tuned, outcome: result, searchedOn: parts.search.datasets.map(\.identity),
      parts: labels, scorer: searcher)
  }

  /// Chooses for each participant on all the others; every setting is scored once for each.
  func chosenLeavingOneOut(_ sets: LoadedSets) async throws -> TuningResult {
    let request = try resolved(for: sets)
    let searcher = try await request.searcher(sets)
    var found: [(outcome: TuningSearch.Outcome, nested: NestedTuning)] = []
    for space in spaces {
      let outcome = try await search.outcome(in: space, scorer: searcher)
      found.append(
        (
          outcome,
          try request.choosing(from: outcome, of: searcher, on: sets) {
            () throws(TuningError) in try NestedTuning(outcome.trials, for: goal)
          }
        ))
    }
    let scorer = try await request.scorer(sets)
    let beside = try await request.shown([], scorer: scorer, label: "beside")
    var (tuned, rows): ([TunedSpace], [ScoreRow]) = ([], [])
    for (space, (outcome, nested)) in zip(spaces, found) {
      tuned.append(
        TunedSpace(
          space: space, outcome: outcome, counts: nested.counts, folds: nested.folds,
          compared: try await request.compared(
            nested.trial(spelling: space.spelling), in: space, beside: beside, on: sets)))
      let chosen = try await request.rows(
        of: Set(nested.folds.map(\.choice.trial)).sorted().map { outcome.settings[$0] },
        scorer: scorer)
      rows += nested.folds.flatMap { fold in
        (chosen[fold.choice.spelling] ?? []).ofSingleParticipants.filter {
          scorer.label($0) == fold.heldOut
        }
      }
    }
    var result = ScoringRun.Outcome(
      table: table(rows + beside.rows), plan: request.plan,
      datasets: sets.datasets.map(\.identity), problems: sets.problems)
    result.failures = scorer.failures + found.flatMap(\.outcome.failures) + beside.failures
    result.warnings = warnings(sets, tuned)
    return TuningResult(
      spaces: tuned, outcome: result, searchedOn: result.datasets, parts: [], scorer: scorer)
  }

  /// The request with the horizons that the recordings and the goal leave.
  private func resolved(for sets: LoadedSets) throws -> TuningRequest {
    var result = self
    result.plan.horizons = try horizons(scoringRun.horizons(for: sets.datasets))
    return result
  }

  private var scoringRun: ScoringRun {
    ScoringRun(plan: plan, subjects: references, jobs: jobs, keepsRaw: false)
  }

  /// What scores settings by the measures of the goal alone, and by how many targets there are.
  private func searcher(_ sets: LoadedSets) async throws -> TuningScorer {
    try await TuningScorer(
      sets,
      plan: plan.restricted(toMetrics: goal.metricNames + [ScoringRun.Outcome.countName]),
      goal: goal, sweptNames: sweptNames, jobs: jobs)
  }

  /// The rows of chosen settings by all measures of the plan, by spelling.
  private func rows(
    of chosen: [ConfiguredPredictor], scorer: TuningScorer
  ) async throws -> [String: [ScoreRow]] {
    let progress = ProgressBar("chosen", total: chosen.count * scorer.recordingCount)
    defer { progress.finish() }
    // What fails has failed in the search too, whose failures are listed.
    let scored = try await scorer.scored(chosen, progress: progress).settings
    return Dictionary(
      zip(chosen.map(\.spelling), scored.map(\.rows)), uniquingKeysWith: { first, _ in first })
  }

  /// What scores settings by all measures of the plan.
  private func scorer(_ sets: LoadedSets) async throws -> TuningScorer {
    try await TuningScorer(
      sets, plan: plan, goal: goal, sweptNames: sweptNames, jobs: jobs)
  }

  private var sweptNames: [String] {
    var seen: Set<String> = []
    return spaces.flatMap { $0.axes.map(\.name) }.filter { seen.insert($0).inserted }
  }

  private func table(_ rows: [ScoreRow]) -> ScoreTable {
    ScoreTable(metrics: plan.metrics, sweptNames: sweptNames, rows: rows)
  }

  /// The predictors that the choice is compared with, by spelling.
  private struct Shown {
    var scored: [String: TuningScorer.Scored] = [:]
    var rows: [ScoreRow] = []
    var failures: [EvaluationFailure] = []
  }

  /// Scores the chosen, the untuned and the references.
  private func shown(
    _ chosen: [ConfiguredPredictor], scorer: TuningScorer, label: String
  ) async throws -> Shown {
    var seen: Set<String> = []
    let all = (chosen + spaces.compactMap(\.untuned) + references.predictors).filter {
      seen.insert($0.spelling).inserted
    }
    let progress = ProgressBar(label, total: all.count * scorer.recordingCount)
    defer { progress.finish() }
    let (scored, failures) = try await scorer.scored(all, progress: progress)
    return Shown(
      scored: Dictionary(uniqueKeysWithValues: zip(all.map(\.spelling), scored)),
      rows: scored.flatMap(\.rows), failures: failures)
  }

  /// The choice, its untuned default and the references.
  private func compared(
    _ chosen: TuningTrial?, in space: TuningSpace, beside: Shown, on sets: LoadedSets
  ) async throws -> [ComparedWithTuned] {
    guard let chosen,
      let mean = ParticipantMean(of: chosen, resampling: resampling)
    else {
      try checkScored(beside.rows, beside.failures, metrics: plan.metrics, on: sets)
      throw CommandFailure.noData(
        "\(space.spelling): the chosen setting has no '\(goal.objective.name)' where it is to be "
          + "reported; give another --horizon or --objective")
    }
    var result = [ComparedWithTuned(role: .chosen, trial: chosen, mean: mean, comparison: nil)]
    let others =
      [(ComparedWithTuned.Role.untuned, space.untuned?.spelling)]
      + references.predictors.map { (.reference, $0.spelling) }
    for (role, spelling) in others {
      guard let trial = spelling.flatMap({ beside.scored[$0]?.trial }),
        let mean = ParticipantMean(of: trial, resampling: resampling)
      else { continue }
      let comparison = await PairedComparison(
        of: chosen, with: trial, resampling: resampling, jobs: jobs)
      result.append(
        ComparedWithTuned(role: role, trial: trial, mean: mean, comparison: comparison))
    }
    return result
  }

  private func warnings(_ sets: LoadedSets, _ tuned: [TunedSpace]) -> [String] {
    let count = tuned.first?.compared.first?.mean.count ?? 0
    let caution = PairedComparison.caution(
      count, of: sets.datasets.map(\.name).joined(separator: ", "))
    let untuned = tuned.map(\.space).filter { $0.untuned == nil }.map { space in
      "\(space.spelling): without its ranges it is no predictor, so that no untuned one is shown; "
        + "show another with --predictor SPEC"
    }
    let ends = tuned.filter { !$0.atAnEnd.isEmpty }.map { tuned in
      "\(tuned.space.spelling): the choice lies at the end of the values given ("
        + tuned.atAnEnd.map(\.description).joined(separator: ", ")
        + "), and a better one may lie beyond; widen the range where it can be"
    }
    return sets.datasets.flatMap(scoringRun.warnings(about:)) + untuned + ends
      + (caution.map { [$0] } ?? [])
  }

  /// Chooses; a refusal ends the command with a sentence, which names the cause if nothing was scored.
  private func choosing<Choice>(
    from outcome: TuningSearch.Outcome, of scorer: TuningScorer, on sets: LoadedSets,
    _ body: () throws(TuningError) -> Choice
  ) throws -> Choice {
    do { return try body() } catch {
      if case .nothingScored = error {
        try checkScored(
          outcome.scored.flatMap(\.rows), scorer.failures + outcome.failures,
          metrics: scorer.plan.metrics, on: sets)
      }
      throw error.failure
    }
  }

  /// Ends the command with the causes if no row has a score.
  private func checkScored(
    _ rows: [ScoreRow], _ failures: [EvaluationFailure], metrics: [MetricDefinition],
    on sets: LoadedSets
  ) throws {
    let outcome = ScoringRun.Outcome(
      table: ScoreTable(metrics: metrics, sweptNames: [], rows: rows), plan: plan,
      datasets: sets.datasets.map(\.identity), failures: failures, problems: sets.problems)
    do { try outcome.checkScored(UnscoredCauses(sets, horizons: plan.horizons)) } catch {
      for warning in sets.datasets.flatMap(scoringRun.warnings(about:)) { Terminal.warn(warning) }
      throw error
    }
  }
}

extension TuningError {
  /// The sentence, with the remedy.
  fileprivate var failure: CommandFailure {
    switch self {
    case .nothingScored(let measure, let settings):
      return .noData(
        "none of \(settings) settings has '\(measure)' for every participant; give another --horizon "
          + "or --objective, or recordings with longer strokes")
    case .tooFewParticipants(let count):
      return .noData(
        "--leave-one-out needs at least two participants, and there is \(count == 1 ? "one" : "none"); "
          + "say in dataset.json whose each file is, or use another data set")
    case .boundsExceeded(let reached, let settings):
      let nearest = reached.map { bound in
        "\(bound.bound): "
          + (bound.least.map { "the least is \($0), by \(bound.spelling)" }
            ?? "it cannot be computed for every participant")
      }
      return .failed(
        "none of \(settings) settings keeps the bounds (\(nearest.joined(separator: "; "))); raise "
          + "them, or widen the ranges")
    }
  }
}

/// Data sets divided by their splits: what a search may see, and what it may not.
///
/// The test part is sealed: a search is handed `search` alone, and the seal opens only for choices
/// that are made.
struct TuningParts {
  /// The recordings of participants in train and, if it exists, validation.
  let search: LoadedSets
  /// The recordings of participants in test.
  let test: HeldOutData<LoadedSets>
  /// The parts that the search sees, with their participants by data set.
  let searched: [(part: String, participants: [String: [String]])]

  static let reported = "test"
  private static let optional = "validation"
  private static let needed = "train"

  /// Divides the data sets; throws if one has no split with train and test.
  init(_ sets: LoadedSets) throws {
    var (search, test) = (sets, sets)
    var searched: [(part: String, participants: [String: [String]])] = []
    for index in sets.datasets.indices {
      let dataset = sets.datasets[index]
      do {
        let split = try ParticipantSplit(dataset)
        let names =
          split.parts[Self.optional] == nil ? [Self.needed] : [Self.needed, Self.optional]
        search.datasets[index] = try dataset.selecting(parts: names)
        test.datasets[index] = try dataset.selecting(parts: [Self.reported])
        for name in names {
          let place = searched.firstIndex { $0.part == name } ?? searched.count
          if place == searched.count { searched.append((name, [:])) }
          searched[place].participants[dataset.name] = split.parts[name]
        }
      } catch {
        throw CommandFailure.usage("\(error); or use --leave-one-out, which needs no split")
      }
      search.problems += search.datasets[index].splitProblems
    }
    (self.search, self.test, self.searched) = (search, HeldOutData(test), searched)
  }
}
