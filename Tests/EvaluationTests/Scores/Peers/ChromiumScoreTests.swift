import MotionNumerics
import Testing

@testable import Evaluation

/// Chromium's own case: six real events on a diagonal, five predictions, and every value of them.
@Suite struct ChromiumScoreTests {
  /// Sums and products of halves and quarters; the roots of 2 are rounded.
  private static let tolerance = 1e-12

  private static let root2 = 2.0.squareRoot()
  private static let overUnder = [-0.25, 1, 0.25, -0.5, 1.5].map { root2 * $0 }
  private static let frameOverUnder = [-0.5, 0.5, -0.5, -1, 1].map { root2 * $0 }
  private static let wrongDirection: [Double] = [0, 0, 1, 0]
  private static let jitter = [1.25, 0.75, 0.25, 2].map { root2 * $0 }
  private static let visualJitter = [1, 1, 1.5, 2].map { root2 * $0 }

  private static let track = MotionTrack(
    times: [8, 16, 24, 32, 40, 48].map { $0 / 1000 },
    positions: [1.0, 2, 4, 7, 5, 3].map { SIMD2($0, $0) }, longestGap: .infinity)

  /// The predictions: place, time of the target and of the frame in milliseconds.
  private static let moments = [
    (1, 10, 12), (3.5, 18, 20), (5, 26, 28), (7, 34, 36), (3, 42, 44),
  ].map { place, time, frame -> HandMadeStroke.Moment in
    var hint = 0
    var moment = HandMadeStroke.Moment(predicted: SIMD2(place, place))
    moment.truth = track.truth(at: time / 1000, hint: &hint)
    moment.next = track.next(after: time / 1000, hint: &hint)
    moment.frameTruth = track.truth(at: frame / 1000, hint: &hint)
    moment.frameNext = track.next(after: frame / 1000, hint: &hint)
    return moment
  }

  private static func stroke(_ moments: ArraySlice<HandMadeStroke.Moment>) -> ScoredStroke {
    HandMadeStroke(moments: Array(moments)).scored
  }

  /// The signed score of one prediction alone.
  private static func signed(_ kind: (some StrokeScore).Type, _ index: Int) -> Double? {
    let values = kind.values(of: [stroke(moments[index...index])])
    #expect(values[5] == (values[0] ?? values[3]))
    return values[2] == 1 ? values[0] : values[3].map { -$0 }
  }

  /// One step from a prediction to the next.
  private static func step(to index: Int) -> [ScoredStroke] {
    [stroke(moments[(index - 1)...index])]
  }

  private func expectAgreement(_ found: [Double?], _ expected: [Double]) {
    #expect(agree(found, expected, absolute: Self.tolerance), "\(found), not \(expected)")
  }

  private func expect(
    overUnder: [Double], frame: [Double], wrong: [Double], jitter: [Double], visual: [Double]
  ) {
    expectAgreement(
      (0..<5).map { Self.signed(ChromiumOverUnderScore<ChromiumPrediction>.self, $0) }, overUnder)
    expectAgreement(
      (0..<5).map { Self.signed(ChromiumOverUnderScore<ChromiumFrame>.self, $0) }, frame)
    expectAgreement((1..<5).map { WrongDirectionScore.values(of: Self.step(to: $0))[0] }, wrong)
    expectAgreement((1..<5).map { PredictionJitterScore.values(of: Self.step(to: $0))[0] }, jitter)
    expectAgreement(
      (1..<5).map { ChromiumVisualJitterScore.values(of: Self.step(to: $0))[0] }, visual)
  }

  @Test func everyValueOfTheHandlersCase() {
    expect(
      overUnder: Self.overUnder, frame: Self.frameOverUnder, wrong: Self.wrongDirection,
      jitter: Self.jitter, visual: Self.visualJitter)
  }

  @Test func everyValueOfTheConformanceFile() throws {
    let vectors = try MeasureVectors.load().chromium
    expect(
      overUnder: vectors.overUnder, frame: vectors.frameOverUnder, wrong: vectors.wrongDirection,
      jitter: vectors.jitter, visual: vectors.visualJitter)
  }

  @Test func aggregatesOfTheHandlersCase() {
    let whole = Self.stroke(Self.moments[...])
    // Over 1, 0.25, 1.5, under 0.25, 0.5, in units of √2; p95 at ranks 1.9 and 0.95.
    let found = ChromiumOverUnderScore<ChromiumPrediction>.values(of: [whole])
    let units = [2.75 / 3, 1.45, 0.375, 0.4875, 0.7].map { Self.root2 * $0 }
    #expect(
      agree(found, [units[0], units[1], 0.6, units[2], units[3], units[4]]), "\(found)")
    let visual = ChromiumVisualJitterScore.values(of: [whole])
    #expect(agree(visual, [Self.root2 * 5.5 / 4, Self.root2 * 1.925]), "\(visual)")
  }

  @Test func anErrorToTheSideIsOverPredictionInFull() {
    let side = HandMadeStroke.Moment(
      truth: .zero, predicted: SIMD2(0, 3), anchor: SIMD2(-1, 0), next: SIMD2(1, 0))
    let found = ChromiumOverUnderScore<ChromiumPrediction>.values(of: [
      HandMadeStroke(moments: [side]).scored
    ])
    #expect(found == [3, 3, 1, nil, nil, 3])
  }

  @Test func theSignOfRoundingSaysNothing() {
    let rounded = HandMadeStroke.Moment(
      truth: .zero, predicted: SIMD2(-1e-12, 0), anchor: SIMD2(-1, 0), next: SIMD2(1, 0))
    let found = ChromiumOverUnderScore<ChromiumPrediction>.values(of: [
      HandMadeStroke(moments: [rounded]).scored
    ])
    #expect(found[2] == 1)
  }

  @Test func whatNoRealEventFollowsIsNotScored() {
    let last = HandMadeStroke.Moment(predicted: SIMD2(2, 0), frameTruth: .zero)
    for values in [
      ChromiumOverUnderScore<ChromiumPrediction>.values(of: [HandMadeStroke(moments: [last]).scored]
      ),
      ChromiumOverUnderScore<ChromiumFrame>.values(of: [HandMadeStroke(moments: [last]).scored]),
    ] { #expect(values == Array(repeating: nil, count: 6)) }
  }

  @Test func withoutFramesThereAreNoFrameMeasures() throws {
    var random = Xoshiro256StarStar(seed: 5)
    let found = try scores(
      .spelled("linear"), on: [.test([.random("1", &random, count: 60)])], at: .frames(2))
    for metric in ChromiumOverUnderScore<ChromiumFrame>.metrics + ChromiumVisualJitterScore.metrics
    {
      #expect(found[metric.name] == nil)
    }
    #expect(found["chromium_over_prediction_mean"] != nil)
  }
}
