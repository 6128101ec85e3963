import Foundation
import MotionNumerics
import MotionPrediction
import TestSupport
import Testing

@testable import Evaluation

/// The scores of stated distributions against draws from them, against numbers known by hand, and as proper
/// scores: nobody does better than by stating the truth.
@Suite struct ProperScoreTests {
  private static let draws = TestSize.of(40_000, full: 1_000_000)
  /// 10⁻³ for a million draws; the error of a mean of draws goes with the root of their number.
  private static let tolerance = TestSize.of(5e-3, full: 1e-3)

  /// A stated distribution, and how to draw from it.
  private struct Stated: CustomStringConvertible {
    let description: String
    let covariance: PositionCovariance
    let radii: RadialQuantiles?

    var distribution: StatedDistribution { StatedDistribution(covariance, radii: radii) }

    /// A point drawn from it, as it lies from its center; antithetic draws share `share`.
    func draw(share: Double, angle: Double) -> SIMD2<Double> {
      let radius = radii?.radius(covering: share) ?? (-2 * log(1 - share)).squareRoot()
      let (x, y) = (radius * cos(angle), radius * sin(angle))
      let first = covariance.xx.squareRoot()
      let slope = covariance.xy / first
      return SIMD2(first * x, slope * x + (covariance.yy - slope * slope).squareRoot() * y)
    }
  }

  /// Radii of a Student's t distribution with 3 degrees of freedom, which is heavy in its tails.
  private static let heavy = RadialQuantiles(
    RadialQuantiles.levels.map { (3 * (pow(1 - $0, -2.0 / 3) - 1)).squareRoot() })

  private static let stated = [
    Stated(
      description: "round", covariance: PositionCovariance(xx: 1, xy: 0, yy: 1), radii: nil),
    Stated(
      description: "oblique", covariance: PositionCovariance(xx: 4, xy: 1.2, yy: 0.6), radii: nil),
    Stated(
      description: "a line nearly", covariance: PositionCovariance(xx: 1, xy: 0, yy: 1e-8),
      radii: nil),
    Stated(
      description: "heavy", covariance: PositionCovariance(xx: 4, xy: 1.2, yy: 0.6), radii: heavy),
    Stated(
      description: "normal by radii", covariance: PositionCovariance(xx: 1, xy: 0.3, yy: 0.5),
      radii: RadialQuantiles(
        RadialQuantiles.levels.map { (-2 * log(1 - $0)).squareRoot() })),
  ]

  private static let errors = [
    SIMD2(0.0, 0.0), SIMD2(0.4, -0.3), SIMD2(-2, 1), SIMD2(0.5, 9), SIMD2(300, -200),
  ]

  // MARK: - Draws

