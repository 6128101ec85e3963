import MotionNumerics

/// The errors of two predictors at the same targets, with whose and which stroke's they are.
public struct PairedComparisonErrors: Sendable {
  /// One target: ‖predicted − truth‖ of both.
  private struct Pair: Sendable {
    let reference: Double
    let score: Double
  }

  private var pairs: [Pair] = []
  /// The pairs of each stroke, in order.
  private var strokes: [Range<Int>] = []
  /// The strokes of each participant, in order of first appearance.
  private var participants: [(name: String, strokes: [Int])] = []

  /// Pairs the predictions of two subjects; those without a truth are left out.
  ///
  /// Nil where the two are not on the same targets.
  ///
  /// - Parameters:
  ///   - reference: The reference's predictions, in the order in which an evaluation hands them on.
  ///   - score: The predictor's, in the same order.
  ///   - participant: Who made a recording, by its place in the data set; nil leaves it out.
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

  /// The mean error of both over all targets; nil for none.
  package var means: (reference: Double, score: Double)? {
    guard let reference = pairs.map(\.reference).mean, let score = pairs.map(\.score).mean else {
      return nil
    }
    return (reference, score)
  }

  /// The sums of differences and the numbers of targets, by cluster.
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
