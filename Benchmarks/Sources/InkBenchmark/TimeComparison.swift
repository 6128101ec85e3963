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

    var incremental = Self.pipeline
    for batch in before { _ = incremental.process(batch) }
    // Not a copy of the first: that would share its pages, and copy them in what is timed.
    var keeping = Self.pipeline
    for batch in before { _ = keeping.process(batch) }
    self.incremental = Self.microseconds(timed) { _ = incremental.process($0) }

    var kept: [Any] = []
    incrementalKept = Self.microseconds(timed) { batch in
      let update = keeping.update(batch)
      kept = [update, keeping.first.lines, keeping.first.first.lines]
    }
    precondition(kept.count == 3)

    var paths = TouchPathStream()
    for batch in before { _ = paths.process(batch) }
    var lines = PagedArray<ElementLine>()
    rebuildingLines = Self.microseconds(timed) { batch in
      _ = paths.process(batch)
      lines = PagedArray(paths.lines.map(Self.elements))
    }

    var all = before.flatMap(\.events)
    rebuildingAll = Self.microseconds(timed) { batch in
      all += batch.events
      var fresh = Self.pipeline
      _ = fresh.process(TouchBatch(events: all))
    }
    precondition(incremental.lines == lines, "the two pipelines differ")
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

  /// Returns the elements of a path, computed from scratch.
  private static func elements(of path: TouchPath) -> ElementLine {
    let line = SavitzkyGolay().result(of: PolylineCopy().result(of: path))
    return ElementMaker(AntigrainSmoother()).result(of: DouglasPeucker().result(of: line))
  }

  /// The median time of a batch over its events: what else the machine does does not count.
  private static func microseconds(
    _ batches: some Sequence<TouchBatch>, _ work: (TouchBatch) -> Void
  ) -> Double {
    let clock = ContinuousClock()
    let times = batches.map { batch in
      clock.measure { work(batch) } / .microseconds(max(batch.events.count, 1))
    }
    return times.sorted()[times.count / 2]
  }
}
