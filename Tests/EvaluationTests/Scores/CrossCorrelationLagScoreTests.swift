import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import Evaluation

/// Predictions that are a known time late.
@Suite struct CrossCorrelationLagScoreTests {
  /// In milliseconds: the parabola finds the peak to about a hundredth of the 16.7 ms between samples.
  private static let tolerance = 0.35

  private static let motion = FormulaMotion { time in
    SIMD2(40 * cos(4 * time) + 9 * sin(11 * time), 30 * sin(5 * time + 1))
  }

  private static let stroke = Stroke.sampled(count: 150, motion.position)

  private func lag(_ subject: EvaluationSubject, _ strokes: [Stroke], frames: Double) throws
    -> Double?
  {
    try scores(subject, on: [.test(strokes)], at: .frames(frames))["cross_correlation_lag_ms"]
  }

  @Test(arguments: [-20.0, 0, 5, 16.7, 29, 50])
  func aPredictionThatIsLateByAKnownTime(milliseconds: Double) throws {
    let late = EvaluationSubject.formula { sample, ahead in
      Self.motion.position(sample.time + ahead - milliseconds / 1000)
    }
    let found = try #require(try lag(late, [Self.stroke], frames: 3))
    #expect(abs(found - milliseconds) <= Self.tolerance, "\(found)")
  }

  /// Hold is as late as it looks ahead.
  @Test(arguments: [1.0, 2, 4])
  func holdLagsByTheHorizon(frames: Double) throws {
    let found = try #require(try lag(.spelled("hold"), [Self.stroke], frames: frames))
    #expect(abs(found - frames * 1000 / 60) <= Self.tolerance, "\(found)")
  }

  /// The sensor's noise is in the prediction and, a horizon earlier, in the recorded truth: the lag is
  /// that of the motion all the same.
  @Test(arguments: [UInt64(1), 2, 3])
  func noiseIsNotTakenForLag(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed)
    let noisy = Self.stroke.mapPositions {
      $0 + SIMD2(random.nextNormal(), random.nextNormal()) * 0.2
    }
    // A tenth of a predicted step; hold would lag by 33 ms.
    let found = try #require(try lag(.spelled("linear"), [noisy], frames: 2))
    #expect(abs(found) < 3.3, "seed \(seed): \(found)")
  }

  /// The median over runs: one of three strokes that is far too late does not matter.
  @Test func theMedianOverRuns() throws {
    let strokes = (0..<3).map { number in
      Stroke.sampled("\(number)", count: 100, from: 3 * Double(number), Self.motion.position)
    }
    let late = EvaluationSubject.formula { sample, ahead in
      let delay = sample.time < 3 ? 0.01 : sample.time < 6 ? 0.02 : 0.08
      return Self.motion.position(sample.time + ahead - delay)
    }
    let found = try #require(try lag(late, strokes, frames: 2))
    #expect(abs(found - 20) <= Self.tolerance, "\(found)")
  }

  @Test func whatHasNoLag() throws {
    let straight = Stroke.places((0..<60).map { 2 * Double($0) })
    let short = Stroke.sampled(count: 25, Self.motion.position)
    #expect(try lag(.spelled("hold"), [straight], frames: 2) == nil)
    #expect(try lag(.spelled("hold"), [short], frames: 2) == nil)
  }
}
