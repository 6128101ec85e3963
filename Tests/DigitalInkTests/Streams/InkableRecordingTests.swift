import DigitalInk
import Testing
import TouchInput

@Suite(
  .enabled(if: InkableRecording.folder != nil, "NEXTPOINT_DATASETS names no folder inkable"))
struct InkableRecordingTests {
  struct Counts: CustomTestStringConvertible {
    var name: String
    var events: Int
    var updates: Int
    var predictions: Int
    var points: Int
    var unsettled: Int
    var thinned: Int
    var testDescription: String { name }
  }

  static let counts = [
    Counts(
      name: "events", events: 277, updates: 95, predictions: 80, points: 102, unsettled: 6,
      thinned: 42),
    Counts(
      name: "pencil-antigrain", events: 360, updates: 124, predictions: 107, points: 129,
      unsettled: 4, thinned: 42),
    Counts(
      name: "pencil-error", events: 142, updates: 49, predictions: 38, points: 55, unsettled: 5,
      thinned: 9),
  ]

  @Test(arguments: counts) func countsAreThoseOfTheRecording(_ counts: Counts) throws {
    let events = try InkableRecording.events(counts.name)
    #expect(events.count == counts.events)
    #expect(events.count { $0.isUpdate } == counts.updates)
    #expect(events.count { $0.isPrediction } == counts.predictions)
    var paths = TouchPathStream()
    var lines = PolylineStream()
    var thinned = FilterStream(SavitzkyGolay()).then(FilterStream(DouglasPeucker()))
    for event in events {
      _ = thinned.process(lines.update(paths.update(TouchBatch(events: [event]))))
    }
    #expect(paths.warnings.isEmpty, "\(paths.warnings)")
    try #require(paths.lines.count == 1)
    #expect(paths.lines[0].isComplete)
    #expect(!paths.lines[0].isSettled)
    #expect(paths.lines[0].count == counts.points)
    #expect(paths.lines[0].points.count { $0.expectsUpdate } == counts.unsettled)
    #expect(thinned.lines[0].count == counts.thinned)
  }
}
