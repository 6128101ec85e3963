import MotionNumerics
import Testing
import TouchInput

@testable import Evaluation

@Suite struct ParetoRankingTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func agreesWithTheDefinition(seed: UInt64) {
    var random = Xoshiro256StarStar(seed: seed)
    for size in [2, 3, 10, 60] {
      for coarse in [2.0, 5, 1e6] {
        // Coarse numbers make ties.
        let points = (0..<size).map { _ in
          SIMD3(
            (random.nextUnit() * coarse).rounded(), (random.nextUnit() * coarse).rounded(),
            (random.nextUnit() * coarse).rounded())
        }
        let found = ParetoRanking.standings(points)
        for index in points.indices {
          let isDominated = points.contains { other in
            other != points[index] && all(other .<= points[index])
          }
          #expect((found[index] == .dominated) == isDominated, "seed \(seed), \(points)")
        }
        let knees = points.indices.filter { found[$0] == .knee }
        #expect(Set(knees.map { points[$0] }).count == 1, "seed \(seed)")
        #expect(points.indices.allSatisfy { points[$0] != points[knees[0]] || knees.contains($0) })
      }
    }
  }

  @Test func theKneeIsNearestToTheBestOfEach() {
    let points: [SIMD3<Double>] = [
      [0, 10, 10], [10, 0, 10], [10, 10, 0], [2, 3, 2], [11, 11, 11],
    ]
    #expect(ParetoRanking.standings(points) == [.front, .front, .front, .knee, .dominated])
  }

  @Test func whatDiffersByRoundingIsEqual() {
    let one: SIMD3<Double> = [1, 2, 3]
    let found = ParetoRanking.standings([one, one * (1 + 1e-15), [2, 2, 2]])
    #expect(found.allSatisfy { $0 != .dominated })
  }

  @Test func whatCannotBeComparedHasNoStanding() {
    #expect(ParetoRanking.standings([]) == [])
    #expect(ParetoRanking.standings([[1, 1, 1]]) == [nil])
    #expect(
      ParetoRanking.standings([[.nan, 0, 0], [1, 1, 1], [2, 2, 2]]) == [nil, .knee, .dominated])
    #expect(
      ParetoRanking.standings([[0, .infinity, 0], [1, 1, 1], [2, 0, 2]]) == [nil, .knee, .front])
  }

  @Test func rowsAreHeldAgainstThoseBesideThemOnly() throws {
    let metrics = MetricSet.standard.metrics
    func row(_ predictor: String, _ dataset: String, _ values: [Double], note: ScoreRow.Note? = nil)
      throws -> ScoreRow
    {
      var all = [Double?](repeating: nil, count: metrics.count)
      for (name, value) in zip(ParetoRanking.measures, values) {
        all[try #require(metrics.firstIndex { $0.name == name })] = value
      }
      return ScoreRow(
        dataset: dataset, predictor: predictor, horizon: 0.1, unit: .millimeter, note: note,
        values: all)
    }
    let table = ScoreTable(
      metrics: metrics, sweptNames: [],
      rows: [
        try row("a", "one", [1, 1, 1]), try row("b", "one", [2, 2, 2]),
        try row("a", "two", [9, 9, 9]), try row("b", "two", [3, 3, 3]),
        try row("c", "two", [1, 1, 1], note: .scaleUnknown), try row("d", "three", [1, 1, 1]),
      ])
    #expect(
      ParetoRanking.ranked(table).rows.map(\.pareto)
        == [.knee, .dominated, .dominated, .knee, nil, nil])
  }
}
