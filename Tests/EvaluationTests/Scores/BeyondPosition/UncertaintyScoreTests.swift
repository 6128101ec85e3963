import Foundation
import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// Errors drawn from the distributions that are stated for them, and others.
@Suite struct UncertaintyScoreTests {
  private static let covariance = PositionCovariance(xx: 4, xy: 1.2, yy: 0.6)
  private static let determinant = 4 * 0.6 - 1.2 * 1.2
  private static let draws = 20_000
  /// In standard errors: by chance exceeded once in 10⁵ comparisons.
  private static let chance = 4.5

  private static func value(_ name: String, _ values: [Double?]) -> Double? {
    UncertaintyScore.metrics.firstIndex { $0.name == name }.flatMap { values[$0] }
  }

  /// A stroke whose errors have `covariance` while `stated` is said.
  private static func stroke(
    seed: UInt64, stated: PositionCovariance?, factor: Double = 1
  ) -> ScoredStroke {
    var random = Xoshiro256StarStar(seed: seed)
    let moments = (0..<draws).map { _ in
      // Cholesky's root of the covariance.
      let (u, v) = (random.nextNormal(), random.nextNormal())
      let error = SIMD2(2 * u, 0.6 * u + (determinant / 4).squareRoot() * v)
      return HandMadeStroke.Moment(
        predicted: factor * error, answer: Prediction(position: error, covariance: stated))
    }
    return HandMadeStroke(moments: moments, factor: factor).scored
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func aCalibratedPredictorCoversWhatItSays(seed: UInt64) throws {
    let values = UncertaintyScore.values(of: [Self.stroke(seed: seed, stated: Self.covariance)])
    let root = Double(Self.draws).squareRoot()
    for level in UncertaintyScore.levels {
      let nominal = Double(level) / 100
      let found = try #require(Self.value("coverage_\(level)", values))
      let error = (nominal * (1 - nominal)).squareRoot() / root
      #expect(abs(found - nominal) <= Self.chance * error, "seed \(seed): \(level) %: \(found)")
    }
    // χ² of two degrees of freedom: mean 2, standard deviation 2.
    let nis = try #require(Self.value("nis_mean", values))
    #expect(abs(nis - 2) <= Self.chance * 2 / root, "seed \(seed): \(nis)")
    let expected = log(2 * Double.pi) + log(Self.determinant) / 2 + 1
    let nll = try #require(Self.value("nll_mean", values))
    #expect(abs(nll - expected) <= Self.chance / root, "seed \(seed): \(nll)")
    // The 95 % quantile of χ²/2 is −ln 0.05; its standard error √(0.05·0.95)/0.05/√n.
    let high = try #require(Self.value("nll_p95", values))
    #expect(abs(high - (expected - 1 - log(0.05))) <= Self.chance * 4.36 / root, "seed \(seed)")
    #expect(agree(Self.value("sharpness", values), (4.6 / 2).squareRoot()))
    let calibration = try #require(Self.value("calibration_error", values))
    #expect(calibration <= Self.chance * 0.5 / root, "seed \(seed): \(calibration)")
    #expect(Self.value("with_covariance_share", values) == 1)
    #expect(Self.value("unusable_covariance_share", values) == 0)
  }

  /// Errors of a Student's t distribution with 3 degrees of freedom, which is stated by its radii: in the
  /// plane it has the share 1 − (1 + s/3)^−1.5 within a squared distance s.
  @Test func radiiOfHeavyTailsAreScoredAtTheirLevels() throws {
    var random = Xoshiro256StarStar(seed: 11)
    let levels = RadialQuantiles.levels
    let radii = try #require(
      RadialQuantiles(levels.map { (3 * (pow(1 - $0, -2.0 / 3) - 1)).squareRoot() }))
    let moments = (0..<Self.draws).map { _ in
      let (u, v) = (random.nextNormal(), random.nextNormal())
      let square = (0..<3).reduce(0.0) { sum, _ in sum + pow(random.nextNormal(), 2) }
      let error =
        SIMD2(2 * u, 0.6 * u + (Self.determinant / 4).squareRoot() * v) / (square / 3).squareRoot()
      return HandMadeStroke.Moment(
        predicted: error,
        answer: Prediction(position: error, covariance: Self.covariance, radii: radii))
    }
    let values = UncertaintyScore.values(of: [HandMadeStroke(moments: moments).scored])
    let root = Double(Self.draws).squareRoot()
    for level in [50, 90, 95, 99] {
      let nominal = Double(level) / 100
      let found = try #require(Self.value("coverage_\(level)", values))
      let error = (nominal * (1 - nominal)).squareRoot() / root
      #expect(abs(found - nominal) <= Self.chance * error, "\(level) %: \(found)")
    }
    // Between the levels the radii are interpolated.
    for level in UncertaintyScore.levels {
      let found = try #require(Self.value("coverage_\(level)", values))
      #expect(abs(found - Double(level) / 100) < 0.03, "\(level) %: \(found)")
    }
    let nis = try #require(Self.value("nis_mean", values))
    #expect(abs(nis - 2) < 0.1, "\(nis)")
    // The entropy of the density (1 + s/3)^−2.5 / 2π√det: ln 2π√det + 2.5·E ln(1 + s/3).
    let nll = try #require(Self.value("nll_mean", values))
    let entropy = log(2 * Double.pi) + log(Self.determinant) / 2 + 2.5 / 1.5
    #expect(abs(nll - entropy) < 0.05, "\(nll), not \(entropy)")
  }

