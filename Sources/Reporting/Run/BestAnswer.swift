import Evaluation

/// Which predictor is best on a data set, what it is compared with, and where it is weakest.
struct BestAnswer: Sendable {
  /// The configuration with the lowest mean error at the headline horizon.
  let best: DatasetScores.Configuration
  /// The best configuration of another kind; nil where the run has only one kind.
  let next: DatasetScores.Configuration?
  /// The best against the next, by participant; nil for fewer than two participants.
  let comparison: PairedComparison?
  /// The task, the participant and the part of strokes with the greatest error relative to `hold`, where
  /// the run has these.
  let weakest: [Weakness]

  /// A group on which a predictor is weak.
  struct Weakness: Sendable {
    /// What the group is, such as "task corner".
    let place: String
    /// The error as a share of that of `hold`.
    let ratio: Double
  }

  /// Finds the answer; nil where no error was scored.
  init?(
    _ scores: DatasetScores, participants: ParticipantScores, groups: [DatasetScores],
    parts: [DatasetScores], jobs: Int
  ) async {
    let moment = scores.headlineMoment
    let seconds = scores.moments[moment].seconds
    guard let error = scores.metric(HeadlineMeasure.error.name),
      let best = scores.best(by: error, at: moment)
    else { return nil }
    self.best = best
    let next = Self.next(after: best, by: error, in: scores)
    self.next = next
    comparison = await Self.compared(
      best, with: next, by: error, at: seconds, participants, jobs: jobs)
    let single = groups.filter { $0.group.participant.isEmpty || $0.group.task.isEmpty }
    let places = [
      single.filter { $0.group.participant.isEmpty }.map { ("task \($0.group.task)", $0) },
      single.filter { $0.group.task.isEmpty }.map {
        ("participant \(ScoreRow.participantName($0.group.participant))", $0)
      }, Self.named(parts),
    ]
    weakest =
      best.spelling == Landmark.hold
      ? [] : places.compactMap { Self.weakest(of: best.spelling, in: $0, at: seconds) }
  }

  /// The best configuration of another kind than the best's, without `hold`.
  private static func next(
    after best: DatasetScores.Configuration, by error: MetricDefinition, in scores: DatasetScores
  ) -> DatasetScores.Configuration? {
    let ranked = scores.configurations.compactMap { configuration in
      scores.value(configuration, at: scores.headlineMoment, named: error.name).map {
        (configuration, $0)
      }
    }.filter { $0.0.kind != best.kind && $0.0.spelling != Landmark.hold }
    return ranked.min { $0.1 < $1.1 }?.0
  }

  private static func compared(
    _ best: DatasetScores.Configuration, with next: DatasetScores.Configuration?,
    by error: MetricDefinition, at seconds: Double, _ participants: ParticipantScores, jobs: Int
  ) async -> PairedComparison? {
    guard let next, let first = participants.people.first,
      let place = first.index(of: error.name)
    else { return nil }
    let pairs = PairedComparisonScores(
      reference: participants.rows(of: next.spelling, at: seconds),
      score: participants.rows(of: best.spelling, at: seconds), metric: place,
      metrics: first.metrics)
    guard pairs.participants.count > 1 else { return nil }
    return await PairedComparison(
      participants: pairs.participants, errors: nil, clusters: [],
      resampling: participants.resampling, jobs: jobs)
  }

  /// Parts of strokes with their names for people.
  private static func named(_ parts: [DatasetScores]) -> [(String, DatasetScores)] {
    PartFigures.Division.allCases.flatMap { division in
      division.parts.compactMap { part, title in
        parts.first { $0.group.part == part }.map { ("\(division.noun) \(title)", $0) }
      }
    }
  }

  /// The group with the greatest error relative to `hold`; nil for fewer than two groups.
  private static func weakest(
    of spelling: String, in places: [(name: String, scores: DatasetScores)], at seconds: Double
  ) -> Weakness? {
    let error = HeadlineMeasure.error.name
    let found = places.compactMap { name, scores -> Weakness? in
      guard let value = scores.value(of: spelling, at: seconds, named: error),
        let held = scores.value(of: Landmark.hold, at: seconds, named: error), held > 0
      else { return nil }
      return Weakness(place: name, ratio: value / held)
    }
    return found.count > 1 ? found.max { $0.ratio < $1.ratio } : nil
  }
}
