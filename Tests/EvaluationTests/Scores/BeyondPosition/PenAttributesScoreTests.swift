import Foundation
import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// Force, altitude and azimuth against what a stroke reports.
@Suite struct PenAttributesScoreTests {
  /// Degrees of radians.
  private static let tolerance = 1e-9

  /// Says what it is told to of each moment.
  private struct Saying: Predictor {
    let say: @Sendable (Double) -> Prediction
    private var newest = 0.0

    init(_ say: @escaping @Sendable (Double) -> Prediction) { self.say = say }

    mutating func beginStroke() {}
    mutating func observe(_ sample: TouchSample) { newest = sample.time }
    func predict(ahead horizon: Double) -> Prediction? { say(newest + horizon) }
    mutating func reset() { newest = 0 }
  }

  private func scores(
    of stroke: Stroke, frames: Double = 1, _ replay: EvaluationProtocol = .sample,
    _ say: @escaping @Sendable (Double) -> Prediction
  ) throws -> NamedValues {
    let subject = EvaluationSubject.predictor(
      ConfiguredPredictor(kind: "saying") { _ throws(ParameterError) in Saying(say) })
    return try EvaluationTests.scores(subject, on: [.test([stroke])], at: .frames(frames), replay)
  }

  /// A stroke at rest whose attributes are functions of time.
  private func stroke(
    count: Int = 21, force: (Double) -> Double? = { _ in nil },
    altitude: (Double) -> Double? = { _ in nil }, azimuth: (Double) -> Double? = { _ in nil }
  ) -> Stroke {
    var stroke = Stroke.sampled(count: count) { _ in .zero }
    for index in stroke.samples.indices {
      let time = stroke.samples[index].time
      stroke.samples[index].force = force(time)
      stroke.samples[index].altitude = altitude(time)
      stroke.samples[index].azimuth = azimuth(time)
    }
    return stroke
  }

  @Test func errorsByHand() throws {
    // Off by +0.3 in the first half of the targets and −0.1 in the second, 10 each.
    let found = try scores(of: stroke(force: { 1 + $0 })) { time in
      Prediction(position: .zero, force: 1 + time + (time < 10.5 / 60 ? 0.3 : -0.1))
    }
    #expect(agree(found["force_mae"], 0.2, absolute: Self.tolerance))
    #expect(agree(found["force_bias"], 0.1, absolute: Self.tolerance))
    #expect(agree(found["force_rmse"], 0.05.squareRoot(), absolute: Self.tolerance))
    #expect(found["force_given_share"] == 1)
    for name in ["altitude_mae", "altitude_given_share", "azimuth_rmse"] {
      #expect(found[name] == nil, "\(name)")
    }
  }

  /// Half an interval ahead the truth is half-way between two samples.
  @Test func truthIsInterpolated() throws {
    let found = try scores(of: stroke(altitude: { 0.5 + 2 * $0 }), frames: 0.5) { time in
      Prediction(position: .zero, altitude: 0.5 + 2 * time + .pi / 180)
    }
    #expect(agree(found["altitude_mae"], 1, absolute: Self.tolerance))
    #expect(agree(found["altitude_bias"], 1, absolute: Self.tolerance))
  }

  /// The azimuth turns by 40° an interval, again and again over ±180°, and is never more than 10° off.
  @Test(arguments: [1.0, 0.5])
  func theAzimuthGoesTheShortWayRound(frames: Double) throws {
    let turning: @Sendable (Double) -> Double = { time in
      (time * 60 * 40 * .pi / 180 + 3).remainder(dividingBy: 2 * .pi)
    }
    let found = try scores(of: stroke(azimuth: turning), frames: frames) { time in
      Prediction(
        position: .zero, azimuth: (turning(time) - .pi / 18).remainder(dividingBy: 2 * .pi))
    }
    #expect(agree(found["azimuth_mae"], 10, absolute: Self.tolerance))
    #expect(agree(found["azimuth_bias"], -10, absolute: Self.tolerance))
    #expect(agree(found["azimuth_rmse"], 10, absolute: Self.tolerance))
  }

  /// A device that corrects the force later: what it observed is 0, what was true is 2.
  @Test func theSettledForceIsTheTruth() throws {
    var corrected = stroke(force: { _ in 0 })
    corrected.settledForces = corrected.samples.indices.map { $0 % 2 == 0 ? 2 : nil }
    let found = try scores(of: corrected, frames: 2) { _ in Prediction(position: .zero, force: 2) }
    // Every other sample was not corrected and stays 0.
    #expect(agree(found["force_mae"], 18.0 / 19, absolute: Self.tolerance))
    let hold = try EvaluationTests.scores(
      .spelled("hold"), on: [.test([corrected])], at: .frames(2))
    #expect(agree(hold["force_mae"], 20.0 / 19, absolute: Self.tolerance))
  }

  @Test func whatIsNotSaidOrNotKnownIsCounted() throws {
    // Known up to the 11th sample alone; said at each other target.
    let some = stroke(force: { $0 < 10.5 / 60 ? 1 : nil })
    let found = try scores(of: some) { time in
      Prediction(position: .zero, force: Int((time * 60).rounded()) % 2 == 0 ? 1.5 : nil)
    }
    #expect(found["force_given_share"] == 0.5)
    #expect(agree(found["force_mae"], 0.5, absolute: Self.tolerance))
  }

  /// After the lift a pen has no force, also where its position counts as that of the lift.
  @Test func afterTheLiftThereIsNoTruth() throws {
    for tail in EvaluationProtocol.Tail.allCases {
      let found = try scores(of: stroke(force: { _ in 1 }), .sample { $0.tail = tail }) { time in
        Prediction(position: .zero, force: time > 20.5 / 60 ? 99 : 1)
      }
      #expect(found["force_mae"] == 0)
    }
  }

  @Test func aGapHasNoTruth() throws {
    var gapped = stroke(count: 40, force: { _ in 1 })
    for index in 20..<40 { gapped.samples[index].time += 1 }
    for index in 10..<18 { gapped.samples[index].force = nil }
    let found = try scores(of: gapped, frames: 0) { _ in Prediction(position: .zero, force: 3) }
    // The positions are known at all samples, the force at those that carry it.
    #expect(found["scored"] == 40)
    #expect(found["force_given_share"] == 1)
    #expect(found["force_mae"] == 2)
  }
}