  /// With half the standard deviation stated, a nominal p covers 1 − (1 − p)^¼, and NIS is 8.
  @Test func aPredictorThatIsTooSureCoversLess() throws {
    let stroke = Self.stroke(seed: 7, stated: Self.covariance.quartered)
    let values = UncertaintyScore.values(of: [stroke])
    let root = Double(Self.draws).squareRoot()
    var deviations = 0.0
    for level in UncertaintyScore.levels {
      let nominal = Double(level) / 100
      let expected = 1 - pow(1 - nominal, 0.25)
      deviations += abs(expected - nominal)
      let found = try #require(Self.value("coverage_\(level)", values))
      #expect(abs(found - expected) <= Self.chance * 0.5 / root, "\(level) %: \(found)")
    }
    let nis = try #require(Self.value("nis_mean", values))
    #expect(abs(nis - 8) <= Self.chance * 8 / root)
    let calibration = try #require(Self.value("calibration_error", values))
    let expected = deviations / Double(UncertaintyScore.levels.count)
    #expect(abs(calibration - expected) <= Self.chance * 0.5 / root)
  }

  /// One target by hand: e = (3, 4), Σ = diag(9, 4).
  @Test func oneTargetByHand() {
    let moment = HandMadeStroke.Moment(
      predicted: SIMD2(3, 4),
      answer: Prediction(position: .zero, covariance: PositionCovariance(xx: 9, xy: 0, yy: 4)))
    let values = UncertaintyScore.values(of: [HandMadeStroke(moments: [moment]).scored])
    let nll = log(2 * Double.pi) + log(6.0) + 2.5
    #expect(agree(Self.value("nll_mean", values), nll))
    #expect(agree(Self.value("nll_p95", values), nll))
    #expect(agree(Self.value("nis_mean", values), 5))
    #expect(agree(Self.value("sharpness", values), 6.5.squareRoot()))
    // 5 is beyond −2 ln 0.1 = 4.605, within −2 ln 0.05 = 5.991.
    #expect(Self.value("coverage_90", values) == 0)
    #expect(Self.value("coverage_95", values) == 1)
  }