  /// E‖P − g‖ − ½E‖P − P′‖ and the same along a direction, as means over draws.
  @Test(arguments: stated.indices)
  func draws(index: Int) {
    let stated = Self.stated[index]
    var random = Xoshiro256StarStar(seed: 20 + UInt64(index))
    let direction = SIMD2(0.6, 0.8)
    // Whatever is drawn, its opposite is as likely: the mean over both varies less.
    var points: [SIMD2<Double>] = []
    for place in 0..<Self.draws {
      // One share in each of so many equal ranges.
      let share = (Double(place) + random.nextUnit()) / Double(Self.draws)
      points.append(stated.draw(share: share, angle: 2 * .pi * random.nextUnit()))
    }
    var others = points
    for place in others.indices.reversed() {
      others.swapAt(place, random.nextInt(below: place + 1))
    }
    var (apart, apartAlong) = (0.0, 0.0)
    for (point, other) in zip(points, others) {
      for other in [other, -1 * other] {
        let difference = point - other
        apart += difference.length / Double(2 * Self.draws)
        apartAlong += abs((difference * direction).sum()) / Double(2 * Self.draws)
      }
    }
    for error in Self.errors {
      var (away, awayAlong) = (0.0, 0.0)
      for point in points {
        for point in [point, -1 * point] {
          let difference = point + error
          away += difference.length / Double(2 * Self.draws)
          awayAlong += abs((difference * direction).sum()) / Double(2 * Self.draws)
        }
      }
      let energy = stated.distribution.energyScore(of: error)
      let crps = stated.distribution.rankedProbabilityScore(of: error, along: direction)
      let unit = max(error.length, stated.covariance.xx.squareRoot())
      #expect(
        abs(energy - (away - apart / 2)) <= Self.tolerance * unit,
        "\(stated), \(error): \(energy), not \(away - apart / 2)")
      #expect(
        abs(crps - (awayAlong - apartAlong / 2)) <= Self.tolerance * unit,
        "\(stated), \(error): \(crps), not \(awayAlong - apartAlong / 2)")
    }
  }

  // MARK: - By hand

  /// Of a round normal distribution: √(π/2) − √π/2 at its center, (√2 − 1)/√π along an axis.
  @Test func centerOfARoundNormalDistribution() {
    let round = Self.stated[0].distribution
    let root = Double.pi.squareRoot()
    let energy: Double = (Double.pi / 2).squareRoot() - root / 2
    #expect(agree(round.energyScore(of: .zero), energy, relative: 1e-6))
    let crps: Double = (2.0.squareRoot() - 1) / root
    #expect(agree(round.rankedProbabilityScore(of: .zero, along: SIMD2(1, 0)), crps))
  }

  /// As a distribution shrinks to a point, its scores become the length of the error.
  @Test func aPointScoresItsDistance() {
    for radii in [nil, Self.heavy] {
      let point = StatedDistribution(PositionCovariance(xx: 1e-14, xy: 0, yy: 1e-14), radii: radii)
      #expect(agree(point.energyScore(of: SIMD2(3, 4)), 5, relative: 1e-6))
      #expect(
        agree(
          point.rankedProbabilityScore(of: SIMD2(3, 4), along: SIMD2(0, 1)), 4, relative: 1e-6))
    }
  }

  /// On a line the energy score is the CRPS along it.
  @Test func onALineBothAreOne() {
    let line = Self.stated[2].distribution
    for error in [0, 0.3, 1, 4] {
      let crps = line.rankedProbabilityScore(of: SIMD2(error, 0), along: SIMD2(1, 0))
      #expect(agree(line.energyScore(of: SIMD2(error, 0)), crps, relative: 1e-5))
    }
  }

  /// A normal distribution that is stated by its radii has the same scores, by another quadrature.
  @Test func radiiOfANormalDistributionAreThatDistribution() {
    let (plain, byRadii) = (
      StatedDistribution(Self.stated[4].covariance, radii: nil), Self.stated[4].distribution
    )
    for error in Self.errors {
      #expect(
        agree(byRadii.energyScore(of: error), plain.energyScore(of: error), relative: 1e-3))
      for direction in [SIMD2(1.0, 0), SIMD2(0.6, 0.8)] {
        #expect(
          agree(
            byRadii.rankedProbabilityScore(of: error, along: direction),
            plain.rankedProbabilityScore(of: error, along: direction), relative: 2e-3))
      }
    }
  }

  /// E‖A·w‖ of a circle is its radius, of a segment 2/π of its half.
  @Test func circumferences() {
    #expect(StatedDistribution.meanRadius(3, 3) == 3)
    #expect(agree(StatedDistribution.meanRadius(3, 0), 6 / .pi))
    // The ellipse with half axes 1 and ½, by its series.
    #expect(agree(2 * .pi * StatedDistribution.meanRadius(1, 0.5), 4.844224110273838))
  }

  // MARK: - Proper

  /// In expectation over errors that are drawn from one distribution, any other that is stated scores worse,
  /// whether too narrow, too wide, turned or moved.
  @Test(arguments: [1, 3])
  func noOtherDistributionDoesBetter(index: Int) {
    let truth = Self.stated[index]
    var random = Xoshiro256StarStar(seed: 5)
    let count = TestSize.of(1000, full: 30_000)
    let errors = (0..<count).map { place in
      truth.draw(
        share: (Double(place) + random.nextUnit()) / Double(count),
        angle: 2 * .pi * random.nextUnit())
    }
    func means(_ stated: StatedDistribution, moved: SIMD2<Double> = .zero) -> [Double] {
      let scores = errors.map { error in
        let error = error + moved
        return [
          stated.energyScore(of: error),
          stated.rankedProbabilityScore(of: error, along: SIMD2(1, 0)),
          stated.rankedProbabilityScore(of: error, along: SIMD2(0, 1)),
        ]
      }
      return (0..<3).map { place in scores.map { $0[place] }.compensatedSum / Double(count) }
    }
    let least = means(truth.distribution)
    for factor in [0.25, 0.6, 1.6, 4] {
      let scaled = PositionCovariance(
        xx: factor * truth.covariance.xx, xy: factor * truth.covariance.xy,
        yy: factor * truth.covariance.yy)
      for (own, other) in zip(least, means(StatedDistribution(scaled, radii: truth.radii))) {
        #expect(other > own * 1.004, "\(truth) times \(factor): \(other), not above \(own)")
      }
    }
    let turned = PositionCovariance(
      xx: truth.covariance.xx, xy: -truth.covariance.xy, yy: truth.covariance.yy)
    #expect(means(StatedDistribution(turned, radii: truth.radii))[0] > least[0] * 1.004)
    for (own, other) in zip(least, means(truth.distribution, moved: SIMD2(1, 0.5))) {
      #expect(other > own * 1.004, "\(truth), moved: \(other), not above \(own)")
    }
    // The tails alone: with the other radii, of the same half of the errors.
    if truth.radii != nil {
      #expect(means(StatedDistribution(truth.covariance, radii: nil))[0] > least[0])
    }
  }

  // MARK: - As measures

  private static func value(_ name: String, _ values: [Double?], of metrics: [MetricDefinition])
    -> Double?
  {
    metrics.firstIndex { $0.name == name }.flatMap { values[$0] }
  }

  private static func moment(
    _ error: SIMD2<Double>, variance: Double?, tangent: SIMD2<Double>? = nil
  ) -> HandMadeStroke.Moment {
    HandMadeStroke.Moment(
      predicted: error, tangent: tangent,
      answer: Prediction(
        position: error,
        covariance: variance.map { PositionCovariance(xx: $0, xy: 0, yy: $0) }))
  }

  /// Five errors of 0, 1, 2, 3 and 10 standard deviations: the mean is 22.8, the median 4.
  @Test func quantilesOfNormalizedErrorsByHand() {
    let moments = [0, 2, 4, 6, 20].map { Self.moment(SIMD2($0, 0), variance: 4) }
    let values = NormalizedErrorScore.values(of: [HandMadeStroke(moments: moments).scored])
    #expect(agree(values, [1, 4, 9, 9 + 0.8 * 91]))
    #expect(NormalizedErrorScore.values(of: []) == [nil, nil, nil, nil])
  }

  /// The mean over targets with a usable covariance; along and across where there is a direction.
  @Test func scoresAreMeansOverTargets() {
    let up = SIMD2(0.0, 1)
    let stroke = HandMadeStroke(moments: [
      Self.moment(SIMD2(2, 1), variance: 1, tangent: up), Self.moment(SIMD2(0, 3), variance: 4),
      Self.moment(SIMD2(50, 60), variance: nil, tangent: up),
      Self.moment(SIMD2(50, 60), variance: 0, tangent: up), .init(),
    ]).scored
    func crps(_ error: Double, _ deviation: Double) -> Double {
      StatedDistribution(
        PositionCovariance(xx: deviation * deviation, xy: 0, yy: deviation * deviation), radii: nil
      ).rankedProbabilityScore(of: SIMD2(error, 0), along: SIMD2(1, 0))
    }
    // (√(2/π)·e^−½ + erf(1/√2) − 1/√π) of one standard deviation.
    #expect(
      agree(
        crps(1, 1),
        (2 / Double.pi).squareRoot() * exp(-0.5) + erf(0.5.squareRoot()) - 1
          / Double.pi.squareRoot()))
    let (x, y) = ([crps(2, 1), crps(0, 2)].mean, [crps(1, 1), crps(3, 2)].mean)
    #expect(
      agree(RankedProbabilityScore.values(of: [stroke]), [x, y, crps(1, 1), crps(2, 1)]))
    #expect(RankedProbabilityScore.values(of: []) == [nil, nil, nil, nil])
    let round = Self.stated[0].distribution
    // Twice as wide, and twice as far.
    let mean = [round.energyScore(of: SIMD2(2, 1)), 2 * round.energyScore(of: SIMD2(0, 1.5))].mean
    #expect(agree(EnergyScore.values(of: [stroke]), [mean], relative: 1e-9))
    #expect(EnergyScore.values(of: []) == [nil])
  }
}
