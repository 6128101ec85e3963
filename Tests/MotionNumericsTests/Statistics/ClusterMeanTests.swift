import Foundation
import TestSupport
import Testing

@testable import MotionNumerics

/// Means over few clusters: Student's distribution, intervals, equivalence, detectable differences,
/// and how often the intervals hold what they should.
@Suite struct ClusterMeanTests {
  /// Quantiles at 0.975 and 0.8 by SciPy 1.17 (`scipy.stats.t.ppf`).
  private static let quantiles: [(degrees: Int, upper: Double, power: Double)] = [
    (1, 12.706204736174694, 1.3763819204711738), (2, 4.302652729749462, 1.0606601717798214),
    (4, 2.7764451051977934, 0.9409645772351816), (7, 2.364624251592784, 0.8960296443137653),
    (19, 2.0930240544083087, 0.8609505502689286), (120, 1.9799304050824402, 0.8446268377431316),
  ]

  @Test(arguments: quantiles.indices)
  func quantilesAreThoseOfTheTables(row: Int) throws {
    let (degrees, upper, power) = Self.quantiles[row]
    let distribution = try #require(StudentDistribution(degrees: degrees))
    #expect(abs(distribution.quantile(0.975) - upper) < 1e-11 * upper)
    #expect(abs(distribution.quantile(0.8) - power) < 1e-11)
    #expect(abs(distribution.quantile(0.025) + upper) < 1e-10 * upper)
    #expect(abs(distribution.cumulative(upper) - 0.975) < 1e-14)
    #expect(distribution.quantile(0.5) == 0 && distribution.cumulative(0) == 0.5)
    #expect(distribution.cumulative(.infinity) == 1 && distribution.cumulative(-.infinity) == 0)
  }

  /// With one degree of freedom it is Cauchy's: 1/2 + arctan(x)/π.
  @Test func oneDegreeOfFreedomIsCauchy() throws {
    let distribution = try #require(StudentDistribution(degrees: 1))
    for value in [-30, -1, 0.2, 1, 7] {
      #expect(abs(distribution.cumulative(value) - (0.5 + atan(value) / .pi)) < 1e-15)
    }
    #expect(StudentDistribution(degrees: 0) == nil)
  }

  @Test func aMeanKnownByHand() throws {
    let mean = try #require(ClusterMean([1, 2, 3]))
    #expect(mean.mean == 2 && abs(mean.standardError - 1 / 3.0.squareRoot()) < 1e-15)
    let (low, high) = mean.interval()
    #expect(abs(high - 4.4841377118) < 1e-9 && abs(low + 0.4841377118) < 1e-9)
    // (4.302652… + 1.060660…) / √3
    #expect(abs(mean.detectableDifference() - 3.0965101) < 1e-6)
    // t = (2 − 5)·√3 = −5.196…: the p of one side.
    #expect(abs(mean.equivalence(within: 5) - 0.0175494) < 1e-6)
    #expect(mean.equivalence(within: 1) > 0.5)
    #expect(ClusterMean([1]) == nil && ClusterMean([1, .nan]) == nil)
    #expect(try #require(ClusterMean([0, 0])).equivalence(within: 0.1) == 0)
  }

  /// Equivalence at 5 % is shown exactly where the 90 % interval lies within the margin.
  @Test func equivalenceIsTheIntervalOf90Percent() throws {
    var random = Xoshiro256StarStar(seed: 3)
    for _ in 0..<200 {
      let mean = try #require(ClusterMean((0..<5).map { _ in 0.3 + random.nextNormal() }))
      let (low, high) = mean.interval(level: 0.9)
      #expect((mean.equivalence(within: 1) < 0.05) == (low > -1 && high < 1))
    }
  }

  // MARK: - Coverage

  /// How the data of one draw come about, and its true mean.
  enum Population: String, CaseIterable {
    case normal
    case logNormal = "log-normal, σ = 0.5"
    case unequalSizes = "cluster sizes 1 : 10"
    case twoLevels = "two levels of variance"

