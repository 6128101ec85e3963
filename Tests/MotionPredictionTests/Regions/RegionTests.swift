import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import MotionPrediction

@Suite("Regions with the coverage that they state")
struct RegionTests {
  // MARK: - Radii

  /// The radii of a normal distribution at the six levels.
  private static let normalRadii = RadialQuantiles.levels.map { (-2 * log(1 - $0)).squareRoot() }

  @Test func aNormalDistributionIsRepresentedAsItIs() throws {
    let normal = try #require(RadialQuantiles(Self.normalRadii))
    for share in [0.001, 0.1, 0.25, 0.4, 0.5, 0.6, 0.8, 0.9, 0.93, 0.97, 0.99, 0.9999] {
      let expected = (-2 * log(1 - share)).squareRoot()
      // Float's rounding of the radii.
      #expect(abs(normal.radius(covering: share) / expected - 1) < 1e-6, "\(share)")
      let (depth, slope) = normal.depth(atSquaredRadius: expected * expected)
      #expect(abs(depth / (expected * expected / 2) - 1) < 1e-6, "\(share)")
      #expect(abs(slope - 0.5) < 1e-6, "\(share)")
    }
    let center = normal.depth(atSquaredRadius: 0)
    #expect(center.depth == 0 && abs(center.slope - 0.5) < 1e-6)
  }

  /// The density e^−u·du/ds/π over the plane adds up to what `radius(covering:)` says.
  @Test func densityAndRadiiBelongTogether() throws {
    let heavy = try #require(RadialQuantiles([0.4, 0.9, 1.6, 3, 5, 20]))
    for (level, radius) in zip(RadialQuantiles.levels, [0.4, 0.9, 1.6, 3, 5, 20]) {
      #expect(abs(heavy.radius(covering: level) - radius) < 1e-6)
    }
    for share in [0.1, 0.3, 0.6, 0.8, 0.94, 0.97, 0.995] {
      let steps = 200_000
      let step = heavy.radius(covering: share) / Double(steps)
      let sum = (0..<steps).reduce(0.0) { sum, index in
        let radius = (Double(index) + 0.5) * step
        let (depth, slope) = heavy.depth(atSquaredRadius: radius * radius)
        return sum + exp(-depth) * slope * 2 * radius * step
      }
      #expect(abs(sum - share) < 5e-4, "\(share): \(sum)")
    }
  }

  /// Radii of 95 and 99 % that are almost the same say nothing of what is beyond them.
  @Test func theTailIsNoThinnerThanNormal() throws {
    let narrow = try #require(RadialQuantiles([1, 2, 3, 4, 5, 5.01]))
    let (depth, slope) = narrow.depth(atSquaredRadius: 10.02 * 10.02)
    #expect(abs(depth - 4 * -log(0.01)) < 1e-4)
    #expect(abs(slope - depth / (10.02 * 10.02)) < 1e-9)
    #expect(abs(narrow.radius(covering: 1 - 1e-8) - 10.02) < 1e-4)
  }

  // MARK: - Ellipses

  /// A region is an ellipse of finite numbers whose shorter axis is not longer, or there is none.
  @Test func noRegionHasAnInfiniteAxis() throws {
    let numbers = [
      0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-200, 1, 1e77, 1e100, 1e154, 1e160, 1e300,
      1.7e308, .infinity, .nan, -1,
      -1e300,
    ]
    for xx in numbers {
      for yy in numbers {
        for xy in numbers + [-5, -1e154, -1e160] {
          for center in [0, 1e300, .infinity, .nan] {
            let prediction = Prediction(
              position: SIMD2(center, 1), covariance: PositionCovariance(xx: xx, xy: xy, yy: yy))
            guard let region = prediction.region(covering: 0.9) else { continue }
            let axes = [region.semiMajor, region.semiMinor, region.angle, region.center.x]
            #expect(axes.allSatisfy { $0.isFinite }, "\(xx) \(xy) \(yy): \(region)")
            #expect(0 <= region.semiMinor && region.semiMinor <= region.semiMajor)
            #expect(xx >= 0 && yy >= 0)
          }
        }
      }
    }
    func semiMinor(_ scale: Double) -> Double? {
      Prediction(
        position: .zero, covariance: PositionCovariance(xx: 4 * scale, xy: 0, yy: scale)
      ).region(covering: 0.5)?.semiMinor
    }
    // Where products overflow, the ellipse is still the right one.
    let usual = try #require(semiMinor(1))
    let great = try #require(semiMinor(8e153))
    #expect(abs(great / (usual * 8e153.squareRoot()) - 1) < 1e-12)
    let indefinite = PositionCovariance(xx: 1, xy: 2, yy: 1)
    #expect(Prediction(position: .zero, covariance: indefinite).region(covering: 0.5) == nil)
  }

