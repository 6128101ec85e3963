import Evaluation
import Foundation
import Testing
import TouchInput

@testable import Reporting

@Suite struct StrokeFigureTests {
  /// A quarter turn of 30 mm radius, seen with an error of 1 mm in x by every prediction.
  private static func figure(
    held: Set<Int> = [], panels: Int = 2, stray: SIMD2<Double>? = nil, count: Int = 60
  ) -> StrokeFigure {
    let track = (0..<count).map { index -> SIMD2<Double> in
      let angle = Double(index) / Double(count) * .pi / 2
      return SIMD2(30 * cos(angle), 30 * sin(angle))
    }
    let arrows = track.indices.map { index in
      let truth = index + 4 < count ? track[index + 4] : nil
      let guess = (truth ?? track[index]) + SIMD2(1, 0)
      return StrokeFigure.Arrow(
        origin: track[index], predicted: index == 8 ? stray ?? guess : guess, truth: truth,
        isHeld: held.contains(index))
    }
    let panel = StrokeFigure.Panel(title: "quarter <turn>", track: track, predictions: arrows)
    return StrokeFigure(
      predictor: "linear+blend:share=0.5", horizon: 1.0 / 30, unit: "mm", dataset: "made",
      panels: Array(repeating: panel, count: panels))
  }

  @Test(arguments: 0...3)
  func isWellFormedWithAnyNumberOfPanels(panels: Int) {
    let figure = Self.figure(panels: panels).figure()
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    #expect(document.elements["svg"] == 1 + panels)
    #expect(figure.name == "stroke-linear-blend-share-0-5")
  }

  @Test func saysSpellingHorizonAndMeanError() throws {
    // Every second of the 56 with a known truth is drawn, from the second on: 3 is, 4 is not.
    let figure = Self.figure(held: [3, 4]).figure()
    #expect(figure.title == "linear+blend:share=0.5, 33.3\u{A0}ms ahead")
    let caption = "mean error 1\u{A0}mm over 56 samples, 2 without an answer"
    #expect(figure.summary.contains(caption))
    #expect(figure.body.contains(">\(caption)</text>"))
    #expect(figure.body.contains(">no answer</text>"))
    #expect(!Self.figure(held: [4]).figure().body.contains(">no answer</text>"))
  }

  @Test func meanErrorIsThatOfEveryKnownTruthDrawnOrNot() throws {
    let panel = Self.figure(stray: SIMD2(1000, 0)).panels[0]
    let error = try #require(panel.meanError)
    #expect(error.count == 56)
    // 55 errors of 1 mm, and one of the stray prediction at 1000 mm.
    let truth = try #require(panel.predictions[8].truth)
    let stray = ((1000 - truth.x) * (1000 - truth.x) + truth.y * truth.y).squareRoot()
    #expect(abs(error.value - (55 + stray) / 56) < Self.rounding)
    #expect(panel.drawn(most: 20).count <= 20)
    #expect(panel.drawn(most: 20).allSatisfy { $0.truth != nil })
  }

  /// Sums of 56 numbers below 1000 in another order.
  private static let rounding = 1e-9

  @Test func bothAxesHaveOneScaleAndTheBarIsRound() {
    let panel = Self.figure().panels[0]
    let frame = DrawingFrame(
      [(panel.track, panel.predictions)], panelWidth: 400, greatestHeight: 300)
    let origin = frame.place(SIMD2(0, 0), panel: 0)
    let across = frame.place(SIMD2(10, 0), panel: 0) - origin
    let down = frame.place(SIMD2(0, 10), panel: 0) - origin
    #expect(across.y == 0 && down.x == 0)
    #expect(abs(across.x - down.y) < Self.rounding)
    #expect(frame.bar(room: 90) == 5 || frame.bar(room: 90) == 10)
    #expect(frame.bar(room: 90) * frame.scale <= 90)
    #expect(frame.bar(room: 90) * frame.scale * 2.5 >= 90)
  }

  @Test func oneStrayPredictionDoesNotShrinkTheRest() {
    func scale(_ figure: StrokeFigure) -> Double {
      let panel = figure.panels[0]
      return DrawingFrame(
        [(panel.track, panel.predictions)], panelWidth: 400, greatestHeight: 300
      ).scale
    }
    #expect(scale(Self.figure(stray: SIMD2(1e6, 0))) > scale(Self.figure()) / 2)
  }

  @Test(arguments: [
    SIMD2(Double.nan, 0), SIMD2(.infinity, 1), SIMD2(-1e300, 1e300),
  ])
  func wildPredictionsLeaveAValidDrawing(stray: SIMD2<Double>) {
    let file = Self.figure(stray: stray).figure().file
    #expect(XMLDocument(file).problem == nil)
    #expect(!file.contains("nan") && !file.contains("inf"))
  }

  @Test func aStrokeAtRestOrOfNothingIsDrawn() {
    let rest = StrokeFigure.Panel(
      title: "rest", track: Array(repeating: SIMD2(5, 5), count: 9), predictions: [])
    let nothing = StrokeFigure.Panel(title: "nothing", track: [], predictions: [])
    let figure = StrokeFigure(
      predictor: "hold", horizon: 0.01, unit: "px", dataset: "made", panels: [rest, nothing]
    ).figure()
    #expect(XMLDocument(figure.file).problem == nil)
    #expect(figure.summary.contains("no truth is known this far ahead"))
  }

  @Test func aLongStrokeAddsOnlyItsTrack() {
    let (short, long) = (Self.figure(count: 200).figure(), Self.figure(count: 400).figure())
    // A point of the track is "L123.4 123.4" at most, in each of two panels; how many predictions
    // are drawn may differ by one a panel, of less than 100 bytes.
    #expect(long.file.utf8.count - short.file.utf8.count <= 2 * (200 * 12 + 100))
  }
}
