import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

@Suite struct JumpGateTests {
  private typealias Verdict = JumpDetector.Verdict

  private static func verdicts(
    _ samples: [TouchSample], settle: Int = 2
  ) -> [JumpDetector.Verdict] {
    var detector = JumpDetector(settle: settle)
    return samples.map { detector.observe($0) }
  }

  private static func samples(_ xs: [Double], at times: [Double]? = nil) -> [TouchSample] {
    xs.indices.map {
      TouchSample(time: times?[$0] ?? Double($0) / 100, position: SIMD2(xs[$0], 0))
    }
  }

  /// What a chain says `ahead` seconds after each sample.
  private static func answers(
    _ spelling: String, _ samples: [TouchSample], ahead: Double = 0.05
  ) throws -> [SIMD2<Double>?] {
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [ahead], nominalRate: 100))
    predictor.beginStroke()
    return samples.map {
      predictor.observe($0)
      return predictor.predict(ahead: ahead)?.position
    }
  }

  @Test func aJumpIsHeldUntilTwoSamplesHaveFollowed() throws {
    let samples = Self.samples([0, 1, 2, 3, 4, 100, 101, 102, 103, 104])
    let said = try Self.answers("linear+jump-gate", samples).map { $0?.x }
    // linear leads by five steps of 1; without the gate it would say 100 + 5 · 96 = 580 at the jump.
    let expected: [Double?] = [nil, 6, 7, 8, 9, 100, 101, 102, 108, 109]
    for (answer, expected) in zip(said, expected) {
      #expect(answer.map { ($0 * 1e9).rounded() } == expected.map { $0 * 1e9 })
    }
    #expect(try #require(try Self.answers("linear", samples)[5]).x > 579)
    let patient = try Self.answers("linear+jump-gate:settle=4", samples).map { $0?.x }
    #expect(patient[8] == 103 && patient[9] == 104)
  }

  @Test func abstainingSaysNothingUntilThen() throws {
    let samples = Self.samples([0, 1, 2, 3, 4, 100, 101, 102, 103])
    let said = try Self.answers("linear+jump-gate:while=abstain", samples)
    #expect(said.map { $0 == nil } == [true, false, false, false, false, true, true, true, false])
  }

  /// A parabola through five samples would still pass through those before the jump.
  @Test func thePredictorNeverSeesTheJumpAsMotion() throws {
    let before = [0.0, 1, 2, 3, 4, 5, 6]
    let after = [200.0, 201, 203, 206]
    let inner = "polynomial:degree=2,window=5"
    let all = Self.samples(before + after)
    let gated = try Self.answers("\(inner)+jump-gate", all).last
    let fresh = try Self.answers(inner, Array(all.dropFirst(before.count))).last
    #expect(try #require(gated) == #require(fresh))
    let ungated = try #require(try Self.answers(inner, all).last ?? nil)
    #expect(ungated != fresh)
  }

  @Test func contactsThatSwapEverySampleAreHeldThroughout() throws {
    let start = [0.0, 1, 2, 3, 4]
    let swapped = (0..<20).map { index in
      index.isMultiple(of: 2) ? 500 + Double(index) : 5 + Double(index)
    }
    let samples = Self.samples(start + swapped)
    let said = try Self.answers("polynomial:degree=1,window=3+jump-gate", samples)
    for index in start.count..<samples.count {
      #expect(said[index] == samples[index].position, "sample \(index)")
    }
  }

  /// A jump that repeats is motion, so that a start from slow steps is not held for good.
  @Test func aFastStartIsMotionFromItsSecondStepOn() {
    let verdicts = Self.verdicts(
      Self.samples([0, 1, 2, 3, 4, 24, 46, 70, 96, 124]))
    #expect(
      verdicts == [
        .plausible, .plausible, .plausible, .plausible, .plausible, .jump, .settling, .settling,
        .plausible, .plausible,
      ])
    // 100 back to where it came from is another jump.
    let back = Self.verdicts(Self.samples([0, 1, 2, 3, 4, 104, 5, 6, 7, 8]))
    #expect(back[5...] == [.jump, .jump, .settling, .settling, .plausible])
  }

  @Test func clocksMakeNoJumps() {
    // A gap of three intervals at one speed; a stop; repeated, backward and bursting times.
    let gap = [0, 0.01, 0.02, 0.03, 0.04, 0.07, 0.08]
    let stop = [0.0, 9, 18, 27, 36, 36, 36, 36, 45, 54]
    let burst = [0, 0.001, 0.002, 0.003, 0.004, 0.009, 0.014, 0.019]
    let streams = [
      Self.samples(gap.map { 100 * $0 }, at: gap), Self.samples(stop),
      Self.samples(burst.map { 100 * $0 }, at: burst),
      Self.samples([0, 1, 2, 3, 4, 5, 6], at: [0, 0, 0, 0.016, 0.016, 0.008, 0.016]),
    ]
    for (index, samples) in streams.enumerated() {
      #expect(Set(Self.verdicts(samples)) == [.plausible], "stream \(index)")
    }
  }

  @Test func aStartIsNotJudgedBeforeThreeSteps() {
    #expect(Set(Self.verdicts(Self.samples([0, 0, 0, 0, 0, 40, 80, 120]))) == [.plausible])
    let third = Self.verdicts(Self.samples([0, 1, 2, 90]))
    #expect(third.last == .plausible)
    let fourth = Self.verdicts(Self.samples([0, 1, 2, 3, 90]))
    #expect(fourth.last == .jump)
  }

  @Test func aStrokeWithoutJumpsKeepsEveryBit() throws {
    for seed in 1...UInt64(20) {
      var random = Xoshiro256StarStar(seed: seed)
      let stroke = TestStroke.smooth(&random, count: 120).samples
      for inner in ["linear", "polynomial:degree=2,window=5", "rls"] {
        let plain = try Self.answers(inner, stroke)
        #expect(try Self.answers("\(inner)+jump-gate", stroke) == plain, "\(inner), seed \(seed)")
      }
    }
  }

  /// A second contact takes over the identifier for ten samples, three times in a stroke.
  @Test(arguments: ["linear", "polynomial:degree=2,window=5", "rls"])
  func swapsNoLongerThrowPredictionsFarAway(inner: String) throws {
    for seed in 1...UInt64(5) {
      var random = Xoshiro256StarStar(seed: seed)
      let truth = TestStroke.smooth(&random, count: 150).samples
      var swapped = truth
      for start in [40, 80, 120] {
        for index in start..<start + 10 { swapped[index].position += SIMD2(900, -400) }
      }
      func worst(_ spelling: String) throws -> (mean: Double, greatest: Double) {
        let said = try Self.answers(spelling, swapped, ahead: 0.02)
        let leads = swapped.indices.compactMap { index in
          said[index].map { ($0 - swapped[index].position).length }
        }
        return (leads.reduce(0, +) / Double(leads.count), leads.max() ?? 0)
      }
      let (plain, gated) = (try worst(inner), try worst("\(inner)+jump-gate"))
      #expect(gated.greatest < 60, "\(inner), seed \(seed): leads by \(gated.greatest)")
      #expect(gated.greatest < 0.2 * plain.greatest, "\(inner), seed \(seed)")
      #expect(gated.mean < plain.mean, "\(inner), seed \(seed)")
    }
  }
}