  @Test(arguments: [
    [], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 5], [0, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, .infinity],
    [1, 2, .nan, 4, 5, 6], [-1, 1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 1e300],
  ])
  func radiiThatDoNotRiseAreRefused(radii: [Double]) { #expect(RadialQuantiles(radii) == nil) }

  @Test func theEllipseIsThatOfTheCovariance() throws {
    let covariance = PositionCovariance(xx: 4, xy: 0, yy: 9)
    var prediction = Prediction(position: SIMD2(1, 2), covariance: covariance)
    let radius = (-2 * log(0.5)).squareRoot()
    let region = try #require(prediction.region(covering: 0.5))
    #expect(region.center == SIMD2(1, 2))
    #expect(abs(region.semiMajor - 3 * radius) < 1e-12)
    #expect(abs(region.semiMinor - 2 * radius) < 1e-12)
    #expect(abs(region.angle - .pi / 2) < 1e-12)
    prediction.radii = RadialQuantiles([1, 2, 3, 4, 5, 6])
    #expect(abs(try #require(prediction.region(covering: 0.5)).semiMajor - 6) < 1e-6)
    // Axes 3 and 1 along the diagonals.
    prediction.covariance = PositionCovariance(xx: 5, xy: 4, yy: 5)
    let turned = try #require(prediction.region(covering: 0.5))
    #expect(abs(turned.angle - .pi / 4) < 1e-12)
    #expect(abs(turned.semiMajor - 6) < 1e-6 && abs(turned.semiMinor - 2) < 1e-6)
    #expect(prediction.region(covering: 1) == nil && prediction.region(covering: .nan) == nil)
    prediction.covariance = nil
    #expect(prediction.region(covering: 0.5) == nil)
  }

  // MARK: - Learning

  /// Whatever the numbers: a share of p lies below the quantile of p, also when they drift.
  @Test(arguments: [0.0, 0.0001])
  func quantilesAreTracked(drift: Double) {
    var random = Xoshiro256StarStar(seed: 5)
    var tracker = LevelTracker(SIMD8(4, 5, 6, 7, 8, 9, 0, 0))
    let (settling, count) = (2_000, 20_000)
    var below = [Int](repeating: 0, count: RadialQuantiles.levels.count)
    for step in -settling..<count {
      let number = drift * Double(step) + 2 * random.nextNormal() + 7
      for level in below.indices where step >= 0 && number <= tracker.quantiles[level] {
        below[level] += 1
      }
      tracker.settle(number, memory: 300)
    }
    for (level, share) in zip(below, RadialQuantiles.levels) {
      #expect(abs(Double(level) / Double(count) - share) < 0.02, "\(share), drift \(drift)")
    }
  }

  /// A hand that turns and pauses, on a sensor with noise; the noise doubles halfway.
  private static func strokes(_ seed: UInt64) -> [[TouchSample]] {
    var random = Xoshiro256StarStar(seed: seed)
    return (0..<60).map { number in
      let (turn, speed) = (random.nextNormal(), 40 + 20 * random.nextNormal())
      let noise = number < 30 ? 0.1 : 0.2
      var (position, heading) = (SIMD2(50.0, 50), 6 * random.nextNormal())
      return (0..<80).map { sample in
        heading += (turn + 2 * random.nextNormal()) / 40
        let pace = speed * (1 + 0.8 * sin(Double(sample) / 9)) / 100
        position += pace * SIMD2(cos(heading), sin(heading))
        let shaken = position + noise * SIMD2(random.nextNormal(), random.nextNormal())
        return TouchSample(
          time: Double(number) * 10 + Double(sample) / 100, position: shaken)
      }
    }
  }

  private static let ahead = 0.03
  private static let samplesAhead = 3

  /// The shares of truths within the regions of the levels, and the share of answers with a region.
  private static func coverage(
    _ spelling: String, seed: UInt64
  ) throws -> (levels: [Double], stated: Double) {
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [0.01, ahead], nominalRate: 100))
    var inside = [Int](repeating: 0, count: RadialQuantiles.levels.count)
    var (count, answers) = (0, 0)
    for stroke in strokes(seed) {
      predictor.beginStroke()
      for (index, sample) in stroke.enumerated() {
        predictor.observe(sample)
        guard index + samplesAhead < stroke.count, let answer = predictor.predict(ahead: ahead)
        else { continue }
        answers += 1
        guard let covariance = answer.covariance else { continue }
        let error = answer.position - stroke[index + samplesAhead].position
        let determinant = covariance.xx * covariance.yy - covariance.xy * covariance.xy
        let square =
          (covariance.yy * error.x * error.x - 2 * covariance.xy * error.x * error.y
            + covariance.xx * error.y * error.y) / determinant
        count += 1
        for (level, share) in RadialQuantiles.levels.enumerated() {
          let radius = try #require(answer.regionRadius(covering: share))
          if square <= radius * radius { inside[level] += 1 }
        }
      }
    }
    #expect(count > 4000)
    return (inside.map { Double($0) / Double(count) }, Double(count) / Double(answers))
  }

  @Test(arguments: [
    "hold+conformal", "linear+conformal", "polynomial:degree=2,window=5+conformal",
    "rls+conformal", "kalman+conformal", "imm+conformal",
  ])
  func coverageIsWhatIsStated(spelling: String) throws {
    let coverage = try Self.coverage(spelling, seed: 3)
    #expect(coverage.stated > 0.99)
    for (found, stated) in zip(coverage.levels, RadialQuantiles.levels) {
      #expect(abs(found - stated) < 0.03, "\(spelling): \(found) for \(stated)")
    }
  }

  /// Without the stage these are far from what they state, so that the test above means something.
  @Test(arguments: ["polynomial:degree=2,window=5"])
  func withoutTheStageItIsNot(spelling: String) throws {
    let found = try Self.coverage(spelling, seed: 3).levels
    #expect(zip(found, RadialQuantiles.levels).contains { abs($0 - $1) > 0.1 })
  }

  // MARK: - The stage

  @Test func positionsAndThePastStayAsTheyAre() throws {
    let context = PredictorContext(horizons: [Self.ahead])
    var plain = try PredictorCatalogue.standard.predictor("kalman").make(context)
    var calibrated = try PredictorCatalogue.standard.predictor("kalman+conformal").make(context)
    for sample in Self.strokes(1)[0] {
      plain.observe(sample)
      calibrated.observe(sample)
      for horizon in [-0.01, 0, 0.004, 0.03, 0.2] {
        let (left, right) = (plain.predict(ahead: horizon), calibrated.predict(ahead: horizon))
        #expect(left?.position == right?.position && left?.velocity == right?.velocity)
        if horizon <= 0 { #expect(left == right) }
      }
    }
  }

  /// The first answer of a later stroke has a region, as wide as those before taught it.
  @Test func whatWasLearnedStaysUntilReset() throws {
    var predictor = try PredictorCatalogue.standard.predictor("hold+conformal")
      .make(PredictorContext(horizons: [Self.ahead]))
    predictor.observe(TouchSample(time: 0, position: .zero))
    #expect(predictor.predict(ahead: Self.ahead)?.covariance == nil, "nothing has moved yet")
    for stroke in Self.strokes(2).prefix(3) {
      predictor.beginStroke()
      for sample in stroke { predictor.observe(sample) }
    }
    predictor.beginStroke()
    predictor.observe(TouchSample(time: 1000, position: .zero))
    let region = try #require(predictor.predict(ahead: Self.ahead)?.region(covering: 0.5))
    #expect(region.semiMajor > 0)
    predictor.reset()
    predictor.observe(TouchSample(time: 1000, position: .zero))
    #expect(predictor.predict(ahead: Self.ahead)?.covariance == nil)
  }

  /// A swapped contact is forgotten: regions are soon no wider than without it.
  @Test func oneJumpIsForgotten() throws {
    let stroke = Self.strokes(4)[0]
    func width(jump: Bool) throws -> Double {
      var predictor = try PredictorCatalogue.standard.predictor("linear+conformal")
        .make(PredictorContext(horizons: [Self.ahead]))
      for (index, sample) in (stroke + stroke.map { $0.shifted(by: 1) }).enumerated() {
        var seen = sample
        if jump, index == 20 { seen.position += SIMD2(1e7, -1e7) }
        predictor.observe(seen)
      }
      return try #require(predictor.predict(ahead: Self.ahead)?.region(covering: 0.9)).semiMajor
    }
    #expect(try width(jump: true) < 4 * (try width(jump: false)))
  }
}

extension TouchSample {
  fileprivate func shifted(by seconds: Double) -> TouchSample {
    var result = self
    result.time += seconds
    return result
  }
}
