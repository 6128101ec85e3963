import MotionNumerics

/// A comparison of two predictors on the same targets, participant by participant.
///
/// A difference is the predictor's score minus the reference's, so negative is an improvement if
/// lower is better. For a measure with a target value, the score is the distance from that value.
/// Participants are resampled: predictions of one person are correlated, and an interval over
/// single predictions would be many times too narrow.
public struct PairedComparison: Hashable, Sendable {
  /// One participant's two scores.
  public struct Participant: Hashable, Sendable {
    /// The participant; empty if unknown.
    public var name: String
    /// The score of the reference.
    public var reference: Double
    /// The score of the predictor; the reference's if the two are equal (`EqualScores`).
    public var score: Double

    /// Creates a pair.
    public init(name: String, reference: Double, score: Double) {
      self.name = name
      self.reference = reference
      self.score = EqualScores.areEqual(reference, score) ? reference : score
    }

    /// The predictor's score minus the reference's.
    public var difference: Double { score - reference }
  }

  /// What is resampled.
  public enum ClusterKind: String, Hashable, Sendable, CaseIterable {
    /// All of a participant's predictions together.
    case participant
    /// All predictions of a stroke, as recorded from down to up, together.
    case stroke
    /// Each prediction by itself.
    case frame
  }

  /// A difference with its interval.
  public struct Estimate: Hashable, Sendable {
    /// The score of the reference.
    public var reference: Double
    /// The score of the predictor.
    public var score: Double
    /// What was resampled for the interval.
    public var clusters: ClusterKind
    /// The number of clusters.
    public var clusterCount: Int
    /// The 95 % percentile interval of the difference; nil for fewer than two clusters.
    public var interval: PercentileInterval?

    /// The predictor's score minus the reference's.
    public var difference: Double { score - reference }

    /// The difference relative to the reference's score; nil if that is 0.
    public var relativeChange: Double? { reference == 0 ? nil : difference / abs(reference) }
  }

  /// The settings of the bootstrap and the permutation test.
  public struct Resampling: Hashable, Sendable {
    /// The number of bootstrap replicates, and of sign flips if not all are enumerated; at least 1.
    public var replicates: Int
    /// The seed.
    public var seed: UInt64

    /// Creates settings.
    public init(replicates: Int = 10_000, seed: UInt64 = 1) {
      self.replicates = replicates
      self.seed = seed
    }
  }

  /// The number of participants below which percentile intervals are too narrow.
  public static let fewParticipants = 10

  /// The participants with both scores, in the order of the data set.
  public let participants: [Participant]
  /// The mean over participants, each counting once.
  ///
  /// Report this first.
  public let participantMean: Estimate
  /// The mean over all predictions, for each requested kind of cluster; empty for a measure that is
  /// not a mean over predictions.
  public let pooled: [Estimate]
  /// The number of participants whose score is below the reference's.
  public let improved: Int
  /// The sign-flip permutation test of the participants' differences.
  public let test: SignFlipPermutation

  /// Compares two predictors.
  ///
  /// Nil if there are no participants or a score is not finite.
  ///
  /// - Parameters:
  ///   - participants: The participants with both scores.
  ///   - errors: Their paired errors; nil for a measure that is not a mean over predictions.
  ///   - clusters: The kinds of clusters to resample for the pooled mean.
  ///   - resampling: The number of replicates and the seed.
  ///   - jobs: The number of workers, at least 1. Results do not depend on it.
  /// - Complexity: O(replicates · clusters).
  public init?(
    participants: [Participant], errors: PairedComparisonErrors?, clusters: [ClusterKind],
    resampling: Resampling, jobs: Int
  ) async {
    guard
      let test = SignFlipPermutation(
        participants.map(\.difference), draws: resampling.replicates, seed: resampling.seed)
    else { return nil }
    let count = Double(participants.count)
    self.test = test
    self.participants = participants
    improved = participants.count { $0.difference < 0 }
    participantMean = Estimate(
      reference: participants.reduce(0) { $0 + $1.reference } / count,
      score: participants.reduce(0) { $0 + $1.score } / count,
      clusters: .participant, clusterCount: participants.count,
      interval: await Self.interval(
        participants.map { .init(sum: $0.difference, count: 1) }, resampling, jobs: jobs))
    var pooled: [Estimate] = []
    for kind in clusters {
      guard let errors, let means = errors.means else { continue }
      let drawn = errors.clusters(kind)
      pooled.append(
        Estimate(
          reference: means.reference, score: means.score, clusters: kind,
          clusterCount: drawn.count, interval: await Self.interval(drawn, resampling, jobs: jobs)))
    }
    self.pooled = pooled
  }

  static func interval(
    _ clusters: [ClusterBootstrap.Cluster], _ resampling: Resampling, jobs: Int
  ) async -> PercentileInterval? {
    guard clusters.count > 1 else { return nil }
    let bootstrap = ClusterBootstrap(clusters, seed: resampling.seed)
    let total = resampling.replicates
    let parts = await Workers(jobs).map((total + chunk - 1) / chunk) { part in
      bootstrap.replicates(part * chunk..<min((part + 1) * chunk, total))
    }
    return PercentileInterval(parts.flatMap(\.self))
  }

