import DigitalInk
import MotionNumerics
import TestSupport
import Testing
import TouchInput

/// The points that a batch makes a stage recompute do not grow with the stroke.
@Suite struct RecomputedPointsTests {
  /// The lengths compared, in points; the longest at full size alone.
  private static let lengths = TestSize.of([1_000, 6_000], full: [1_000, 10_000, 100_000])

  /// Six events a batch, seven with corrections of the first point.
  private static let mostEvents = 7
  /// Points on both sides of an event, and in the interval between kept states, that depend on it.
  private static let mostPoints = 12 * mostEvents
  /// A block of 256 points divided again and again; measured 2,100 in the curves of these strokes.
  private static let mostDistances = 8_192

  @Test(arguments: [false, true]) func stagesDoBoundedWork(correctsStart: Bool) {
    for length in Self.lengths {
      let stroke = PenStroke(points: length, correctsStart: correctsStart)
      var paths = TouchPathStream()
      var lines = PolylineStream()
      var golay = LineStream(SavitzkyGolay())
      var peucker = LineStream(DouglasPeucker())
      var distance = LineStream(PointDistance())
      var euro = LineStream(OneEuroSmoothing(OneEuroFilter(beta: 0.01, nominalRate: 240)))
      var straight = ElementStream(StraightSmoother())
      var curved = ElementStream(AntigrainSmoother())
      for (number, batch) in stroke.batches.enumerated() {
        let place = "\(length) points, batch \(number)"
        let path = work(of: &paths, batch, atMost: Self.mostEvents, place)
        let line = work(of: &lines, path, atMost: Self.mostEvents, place)
        _ = work(of: &golay, line, atMost: Self.mostPoints, place)
        let thinned = work(of: &peucker, line, atMost: Self.mostDistances, place)
        _ = work(of: &distance, line, atMost: Self.mostPoints, place)
        _ = work(of: &euro, line, atMost: Self.mostPoints, place)
        _ = work(of: &straight, line, atMost: Self.mostEvents, place)
        _ = work(of: &curved, thinned, atMost: Self.mostPoints, place)
      }
      #expect(lines.lines[0].count == length + 2)
      #expect(lines.recomputed > length)
    }
  }

  /// Without blocks the work of a batch grows with the stroke: why they are the default.
  @Test func wholeLineDouglasPeuckerGrows() {
    var means: [Double] = []
    for length in [250, 500, 1_000] {
      var lines = TouchPathStream().then(PolylineStream())
      var peucker = LineStream(DouglasPeucker(blockLength: nil))
      let batches = PenStroke(points: length).batches
      for batch in batches { _ = peucker.process(lines.update(batch)) }
      means.append(Double(peucker.recomputed) / Double(batches.count))
    }
    #expect(means[1] > 1.5 * means[0])
    #expect(means[2] > 1.5 * means[1])
  }

  private func work<Stage: InkStage>(
    of stage: inout Stage, _ input: Stage.Input, atMost bound: Int, _ place: String
  ) -> LineUpdate<Stage.Line> {
    let former = stage.recomputed
    let update = stage.update(input)
    let work = stage.recomputed - former
    if work == 0 || work > bound { Issue.record("\(Stage.self): \(work) of \(bound), \(place)") }
    return update
  }
}
