/// Ranks predictors by error, overshoot and noise together.
///
/// One predictor dominates another if it is no worse in each of the three measures and better in
/// one. Predictors that none dominates form the Pareto front. The knee is the point of the front
/// nearest to the best of each measure, with each measure scaled to 0 … 1 over the front.
///
/// Equality is that of `EqualScores`; equal points have equal standings.
public enum ParetoRanking {
  /// The ranked measures; lower is better in each.
  public static let measures = ["error_mean", "overshoot_p95", "jitter_mean"]

  /// Returns the standing of each point among all.
  ///
  /// - Parameter points: The three measures of each candidate.
  /// - Returns: A standing for each point; nil for a point that is not finite, and for all if fewer
  ///   than two points are left.
  /// - Complexity: O(n²) at worst; typically O(n · size of the front).
  package static func standings(_ points: [SIMD3<Double>]) -> [ParetoStanding?] {
    var result = [ParetoStanding?](repeating: nil, count: points.count)
    let candidates = points.indices.filter { points[$0].isFinite }
      .sorted { (points[$0].x, $0) < (points[$1].x, $1) }
    guard candidates.count > 1 else { return result }
    for candidate in candidates {
      let isDominated = candidates.contains { dominates(points[$0], points[candidate]) }
      result[candidate] = isDominated ? .dominated : .front
    }
    let front = points.indices.filter { result[$0] == .front }
    guard let knee = knee(of: front, points) else { return result }
    for index in front where areEqual(points[index], points[knee]) { result[index] = .knee }
    return result
  }

  /// Returns a table with the standing of each row among the rows of the same data set, group, part
  /// and horizon.
  ///
  /// Rows with a note, or without one of the three measures, are not ranked.
  public static func ranked(_ table: ScoreTable) -> ScoreTable {
    let places = measures.compactMap { table.index(of: $0) }
    guard places.count == measures.count else { return table }
    var result = table
    var groups: [Group: [Int]] = [:]
    for index in table.rows.indices where table.rows[index].note == nil {
      groups[Group(table.rows[index]), default: []].append(index)
    }
    for members in groups.values {
      let points = members.map { member -> SIMD3<Double> in
        let values = table.rows[member].values
        let three = places.map { $0 < values.count ? values[$0] ?? .nan : .nan }
        return SIMD3(three[0], three[1], three[2])
      }
      for (member, standing) in zip(members, standings(points)) {
        result.rows[member].pareto = standing
      }
    }
    return result
  }

  private static func dominates(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Bool {
    var isLess = false
    for axis in 0..<3 {
      if EqualScores.isGreater(one[axis], than: other[axis]) { return false }
      if EqualScores.isGreater(other[axis], than: one[axis]) { isLess = true }
    }
    return isLess
  }

  private static func areEqual(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Bool {
    (0..<3).allSatisfy { EqualScores.areEqual(one[$0], other[$0]) }
  }

  private static func knee(of front: [Int], _ points: [SIMD3<Double>]) -> Int? {
    guard let first = front.first else { return nil }
    let low = front.reduce(points[first]) { pointwiseMin($0, points[$1]) }
    let high = front.reduce(points[first]) { pointwiseMax($0, points[$1]) }
    let spread = (high - low).replacing(with: 1, where: high .== low)
    let distances = front.map { index -> Double in
      let share = (points[index] - low) / spread
      return (share * share).sum()
    }
    return zip(front, distances).min { ($0.1, $0.0) < ($1.1, $1.0) }?.0
  }

  /// The columns that rows of one ranking share.
  private struct Group: Hashable {
    let texts: [String]
    let horizon: Double

    init(_ row: ScoreRow) {
      texts = [
        row.dataset, row.participant, row.task, row.aggregation.rawValue, row.unit.rawValue,
        row.device?.rawValue ?? "", row.part?.name ?? "", row.recording,
      ]
      horizon = row.horizon
    }
  }
}

extension SIMD3<Double> {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

/// The standing of a predictor by error, overshoot and noise together.
public enum ParetoStanding: String, Hashable, Sendable, Codable, CaseIterable {
  /// Not dominated by any other.
  case front
  /// The point of the front nearest to the best of each measure.
  case knee
  /// Dominated: another is no worse in each measure and better in one.
  case dominated
}

/// The equality of scores up to rounding.
///
/// Two ways to compute the same prediction, such as `linear` and a line through two samples, differ
/// in the last digits, always in the same direction. Rankings, choices and sign tests would mistake
/// that for a result. A share of 1e-9 is far above rounding and far below any difference that
/// matters.
package enum EqualScores {
  /// The greatest relative difference of equal scores.
  package static let share = 1e-9

  /// Returns whether two scores differ only by rounding.
  package static func areEqual(_ one: Double, _ other: Double) -> Bool {
    abs(one - other) <= share * max(abs(one), abs(other))
  }

  /// Returns whether a score is greater than another by more than rounding.
  package static func isGreater(_ one: Double, than other: Double) -> Bool {
    one > other && !areEqual(one, other)
  }
}