  /// In another unit distances are the same, and densities are over another area.
  @Test func theUnitOfTheReportChangesDensitiesAlone() throws {
    let found = UncertaintyScore.values(
      of: [Self.stroke(seed: 4, stated: Self.covariance, factor: 12.5)])
    let original = UncertaintyScore.values(of: [Self.stroke(seed: 4, stated: Self.covariance)])
    #expect(agree(Self.value("nis_mean", found), Self.value("nis_mean", original)))
    let shift =
      try #require(Self.value("nll_mean", found))
      - (try #require(Self.value("nll_mean", original)))
    #expect(agree(shift, 2 * log(12.5), absolute: 1e-9))
  }

  @Test(arguments: [
    PositionCovariance(xx: 0, xy: 0, yy: 0), PositionCovariance(xx: 1, xy: 1, yy: 1),
    PositionCovariance(xx: -1, xy: 0, yy: -1), PositionCovariance(xx: 1, xy: 2, yy: 1),
    PositionCovariance(xx: 1, xy: 0, yy: -1), PositionCovariance(xx: .nan, xy: 0, yy: 1),
    PositionCovariance(xx: .infinity, xy: 0, yy: 1), PositionCovariance(xx: 1, xy: 0, yy: 1e-13),
    PositionCovariance(xx: 1e-20, xy: 0, yy: 1e-20),
  ])
  func unusableCovariancesAreCountedAndLeftOut(covariance: PositionCovariance) {
    let good = HandMadeStroke.Moment(
      truth: SIMD2(10, 0), predicted: SIMD2(11, 1),
      answer: Prediction(position: .zero, covariance: PositionCovariance(xx: 1, xy: 0, yy: 1)))
    var bad = good
    bad.truth = .zero
    bad.answer?.covariance = covariance
    var silent = good
    silent.answer = nil
    let values = UncertaintyScore.values(
      of: [HandMadeStroke(moments: [good, bad, silent, silent]).scored])
    #expect(Self.value("with_covariance_share", values) == 0.5)
    #expect(Self.value("unusable_covariance_share", values) == 0.5)
    #expect(agree(Self.value("nis_mean", values), 2))
  }

  @Test func withoutAnyCovarianceThereIsNothingToMeasure() {
    let silent = HandMadeStroke(moments: [.init(), .init()]).scored
    var values = UncertaintyScore.values(of: [silent])
    #expect(Self.value("with_covariance_share", values) == 0)
    values.removeFirst()
    #expect(values.allSatisfy { $0 == nil })
    #expect(UncertaintyScore.values(of: []).allSatisfy { $0 == nil })
  }

  // MARK: - A filter on its own model

  private static let sensor = 0.4
  private static let response = 0.05

  /// A motion of constant velocity disturbed by continuous white noise, measured with noise: just
  /// what the filter takes it for.
  private static func stroke(_ name: String, _ random: inout Xoshiro256StarStar) -> Stroke {
    let rate = 120.0
    let step = 1 / rate
    let density = sensor * sensor / (response * response * response)
    var position = SIMD2<Double>.zero
    var velocity = SIMD2(random.nextNormal(), random.nextNormal()) * 100
    var samples: [TouchSample] = []
    var exact: [SIMD2<Double>] = []
    for index in 0..<60 {
      let error = SIMD2(random.nextNormal(), random.nextNormal()) * sensor
      samples.append(TouchSample(time: Double(index) * step, position: position + error))
      exact.append(position)
      // The covariance of the step is q·[step³/3, step²/2; step²/2, step].
      let first = SIMD2(random.nextNormal(), random.nextNormal())
      let second = SIMD2(random.nextNormal(), random.nextNormal())
      let kick = (density * step).squareRoot()
      position += step * velocity + kick * step * (first / 2 + second / 12.0.squareRoot())
      velocity += kick * first
    }
    return Stroke(identifier: name, samples: samples, exactPositions: exact)
  }

  @Test func aKalmanFilterOnItsOwnModelIsCalibrated() throws {
    let seed: UInt64 = 20_090_611
    var random = Xoshiro256StarStar(seed: seed)
    let strokes = (0..<400).map { Self.stroke("\($0)", &random) }
    let subject = try EvaluationSubject.spelled(
      "kalman:model=velocity,response=\(Self.response),measurement-noise=\(Self.sensor),"
        + "adaptive=false,anchor=state")
    let found = try scores(
      subject, on: [.test(strokes, rate: 120)], at: Horizon(frames: 2, rate: 120),
      .sample {
        $0.truth = .exact
        $0.history = 12
      })
    // The errors of a stroke hang together over about a response, 6 samples: of 400 × 47 targets a
    // fifth or so count, 3800. The bound is 4.5 standard errors of a share of a half.
    let tolerance = Self.chance * 0.5 / 3800.0.squareRoot()
    for level in UncertaintyScore.levels {
      let share = try #require(found["coverage_\(level)"])
      #expect(abs(share - Double(level) / 100) <= tolerance, "seed \(seed): \(level) %: \(share)")
    }
    let nis = try #require(found["nis_mean"])
    #expect(abs(nis - 2) <= 4 * tolerance, "seed \(seed): \(nis)")
  }
}

extension PositionCovariance {
  /// That of half the standard deviation.
  fileprivate var quartered: PositionCovariance {
    PositionCovariance(xx: xx / 4, xy: xy / 4, yy: yy / 4)
  }
}