    var truth: Double { self == .logNormal ? exp(0.125) : 0 }

    /// The greatest departure below 95 % that is allowed for five clusters or more.
    var least: Double { self == .logNormal ? 0.9 : 0.93 }

    /// The parts of one cluster.
    func cluster(_ index: Int, _ random: inout Xoshiro256StarStar) -> [Double] {
      switch self {
      case .normal: return [random.nextNormal()]
      case .logNormal: return [exp(0.5 * random.nextNormal())]
      case .unequalSizes:
        let level = random.nextNormal()
        return (0..<(index % 2 == 0 ? 1 : 10)).map { _ in level + random.nextNormal() }
      case .twoLevels:
        let level = random.nextNormal()
        return (0..<4).map { _ in level + 2 * random.nextNormal() }
      }
    }
  }

  /// 10,000 draws in a full run.
  @Test(arguments: Population.allCases, [3, 5, 8, 20])
  func intervalsOf95PercentHoldTheTruthAsOften(population: Population, count: Int) throws {
    var random = Xoshiro256StarStar(seed: UInt64(count))
    let draws = TestSize.of(600, full: 10_000)
    var held = 0
    for _ in 0..<draws {
      let means = (0..<count).map { index in
        let parts = population.cluster(index, &random)
        return parts.reduce(0, +) / Double(parts.count)
      }
      let (low, high) = try #require(ClusterMean(means)).interval()
      if low <= population.truth, population.truth <= high { held += 1 }
    }
    let share = Double(held) / Double(draws)
    // Four standard errors of the count itself, on an ordinary day.
    let slack = TestSize.isFull ? 0 : 4 * (0.95 * 0.05 / Double(draws)).squareRoot()
    if TestSize.isFull { print("coverage \(population.rawValue), n = \(count): \(share)") }
    if population == .normal || count >= 5 {
      #expect(share >= population.least - slack && share <= 0.97 + slack)
    } else {
      #expect(share >= 0.85 - slack)
    }
  }

  /// Why the percentile interval is not the one to report for few clusters.
  @Test func percentileIntervalsOfFewClustersAreTooNarrow() throws {
    var random = Xoshiro256StarStar(seed: 5)
    let draws = TestSize.of(300, full: 3000)
    var held = 0
    for draw in 0..<draws {
      let nodes = (0..<5).map { _ in HierarchicalBootstrap.Node.value(random.nextNormal()) }
      let bootstrap = HierarchicalBootstrap(nodes, seed: UInt64(draw))
      let interval = try #require(PercentileInterval(bootstrap.replicates(0..<400)))
      if interval.low <= 0, 0 <= interval.high { held += 1 }
    }
    let share = Double(held) / Double(draws)
    if TestSize.isFull { print("coverage of the bootstrap, normal, n = 5: \(share)") }
    #expect(share < 0.9)
  }

  /// A device with many participants counts as much as one with few, and every level adds spread.
  @Test func theBootstrapIsOfMeansOfMeans() throws {
    typealias Node = HierarchicalBootstrap.Node
    let devices: [Node] = [
      .parts([.parts([.value(1), .value(3)]), .value(6)]), .parts([.value(10)]),
    ]
    let bootstrap = HierarchicalBootstrap(devices, seed: 1)
    #expect(bootstrap.mean == 7)
    let values = Set(bootstrap.replicates(0..<2000))
    // The second device drawn twice gives 10. Without the levels below, the first gives 4.
    #expect(values.max() == 10 && values.contains(10))
    #expect(values.allSatisfy { $0 >= 1 } && values.contains { $0 < 4 })
    #expect(
      bootstrap.replicates(0..<50) == bootstrap.replicates(0..<20) + bootstrap.replicates(20..<50))
    #expect(HierarchicalBootstrap([.parts([])], seed: 1).mean == nil)
  }
}
