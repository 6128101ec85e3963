import Foundation
import Testing
import TouchInput

@testable import Evaluation

/// Tones of error on a contact at rest, where the answer is the tone's RMS.
@Suite struct HighFrequencyErrorScoreTests {
  /// Sines of the C library, and squares of them.
  private static let tolerance = 1e-9

  /// The error at 60 Hz of a predictor that swings at `frequency` hertz.
  private func error(
    _ frequency: Double, strokes: [Stroke], rate: Double = 60, isCircle: Bool = false
  ) throws -> Double? {
    let tone = EvaluationSubject.formula { sample, ahead in
      let angle = 2 * Double.pi * frequency * (sample.time + ahead)
      return SIMD2(3 * cos(angle), isCircle ? 3 * sin(angle) : 0)
    }
    let recording = Recording.test(strokes, rate: rate)
    return try scores(tone, on: [recording], at: .frames(0))["high_frequency_error"]
  }

  private func rest(_ name: String = "1", count: Int, rate: Double = 60) -> Stroke {
    .sampled(name, rate: rate, count: count) { _ in .zero }
  }

  @Test(arguments: [6.0, 7, 10, 29])
  func aToneAboveTheCutoffCountsWithItsRMS(frequency: Double) throws {
    let found = try error(frequency, strokes: [rest(count: 60)])
    #expect(agree(found, 3 / 2.0.squareRoot(), absolute: Self.tolerance))
    let circle = try error(frequency, strokes: [rest(count: 60)], isCircle: true)
    #expect(agree(circle, 3, absolute: Self.tolerance))
  }

  @Test(arguments: [0.0, 1, 3, 5])
  func aToneBelowTheCutoffDoesNotCount(frequency: Double) throws {
    let found = try error(frequency, strokes: [rest(count: 60)])
    #expect(agree(found, 0, absolute: Self.tolerance))
  }

  @Test func strokesCountByTheirLength() throws {
    // 2 s at rest and right, 1 s of tone: a third of the energy.
    let quiet = EvaluationSubject.formula { sample, _ in
      sample.time < 2 ? .zero : SIMD2(3 * cos(20 * .pi * sample.time), 0)
    }
    let strokes = [
      Stroke.sampled("1", count: 120) { _ in .zero },
      Stroke.sampled("2", count: 60, from: 2) { _ in .zero },
    ]
    let found = try scores(quiet, on: [.test(strokes)], at: .frames(0))["high_frequency_error"]
    #expect(agree(found, 3 / 6.0.squareRoot(), absolute: Self.tolerance))
  }

  @Test func strokesUnderHalfASecondAreNotScored() throws {
    // 30 samples last 29/60 s, 31 samples half a second.
    #expect(try error(10, strokes: [rest(count: 30)]) == nil)
    #expect(try error(10, strokes: [rest(count: 31)]) != nil)
    let both = try error(10, strokes: [rest("1", count: 60), rest("2", count: 30)])
    #expect(agree(both, 3 / 2.0.squareRoot(), absolute: Self.tolerance))
  }

  @Test func aGapDividesAStroke() throws {
    // Half a second, a gap, and 0.4 s: only the first part is long enough.
    var samples = rest(count: 31).samples
    samples += (0..<25).map { TouchSample(time: 2 + Double($0) / 60, position: .zero) }
    let gapped = Stroke(identifier: "1", samples: samples)
    let whole = try error(6, strokes: [gapped])
    let first = try error(6, strokes: [rest(count: 31)])
    #expect(whole != nil)
    #expect(agree(whole, first))
  }

  @Test func theErrorIsTakenAtTheNominalRate() throws {
    // Sampled at 120 Hz with a nominal 60: a tone of 50 Hz is heard as one of 10 Hz.
    let dense = Stroke.sampled(rate: 120, count: 119) { _ in .zero }
    let found = try error(50, strokes: [dense])
    #expect(agree(found, 3 / 2.0.squareRoot(), absolute: Self.tolerance))
  }
}