  /// The number of replicates in a piece of work.
  private static let chunk = 100
}

/// The errors of two predictors at the same targets, by participant and stroke.
public struct PairedComparisonErrors: Sendable {
  /// The errors ‖predicted − truth‖ of both at one target.
  private struct Pair: Sendable {
    let reference: Double
    let score: Double
  }

  private var pairs: [Pair] = []
  /// The pairs of each stroke, in order.
  private var strokes: [Range<Int>] = []
  /// The strokes of each participant, in order of first appearance.
  private var participants: [(name: String, strokes: [Int])] = []

  /// Pairs the predictions of two subjects, leaving out targets without truth.
  ///
  /// Nil if the two have different targets.
  ///
  /// - Parameters:
  ///   - reference: The reference's predictions, in the order of an evaluation's results.
  ///   - score: The predictor's predictions, in the same order.
  ///   - participant: Returns the participant of a recording by its index; nil to leave it out.
  public init?(
    reference: [RawPrediction], score: [RawPrediction], participant: (Int) -> String?
  ) {
    let reference = reference.filter { participant($0.recording) != nil }
    let score = score.filter { participant($0.recording) != nil }
    guard reference.count == score.count else { return nil }
    var places: [String: Int] = [:]
    var last: (recording: Int, stroke: String)?
    for (first, second) in zip(reference, score) {
      guard first.recording == second.recording, first.stroke == second.stroke,
        first.slot == second.slot, first.time == second.time, first.truth == second.truth
      else { return nil }
      guard let truth = first.truth, let name = participant(first.recording) else { continue }
      if last?.recording != first.recording || last?.stroke != first.stroke {
        last = (first.recording, first.stroke)
        let place = places[name] ?? participants.count
        if place == participants.count {
          places[name] = place
          participants.append((name, []))
        }
        participants[place].strokes.append(strokes.count)
        strokes.append(pairs.count..<pairs.count)
      }
      pairs.append(
        Pair(
          reference: (first.predicted - truth).length, score: (second.predicted - truth).length))
      strokes[strokes.count - 1] = strokes[strokes.count - 1].lowerBound..<pairs.count
    }
  }

  /// The mean error of both over all targets; nil if there are none.
  package var means: (reference: Double, score: Double)? {
    guard let reference = pairs.map(\.reference).mean, let score = pairs.map(\.score).mean else {
      return nil
    }
    return (reference, score)
  }

  /// Returns the sums of differences and the numbers of targets, by cluster.
  package func clusters(_ kind: PairedComparison.ClusterKind) -> [ClusterBootstrap.Cluster] {
    switch kind {
    case .frame: pairs.map { .init(sum: $0.score - $0.reference, count: 1) }
    case .stroke: strokes.map { cluster([$0]) }
    case .participant: participants.map { cluster($0.strokes.map { strokes[$0] }) }
    }
  }

  private func cluster(_ ranges: [Range<Int>]) -> ClusterBootstrap.Cluster {
    var (sum, count) = (CompensatedSum(), 0)
    for range in ranges {
      for pair in pairs[range] { sum += pair.score - pair.reference }
      count += range.count
    }
    return .init(sum: sum.value, count: Double(count))
  }
}

/// Pairs two predictors' rows of scores by participant.
public struct PairedComparisonScores: Sendable {
  /// The participants with both scores on the same number of targets.
  public private(set) var participants: [PairedComparison.Participant] = []
  /// The participants left out, because a score is missing or is over other targets.
  public private(set) var leftOut: [String] = []

  /// Pairs rows by participant, in the order of the reference's rows.
  ///
  /// - Parameters:
  ///   - reference: The rows of the reference, one per participant.
  ///   - score: The rows of the predictor.
  ///   - metric: The index of the measure in the rows' values.
  ///   - metrics: The measures of the rows.
  public init(
    reference: [ScoreRow], score: [ScoreRow], metric: Int, metrics: [MetricDefinition]
  ) {
    let scored = metrics.firstIndex { $0.name == "scored" }
    let measure = metrics[metric]
    let scores = Dictionary(
      score.map { ($0.participant, $0) }, uniquingKeysWith: { first, _ in first })
    for first in reference {
      guard let second = scores[first.participant],
        let before = first.values[metric], let after = second.values[metric],
        scored.map({ first.values[$0] == second.values[$0] }) ?? true
      else {
        leftOut.append(first.participant)
        continue
      }
      participants.append(
        PairedComparison.Participant(
          name: first.participant, reference: measure.badness(before),
          score: measure.badness(after)))
    }
    let named = Set(reference.map(\.participant))
    for second in score where !named.contains(second.participant) {
      leftOut.append(second.participant)
    }
  }
}
