import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@testable import Evaluation

/// The error where there is an answer, and the error of the most confident answers, by hand.
@Suite struct AnsweredErrorScoreTests {
  private static func moment(
    error: Double, hold: Double, confidence: Double? = nil, isSilent: Bool = false
  ) -> HandMadeStroke.Moment {
    HandMadeStroke.Moment(
      predicted: SIMD2(isSilent ? hold : error, 0), anchor: SIMD2(0, hold), abstained: isSilent,
      answer: isSilent
        ? nil : Prediction(position: SIMD2(error, 0), confidence: confidence))
  }

  private static func values(_ name: String, of moments: [HandMadeStroke.Moment]) -> Double? {
    let stroke = [HandMadeStroke(moments: moments).scored]
    let values =
      Array(zip(AnsweredErrorScore.metrics, AnsweredErrorScore.values(of: stroke)))
      + Array(zip(ConfidenceScore.metrics, ConfidenceScore.values(of: stroke)))
    return values.first { $0.0.name == name }?.1
  }

  // MARK: - Silence

  @Test func errorsGivenAnAnswerByHand() {
    let stroke = HandMadeStroke(moments: [
      Self.moment(error: 1, hold: 4), Self.moment(error: 2, hold: 2),
      Self.moment(error: 0, hold: 9, isSilent: true),
      Self.moment(error: 0, hold: 7, isSilent: true),
      Self.moment(error: 3, hold: 6),
      .init(truth: nil),
    ]).scored
    // Three of five; errors 1, 2, 3 where hold has 4, 2, 6; hold has 9 and 7 elsewhere.
    #expect(
      agree(AnsweredErrorScore.values(of: [stroke]), [0.6, 2, 2.9, 4, 0.5, 8]))
    #expect(AnsweredErrorScore.values(of: []) == Array(repeating: nil, count: 6))
  }

  @Test func whoIsAlwaysSilentHasNoErrorOfAnswers() {
    let stroke = HandMadeStroke(moments: [Self.moment(error: 0, hold: 3, isSilent: true)]).scored
    #expect(AnsweredErrorScore.values(of: [stroke]) == [0, nil, nil, nil, nil, 3])
    let still = HandMadeStroke(moments: [Self.moment(error: 0, hold: 0)]).scored
    #expect(AnsweredErrorScore.values(of: [still]) == [1, 0, 0, 0, nil, nil])
  }

  /// `error_mean` is what both parts add up to.
  @Test(arguments: ["polynomial:degree=3,window=8", "chromium-linear:capped=true", "hold"])
  func answersAndSilenceAddUp(spelling: String) throws {
    var random = Xoshiro256StarStar(seed: 3)
    let strokes = (0..<3).map { Stroke.random("\($0)", &random, count: 60) }
    for frames in [1.0, 2] {
      let found = try scores(.spelled(spelling), on: [.test(strokes)], at: .frames(frames))
      let share = try #require(found["answered_share"])
      let silence = try #require(found["abstention_share"])
      #expect(agree(share, 1 - silence))
      let sum =
        share * (found["answered_error_mean"] ?? 0) + (1 - share) * (found["silent_hold_mean"] ?? 0)
      #expect(agree(found["error_mean"], sum, relative: 1e-12), "\(spelling), \(frames)")
    }
  }

  // MARK: - Confidence

  @Test func riskAgainstCoverageByHand() {
    // By confidence: errors 1, 2, 3, 4, then 10; hold is off by 5 everywhere.
    let moments = [
      Self.moment(error: 10, hold: 5, confidence: 0.1),
      Self.moment(error: 1, hold: 5, confidence: 0.9),
      Self.moment(error: 3, hold: 5, confidence: 0.5),
      Self.moment(error: 2, hold: 5, confidence: 0.7),
      Self.moment(error: 4, hold: 5, confidence: 0.3),
      Self.moment(error: 77, hold: 5), Self.moment(error: 0, hold: 5, isSilent: true),
    ]
    #expect(agree(Self.values("with_confidence_share", of: moments), 5.0 / 6))
    // 10 and 20 % of five answers are one half and one answer: the best.
    #expect(agree(Self.values("risk_10", of: moments), 1))
    #expect(agree(Self.values("risk_20", of: moments), 1))
    // One answer and half of the next: 2 / 1.5.
    #expect(agree(Self.values("risk_30", of: moments), 4.0 / 3))
    #expect(agree(Self.values("risk_40", of: moments), 1.5))
    #expect(agree(Self.values("risk_80", of: moments), 2.5))
    // Four answers and half of the worst: 15 / 4.5.
    #expect(agree(Self.values("risk_90", of: moments), 10.0 / 3))
    #expect(agree(Self.values("risk_100", of: moments), 4))
    #expect(agree(Self.values("risk_ratio_40", of: moments), 0.3))
    #expect(agree(Self.values("risk_ratio_100", of: moments), 0.8))
    let curve = ConfidenceScore.levels.map { Self.values("risk_\($0)", of: moments) ?? .nan }
    #expect(agree(Self.values("risk_mean", of: moments), curve.compensatedSum / 10))
  }

  @Test func answersOfEqualConfidenceCountAlike() {
    let moments = [(1.0, 0.8), (9, 0.5), (3, 0.5), (6, 0.5)].map {
      Self.moment(error: $0.0, hold: 0, confidence: $0.1)
    }
    for order in [moments, moments.reversed()] {
      // Half of four answers: the first, 1, and a third of each of the others, 6.
      #expect(agree(Self.values("risk_50", of: order), 3.5))
      // Hold is right everywhere: nothing to compare with.
      #expect(Self.values("risk_ratio_50", of: order) == nil)
    }
    let same = [2.0, 4].map { Self.moment(error: $0, hold: 1, confidence: 1) }
    for level in ConfidenceScore.levels {
      #expect(agree(Self.values("risk_\(level)", of: same), 3))
    }
  }

  @Test func withoutConfidenceThereIsNoCurve() {
    let moments = [Self.moment(error: 1, hold: 1), Self.moment(error: 0, hold: 1, isSilent: true)]
    #expect(Self.values("with_confidence_share", of: moments) == 0)
    #expect(Self.values("risk_10", of: moments) == nil)
    #expect(Self.values("risk_mean", of: moments) == nil)
    #expect(ConfidenceScore.values(of: []) == Array(repeating: nil, count: 22))
  }

  /// More answers than are kept in one piece, in memory and in a store, merged from parts: the same bits as a sort.
  @Test func manyAnswersAreThoseOfASort() throws {
    var random = Xoshiro256StarStar(seed: 8)
    let moments = (0..<12_000).map { _ in
      Self.moment(
        error: random.nextUnit(), hold: 1 + random.nextUnit(),
        confidence: Double(random.nextInt(below: 4000)) / 4000)
    }
    let parts = [0..<700, 700..<7000, 7000..<12_000].map {
      HandMadeStroke(moments: Array(moments[$0])).scored
    }
    let store = CountingStore()
    for storage in [nil, ValueStorage(budget: 5000, store: store)] {
      var settings = ScoreSettings(millimeter: 1, nominalRate: 60)
      settings.storage = storage
      var merged = ConfidenceScore(settings)
      for part in parts {
        var score = ConfidenceScore(settings)
        score.add(part)
        merged.merge(score)
      }
      merged.settle()
      let values = merged.values()
      // Sorted, with ties replaced by their mean.
      let groups = Dictionary(grouping: moments) { $0.answer?.confidence ?? 0 }
      let errors = groups.sorted { $0.key > $1.key }.flatMap { _, group in
        let mean = group.map { $0.predicted.x }.compensatedSum / Double(group.count)
        return group.map { _ in mean }
      }
      for (place, level) in ConfidenceScore.levels.enumerated() {
        let count = errors.count * level / 100
        #expect(
          agree(
            values[1 + place], errors[..<count].reduce(0, +) / Double(count), relative: 1e-9))
      }
      #expect(storage?.problem == nil)
    }
    #expect(store.written > 0)
  }
}
