import DigitalInk
import TouchInput

/// The time of an event at the end of a long stroke: recomputing what changed, and everything.
///
/// The pipeline is that of Inkable's example: paths, polylines, Savitzky–Golay, Douglas–Peucker and
/// Antigrain curves.
struct TimeComparison {
  /// Microseconds an event.
  var incremental: Double
  /// Microseconds an event where a consumer keeps every update it was given, the newest at hand.
  var incrementalKept: Double
  /// Microseconds an event where the paths are kept and all that follows is made anew.
  var rebuildingLines: Double
  /// Microseconds an event where everything is made anew from all events.
  var rebuildingAll: Double

  /// Measures at the end of a stroke.
  ///
  /// - Parameters:
  ///   - points: The length of the stroke.
  ///   - batches: How many batches at its end are timed.
  init(points: Int, batches: Int = 50) {
    let stroke = PenStroke(points: points)
    let timed = stroke.batches.suffix(batches)
    let before = stroke.batches.dropLast(batches)
    let events = timed.reduce(0) { $0 + $1.events.count }

    var incremental = Self.pipeline
    for batch in before { _ = incremental.process(batch) }
    // A copy for the second measurement; its own first change would copy what both share.
    var keeping = Self.pipeline
    for batch in before { _ = keeping.process(batch) }
    self.incremental = Self.microseconds(events) {
      for batch in timed { _ = incremental.process(batch) }
    }

    var kept: [Any] = []
    incrementalKept = Self.microseconds(events) {
      for batch in timed {
        let update = keeping.update(batch)
        kept = [update, keeping.first.lines, keeping.first.first.lines]
      }
    }
    precondition(kept.count == 3)

    var paths = TouchPathStream()
    for batch in before { _ = paths.process(batch) }
    var lines = Self.plainLines
    _ = lines.update(LineUpdate(lines: paths.lines, changes: []))
    rebuildingLines = Self.microseconds(events) {
      for batch in timed { _ = lines.process(paths.update(batch)) }
    }

    var all = before.flatMap(\.events)
    rebuildingAll = Self.microseconds(events) {
      for batch in timed {
        all += batch.events
        var fresh = Self.pipeline
        _ = fresh.process(TouchBatch(events: all))
      }
    }
    precondition(incremental.lines == lines.lines, "the two pipelines differ")
  }

  private static var pipeline:
    InkChain<
      InkChain<
        InkChain<InkChain<TouchPathStream, PolylineStream>, FilterStream<SavitzkyGolay>>,
        FilterStream<DouglasPeucker>
      >, ElementStream<AntigrainSmoother>
    >
  {
    TouchPathStream().then(PolylineStream()).then(FilterStream(SavitzkyGolay()))
      .then(FilterStream(DouglasPeucker())).then(ElementStream(AntigrainSmoother()))
  }

  private static var plainLines:
    InkChain<
      InkChain<
        InkChain<RebuildingLineStream<PolylineCopy>, RebuildingLineStream<SavitzkyGolay>>,
        RebuildingLineStream<DouglasPeucker>
      >, RebuildingLineStream<ElementMaker<AntigrainSmoother>>
    >
  {
    RebuildingLineStream(PolylineCopy()).then(RebuildingLineStream(SavitzkyGolay()))
      .then(RebuildingLineStream(DouglasPeucker()))
      .then(RebuildingLineStream(ElementMaker(AntigrainSmoother())))
  }

  private static func microseconds(_ events: Int, _ work: () -> Void) -> Double {
    let duration = ContinuousClock().measure(work)
    return duration / .microseconds(events)
  }
}
