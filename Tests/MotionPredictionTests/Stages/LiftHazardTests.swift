import Foundation
import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

/// The stage `lift`: the probability that the contact has been lifted.
@Suite struct LiftHazardTests {
  /// What is stated `ahead` seconds after the last of some samples on a line, 10 ms apart.
  private static func stated(
    _ xs: [Double], ahead: Double = 0.05, by spelling: String = "hold+lift", interval: Double = 0.01
  ) throws -> Double? {
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [ahead], nominalRate: 100))
    predictor.beginStroke()
    for (index, x) in xs.enumerated() {
      predictor.observe(TouchSample(time: Double(index) * interval, position: SIMD2(x, 0)))
    }
    return predictor.predict(ahead: ahead)?.liftProbability
  }

  private static let steady = (0...10).map(Double.init)

  /// At a steady speed only the age counts: 0.1 s after ten steps of 10 ms.
  @Test func aSteadyStrokeIsTheFormula() throws {
    let model = LiftModel.standard
    let age = log(0.1 + 0.05)
    let hazard = exp(model.constant + model.age * age + model.ageSquared * age * age)
    let expected = 1 - exp(-hazard * pow(0.02 / 0.05, model.exponent))
    let found = try #require(try Self.stated(Self.steady, ahead: 0.02))
    #expect(abs(found - expected) < 1e-12)
  }

  /// v₃ = (1 + 1 + 0.25)/30 ms, v* = 1/10 ms, v₁ = 0.25/10 ms, at an age of 110 ms.
  @Test func aSlowingStrokeIsTheFormula() throws {
    let model = LiftModel.standard
    let (age, slow, brake) = (log(0.11 + 0.05), log(0.75), log(0.25 / 0.75))
    let hazard = exp(
      model.constant + model.slowness * slow + model.slownessSquared * slow * slow
        + model.braking * brake + model.age * age + model.ageSquared * age * age)
    let found = try #require(try Self.stated(Self.steady + [10.25], ahead: 0.05))
    #expect(abs(found - (1 - exp(-hazard))) < 1e-12)
  }

  /// The contact has rested for 30 ms: the hazard of the time before has passed.
  @Test func restCounts() throws {
    let model = LiftModel.standard
    let age = log(0.13 + 0.05)
    let hazard = exp(model.constant + model.age * age + model.ageSquared * age * age)
    let grown = pow(0.08 / 0.05, model.exponent) - pow(0.03 / 0.05, model.exponent)
    let found = try #require(try Self.stated(Self.steady + [10, 10, 10], ahead: 0.05))
    #expect(abs(found - (1 - exp(-hazard * grown))) < 1e-12)
  }

  /// Flicks are lifted at full speed, other strokes after the contact has almost stopped.
  @Test func aLiftIsLikeliestAtFullSpeedAndNearAStop() throws {
    let steady = try #require(try Self.stated((0...13).map(Double.init)))
    let halved = try #require(try Self.stated(Self.steady + [10.5, 11, 11.5]))
    let stopping = try #require(try Self.stated(Self.steady + [10.05, 10.1, 10.12]))
    #expect(stopping > 1.5 * steady && steady > halved, "\(steady), \(halved), \(stopping)")
  }

  @Test func theProbabilityRisesWithTheHorizonFromNothing() throws {
    let horizons = [-0.05, 0, 0.001, 0.01, 0.05, 0.2, 1, 1e6]
    let stated = try horizons.compactMap { try Self.stated(Self.steady, ahead: $0) }
    #expect(stated.count == horizons.count)
    #expect(stated[0] == 0 && stated[1] == 0)
    #expect(zip(stated, stated.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(stated.allSatisfy { (0...1).contains($0) } && stated[7] == 1)
  }

  @Test func noUnitIsNeeded() throws {
    let xs = Self.steady + [10.5, 10.6]
    let plain = try #require(try Self.stated(xs))
    let scaled = try #require(try Self.stated(xs.map { 1000 + 12.72 * $0 }))
    #expect(abs(plain - scaled) < 1e-9)
  }

  /// All else is the predictor's, bit by bit; where it abstains, so does the chain.
  @Test func onlyTheProbabilityIsAdded() throws {
    for spelling in ["linear", "kalman", "rls"] {
      let context = PredictorContext(horizons: [0.05], nominalRate: 100)
      let catalogue = PredictorCatalogue.standard
      var plain = try catalogue.predictor(spelling).make(context)
      var stating = try catalogue.predictor(spelling + "+lift").make(context)
      for (index, x) in Self.steady.enumerated() {
        let sample = TouchSample(time: Double(index) / 100, position: SIMD2(x, x * x / 10))
        plain.observe(sample)
        stating.observe(sample)
        var answer = stating.predict(ahead: 0.05)
        #expect((answer?.liftProbability != nil) == (answer != nil))
        answer?.liftProbability = nil
        #expect(answer == plain.predict(ahead: 0.05), "\(spelling), sample \(index)")
      }
    }
  }

  /// The phase would tell which sample is the last, in files of which no device has said so.
  @Test func thePhaseIsNotLookedAt() throws {
    var open = LiftMotion()
    var ended = LiftMotion()
    for (index, x) in Self.steady.enumerated() {
      let position = SIMD2(x, 0)
      open.observe(TouchSample(time: Double(index) / 100, position: position))
      ended.observe(TouchSample(time: Double(index) / 100, position: position, phase: .ended))
    }
    #expect(open.features == ended.features)
  }

  private static func made() throws -> any Predictor {
    try PredictorCatalogue.standard.predictor("hold+lift")
      .make(PredictorContext(horizons: [0.05], nominalRate: 100))
  }

  /// Plays a stroke on a line and returns what is stated 50 ms after its last sample.
  private static func played(
    _ xs: [Double], by predictor: inout any Predictor, interval: Double = 0.01
  ) throws -> Double {
    predictor.beginStroke()
    for (index, x) in xs.enumerated() {
      predictor.observe(
        TouchSample(time: Double(index) * interval, position: SIMD2(x, 0)))
    }
    return try #require(predictor.predict(ahead: 0.05)?.liftProbability)
  }

  /// Two strokes of a sample and a step: Λ from the first to the second sample is known in closed form.
  @Test func theRateIsThatOfTheStrokesBefore() throws {
    let model = LiftModel.standard
    func hazard(age: Double, ahead: Double) -> Double {
      let a = log(age + 0.05)
      return exp(model.constant + model.age * a + model.ageSquared * a * a)
        * pow(ahead / 0.05, model.exponent)
    }
    var predictor = try Self.made()
    var odds: [Double] = []
    for _ in 0..<3 { odds.append(try Self.played([0, 1], by: &predictor)) }
    for (strokes, stated) in odds.enumerated() {
      let expected = Double(strokes) * hazard(age: 0, ahead: 0.01)
      let rate = (5 + Double(strokes)) / (5 + expected)
      #expect(abs(stated - (1 - exp(-rate * hazard(age: 0.01, ahead: 0.05)))) < 1e-12, "\(strokes)")
    }
  }

  /// Somebody who taps is given higher probabilities than somebody who draws long lines; `reset` forgets both.
  @Test func itLearnsHowOftenAContactIsLifted() throws {
    var tapping = try Self.made()
    var drawing = try Self.made()
    let fresh = try Self.played(Self.steady, by: &tapping)
    for _ in 0..<20 { _ = try Self.played([0, 1, 2], by: &tapping) }
    for _ in 0..<20 { _ = try Self.played((0...300).map(Double.init), by: &drawing) }
    let (often, rarely) = (
      try Self.played(Self.steady, by: &tapping), try Self.played(Self.steady, by: &drawing)
    )
    #expect(often > 1.5 * fresh && rarely < fresh / 1.5, "\(rarely), \(fresh), \(often)")
    tapping.reset()
    #expect(try Self.played(Self.steady, by: &tapping) == fresh)
  }

  /// A contact that rests unseen for an hour counts as 100 ms, so that it cannot silence the stage for good.
  @Test func aGapCountsAsATenthOfASecond() throws {
    var stated: [Double] = []
    for gap in [0.1, 3600] {
      var predictor = try Self.made()
      _ = try Self.played([0, 1], by: &predictor, interval: gap)
      stated.append(try Self.played(Self.steady, by: &predictor))
    }
    #expect(abs(stated[0] - stated[1]) < 1e-12 * stated[0])
  }

  @Test func hostileTimesStayFinite() {
    var motion = LiftMotion()
    for (time, x) in [(0.0, 0.0), (0, 1), (-5, 2), (1e300, 1e200), (1e300, -1e200), (-1e300, 0)] {
      motion.observe(TouchSample(time: time, position: SIMD2(x, 0)))
      for horizon in [1e-9, 0.05, 1e300] {
        let stated = motion.features.map {
          LiftModel.standard.probability(of: $0, ahead: horizon, rate: 1)
        }
        #expect(stated.map { (0...1).contains($0) } == true, "\(time), \(horizon): \(stated ?? -1)")
      }
    }
  }
}
