import MotionNumerics
import Testing

@Suite struct ClusterBootstrapTests {
  private static func cases(_ values: [Double]) -> [ClusterBootstrap.Cluster] {
    values.map { .init(sum: $0, count: 1) }
  }

  /// Two participants can be drawn in four ways: 0 0, 0 1, 1 0, 1 1.
  @Test func twoClustersGiveTheThreeMeansOneToTwoToOne() {
    let seed: UInt64 = 5
    let bootstrap = ClusterBootstrap(
      [.init(sum: 2, count: 1), .init(sum: 30, count: 3)], seed: seed)
    #expect(bootstrap.mean == 8)
    let count = 40_000
    let replicates = bootstrap.replicates(0..<count)
    #expect(replicates.count == count)
    for (mean, share) in [(2.0, 0.25), (8, 0.5), (10, 0.25)] {
      // Five standard errors of a share.
      let tolerance = 5 * (share * (1 - share) / Double(count)).squareRoot()
      let found = Double(replicates.count { $0 == mean }) / Double(count)
      #expect(abs(found - share) < tolerance, "mean \(mean), seed \(seed)")
    }
    #expect(Set(replicates) == [2, 8, 10])
  }

  /// For many cases of a normal distribution the interval is mean ± 1.96 s/√n, s over n.
  @Test func normalCasesGiveTheNormalInterval() throws {
    let seed: UInt64 = 11
    var generator = Xoshiro256StarStar(seed: seed)
    let values = (0..<400).map { _ in 3 + 2 * generator.nextNormal() }
    let mean = values.reduce(0, +) / 400
    let variance = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 400
    let expected = 1.959_963_985 * (variance / 400).squareRoot()
    let bootstrap = ClusterBootstrap(Self.cases(values), seed: seed)
    let interval = try #require(PercentileInterval(bootstrap.replicates(0..<10_000)))
    // A 2.5 % quantile of 10,000 normal replicates has a standard error of 0.027 of their standard
    // deviation; half the difference of two such has 0.019, 1 % of the half-width. Five of them.
    let tolerance = 0.05 * expected
    #expect(abs(interval.halfWidth - expected) < tolerance, "seed \(seed)")
    #expect(abs((interval.low + interval.high) / 2 - mean) < tolerance, "seed \(seed)")
    let narrower = try #require(
      PercentileInterval(bootstrap.replicates(0..<10_000), level: 0.5))
    #expect(abs(narrower.halfWidth - 0.674_489_75 / 1.959_963_985 * expected) < tolerance)
  }

  /// Cases that are all alike within a cluster tell no more than one case of each.
  @Test func casesAlikeInAClusterDoNotNarrowTheInterval() {
    let few = ClusterBootstrap(Self.cases([1, 4, 6, 9]), seed: 3)
    let many = ClusterBootstrap([1, 4, 6, 9].map { .init(sum: 100 * $0, count: 100) }, seed: 3)
    #expect(few.replicates(0..<200) == many.replicates(0..<200))
  }

  @Test func replicatesDoNotDependOnHowTheyAreShared() {
    let bootstrap = ClusterBootstrap(Self.cases([1, 4, 6, 9, 2.5]), seed: 8)
    let whole = bootstrap.replicates(0..<100)
    #expect(bootstrap.replicates(0..<37) + bootstrap.replicates(37..<100) == whole)
    #expect(whole != ClusterBootstrap(bootstrap.clusters, seed: 9).replicates(0..<100))
  }

  @Test func nothingGivesNothing() {
    let empty = ClusterBootstrap([], seed: 1)
    #expect(empty.mean == nil)
    #expect(empty.replicates(0..<10).isEmpty)
    #expect(PercentileInterval([]) == nil)
    #expect(PercentileInterval([1, .nan]) == nil)
    #expect(PercentileInterval([1, 2], level: 1.5) == nil)
  }

  @Test func theEndsAreQuantilesOfType7() {
    let interval = PercentileInterval((0...100).map(Double.init), level: 0.9)
    // h = 100 · 0.05 and 100 · 0.95; 1e-9 for the rounding of the level.
    #expect(abs((interval?.low ?? .nan) - 5) < 1e-9)
    #expect(abs((interval?.high ?? .nan) - 95) < 1e-9)
  }
}
