import DigitalInk
import MotionNumerics
import TestSupport
import Testing
import TouchInput

/// Incremental against batch, cached against plain, and deltas against the truth: for every prefix,
/// every stage, every filter and smoother.
@Suite struct EveryPrefixTests {
  /// 80 streams on an ordinary day, 2,000 at full size.
  @Test(arguments: TestSize.seeds(30, full: 2000)) func generatedStreams(seed: UInt64) {
    let batches = EventStreamGenerator.batches(seed: seed)
    let check = EveryStage(batches)
    #expect(check.differences.isEmpty, "seed \(seed): \(check.differences.prefix(3))")
    #expect(check.comparisons > 100, "seed \(seed)")
  }

  /// The same events one by one, and grouped otherwise, end in the same lines.
  @Test(arguments: TestSize.seeds(8, full: 500)) func eventsOfGeneratedStreams(seed: UInt64) {
    let batches = EventStreamGenerator.batches(seed: seed, length: 6)
    let single = batches.flatMap(\.events).map { TouchBatch(events: [$0]) }
    let check = EveryStage(single)
    #expect(check.differences.isEmpty, "seed \(seed): \(check.differences.prefix(3))")
    var byEvent = TouchPathStream()
    var byBatch = TouchPathStream()
    for batch in single { _ = byEvent.process(batch) }
    for batch in batches { _ = byBatch.process(batch) }
    let order = { (lines: PagedArray<TouchPath>) in
      lines.sorted { $0.touchIdentifier < $1.touchIdentifier }
    }
    #expect(order(byEvent.lines) == order(byBatch.lines), "seed \(seed)")
    #expect(Set(byEvent.warnings) == Set(byBatch.warnings), "seed \(seed)")
  }

  @Test(
    .enabled(if: InkableRecording.folder != nil, "NEXTPOINT_DATASETS names no folder inkable"),
    arguments: InkableRecording.names)
  func recordings(name: String) throws {
    let events = try InkableRecording.events(name)
    let check = EveryStage(events.map { TouchBatch(events: [$0]) })
    #expect(check.differences.isEmpty, "\(check.differences.prefix(3))")
    #expect(check.comparisons > 10 * events.count)
  }

  /// Every split of a recording into two batches, as Inkable tests it.
  @Test(
    .enabled(if: InkableRecording.folder != nil, "NEXTPOINT_DATASETS names no folder inkable"),
    arguments: InkableRecording.names)
  func splitsOfRecordings(name: String) throws {
    let events = try InkableRecording.events(name)
    let chain = TouchPathStream().then(PolylineStream()).then(FilterStream(SavitzkyGolay()))
      .then(FilterStream(DouglasPeucker())).then(ElementStream(AntigrainSmoother()))
    var whole = chain
    _ = whole.process(TouchBatch(events: events))
    for split in 1..<events.count {
      var divided = chain
      _ = divided.process(TouchBatch(events: Array(events[..<split])))
      _ = divided.process(TouchBatch(events: Array(events[split...])))
      #expect(divided.lines == whole.lines, "split at \(split)")
    }
  }

  /// No event is lost without a warning: a real one is in a path, or named as ignored.
  @Test(arguments: TestSize.seeds(30, full: 2000)) func nothingIsLost(seed: UInt64) {
    let batches = EventStreamGenerator.batches(seed: seed, length: 30)
    var stream = TouchPathStream()
    for batch in batches { _ = stream.process(batch) }
    let held = Set(stream.lines.flatMap(\.points).flatMap(\.events).map(\.identifier))
    let ignored = Set(
      stream.warnings.filter { $0.consequence == "ignored" }.map(\.place))
    for event in batches.flatMap(\.events) where !event.isPrediction {
      #expect(
        held.contains(event.identifier) || ignored.contains("event \(event.identifier)"),
        "seed \(seed), event \(event.identifier)")
    }
  }

  /// The generator makes everything that it says: what follows from its streams follows from all that.
  @Test func streamsHoldEveryKindOfEvent() {
    var problems: [String] = []
    var (withdrawn, cancelled, endedByUpdate, afterEnd, together) = (0, 0, 0, 0, 0)
    for seed in UInt64(1)...80 {
      var stream = TouchPathStream()
      for batch in EventStreamGenerator.batches(seed: seed) {
        let former = stream.lines
        let update = stream.update(batch)
        for (path, old) in zip(update.lines, former) {
          if path.count < old.count { withdrawn += 1 }
          if old.isComplete, path != old { afterEnd += 1 }
        }
        cancelled += batch.events.count { $0.phase == .cancelled }
        endedByUpdate += batch.events.count { $0.isUpdate && $0.phase == .ended }
        if Set(batch.events.map(\.touchIdentifier)).count > 1 { together += 1 }
      }
      problems += stream.warnings.map(\.problem)
    }
    for count in [withdrawn, cancelled, endedByUpdate, afterEnd, together] { #expect(count > 10) }
    for problem in [
      "not finite", "is a duplicate", "it predicts touch", "it is a new point of touch",
      "it corrects an unknown event", "has already begun", "is before that of",
    ] {
      #expect(problems.contains { $0.contains(problem) }, "\(problem)")
    }
  }
}
