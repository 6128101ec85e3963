import MotionNumerics
import Testing
import TouchInput

@testable import Evaluation

@Suite struct TailScoreTests {
  /// Says a point that is a given distance from the newest position, against the motion.
  private static func behind(_ distance: @escaping @Sendable (Double) -> Double)
    -> EvaluationSubject
  {
    .formula { sample, _ in sample.position - SIMD2(distance(sample.time), 0) }
  }

  /// Moves along x by 1 a sample: one frame ahead, hold is off by 1.
  private static func line(_ name: String, from start: Double = 0, count: Int = 61) -> Stroke {
    .sampled(name, count: count, from: start) { SIMD2(60 * ($0 - start), 0) }
  }

  private static func tail(
    _ subject: EvaluationSubject, _ recordings: [Recording]
  ) throws -> NamedValues {
    try scores(subject, on: recordings, at: .frames(1))
  }

  /// 1 behind before 2 s, which doubles the error of hold, and right on hold after.
  @Test func strokesAndRecordingsWorseThanHold() throws {
    let subject = Self.behind { $0 < 2 ? 1 : 0 }
    let first = Recording.test([Self.line("a"), Self.line("b", from: 3)])
    let second = Recording.test([Self.line("c", from: 10)])
    let found = try Self.tail(subject, [first, second])
    #expect(found["judged_strokes"] == 3)
    #expect(found["worse_strokes_share"] == 1.0 / 3)
    // The first recording's mean is 1.5: worse, with half of its strokes no worse.
    #expect(found["judged_recordings"] == 2)
    #expect(found["worse_recordings_share"] == 0.5)
    #expect(try Self.tail(.spelled("hold"), [first, second])["worse_recordings_share"] == 0)
    #expect(try Self.tail(.spelled("linear"), [first, second])["worse_strokes_share"] == 0)
  }

  @Test func anErrorOneInAHundredAboveHoldIsATie() throws {
    let recording = Recording.test([Self.line("a")])
    #expect(
      try Self.tail(Self.behind { _ in 0.0099 }, [recording])["worse_recordings_share"] == 0)
    #expect(
      try Self.tail(Self.behind { _ in 0.0101 }, [recording])["worse_recordings_share"] == 1)
  }

  @Test func tooFewTargetsAndRestAreNotJudged() throws {
    let subject = Self.behind { _ in 1 }
    // Fifty samples have 49 targets one frame ahead, ten have 9.
    let short = try Self.tail(subject, [.test([Self.line("a", count: 50)])])
    #expect(short["judged_recordings"] == 0 && short["worse_recordings_share"] == nil)
    #expect(short["judged_strokes"] == 1 && short["worse_strokes_share"] == 1)
    let shorter = try Self.tail(subject, [.test([Self.line("a", count: 10)])])
    #expect(shorter["judged_strokes"] == 0 && shorter["worse_strokes_share"] == nil)
    let still = Recording.test([.places(Array(repeating: 5, count: 100), named: "still")])
    #expect(try Self.tail(subject, [still])["judged_recordings"] == 0)
  }

  @Test func theFarTail() throws {
    // 1001 targets with errors 1, and 1 + 1000 · share for the last of them.
    let stroke = Self.line("a", count: 1002)
    let errors = (0...1000).map { Double($0) }
    let subject = Self.behind { errors[min(Int(($0 * 60).rounded()), 1000)] }
    // Errors are 1 to 1001; type 7 reads the one at place 999 of 0 to 1000.
    let found = try #require(try Self.tail(subject, [.test([stroke])])["error_p999"])
    #expect(abs(found - 1000) < 1e-6)
  }

  @Test func nothingWithoutStrokes() {
    let score = TailScore(ScoreSettings(millimeter: 1, nominalRate: 60))
    #expect(score.values() == [nil, nil, nil, 0, 0])
  }
}
