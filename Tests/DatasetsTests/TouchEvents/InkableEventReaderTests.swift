import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct InkableEventReaderTests {
  /// The precise place is the position; the other is kept beside it.
  @Test func aSampleHasBothPlacesWhereTheFileHas() throws {
    let text = InkableFixture.array([
      InkableFixture(identifier: "a", phase: 0, x: 1.5), InkableFixture(identifier: "b", x: 2.5),
    ]).replacing(
      "\"majorRadius\"", with: "\"preciseLocation\": [1.25, 440.75],\n\"majorRadius\"",
      maxReplacements: 1)
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "both.json")
    let loaded = try Dataset.load(DatasetReference(name: "both", location: .file(path)))
    let samples = try #require(loaded.recordings.first?.strokes.first?.samples)
    #expect(loaded.problems.isEmpty)
    #expect(samples.map(\.position) == [[1.25, 440.75], [2.5, 440.5]])
    #expect(samples.map(\.regularPosition) == [[1.5, 440.5], nil])
  }

  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.json")
    return InkableEventReader.read(
      RecordingSource(path: path, name: "a.json", scale: LengthScale(unit: .point)))
  }

  private func read(_ events: [InkableFixture]) throws -> ReadResult {
    try read(InkableFixture.array(events))
  }

  @Test func samplesUpdatesAndPredictions() throws {
    let result = try read(InkableFixture.stroke(samples: 6))
    #expect(result.problems.isEmpty && result.isComplete)
    #expect(result.linesRead == 12 && result.linesRejected == 0)
    let recording = try #require(result.recordings.first)
    #expect(recording.tool == .stylus && recording.scale.unit == .point)
    let stroke = try #require(recording.strokes.first)
    #expect(stroke.samples.map(\.position.x) == [0, 1, 2, 3, 4, 5])
    #expect(stroke.samples.map(\.phase) == [.began, .moved, .moved, .moved, .moved, .ended])
    #expect(stroke.samples.allSatisfy { $0.force == 0.5 && $0.kind == .actual })
    #expect(stroke.samples[0].altitude == 1.125 && stroke.samples[0].azimuth == 0.25)
    #expect(stroke.settledForces == [0.5, 0.75, 0.5, 0.75, 0.5, 0.5])
    #expect(stroke.devicePredictions.map(\.samplesBefore) == [2, 4])
    #expect(stroke.devicePredictions.map { $0.samples.map(\.position.x) } == [[2, 3], [4, 5]])
    #expect(stroke.devicePredictions.flatMap(\.samples).allSatisfy { $0.kind == .predicted })
  }

  @Test func toolsBecomeRecordingsOfTheirOwn() throws {
    let result = try read([
      InkableFixture(identifier: "1", touch: "pen", phase: 0),
      InkableFixture(identifier: "2", touch: "finger", type: 0, phase: 0),
      InkableFixture(identifier: "3", touch: "pen", phase: 3),
      InkableFixture(identifier: "4", touch: "finger", type: 0, phase: 4),
      InkableFixture(identifier: "5", touch: "pen2", phase: 0),
    ])
    #expect(result.recordings.map(\.tool) == [.stylus, .finger])
    #expect(result.recordings[0].strokes.map(\.identifier) == ["pen", "pen2"])
    let finger = result.recordings[1].strokes[0]
    #expect(finger.samples.map(\.phase) == [.began, .cancelled])
    #expect(finger.samples.allSatisfy { $0.altitude == nil && $0.azimuth == nil })
    #expect(finger.settledForces == nil)
  }

  @Test func duplicatesAndHoveringAreSkipped() throws {
    let result = try read([
      InkableFixture(identifier: "h", touch: "pointer", type: 3, phase: 5),
      InkableFixture(identifier: "1", phase: 0), InkableFixture(identifier: "1", phase: 0, x: 9),
      InkableFixture(identifier: "2", phase: 2, x: 1),
    ])
    #expect(result.problems.isEmpty && result.linesRead == 4)
    let samples = try #require(result.recordings.first).strokes[0].samples
    #expect(samples.map(\.position.x) == [0, 1])
    #expect(samples.map(\.phase) == [.began, .moved])
  }

  @Test func aRunOfPredictionsEndsWithTheNextSample() throws {
    func prediction(_ name: String) -> InkableFixture {
      InkableFixture(identifier: name, isPrediction: true)
    }
    let result = try read([
      InkableFixture(identifier: "1", phase: 0, index: 1), prediction("a"), prediction("b"),
      InkableFixture(identifier: "u", index: 1, isUpdate: true), prediction("c"),
      InkableFixture(identifier: "2"), prediction("d"),
    ])
    let batches = try #require(result.recordings.first).strokes[0].devicePredictions
    #expect(batches.map(\.samplesBefore) == [1, 1, 2])
    #expect(batches.map(\.samples.count) == [2, 1, 1])
  }

  @Test func eventsThatCannotBeUsedAreReportedWithTheirLine() throws {
    let result = try read([
      InkableFixture(identifier: "0", index: 1, isPrediction: true),
      InkableFixture(identifier: "1", phase: 0, index: 1),
      InkableFixture(identifier: "2", index: 99, isUpdate: true),
      InkableFixture(identifier: "3", type: 7, index: 2),
      InkableFixture(identifier: "4", phase: 9, index: 3),
      InkableFixture(identifier: "5", phase: 3, index: 4),
      InkableFixture(identifier: "6", index: 5),
      InkableFixture(identifier: "7", isPrediction: true),
    ])
    #expect(result.linesRead == 2 && result.linesRejected == 6)
    #expect(
      result.problems.map(\.line) == [0, 2, 3, 4, 6, 7].map { 2 + $0 * InkableFixture.lineCount })
    #expect(
      result.problems.map(\.field) == [
        "touchIdentifier", "estimationUpdateIndex", "type", "phase", "touchIdentifier",
        "touchIdentifier",
      ])
    #expect(result.recordings.first?.strokes.first?.samples.count == 2)
  }

  @Test func aFileThatIsCutOffKeepsItsCompleteEvents() throws {
    let text = InkableFixture.array(
      (0..<4).map { InkableFixture(identifier: "\($0)", phase: $0 == 0 ? 0 : 1, index: $0) })
    let cut = String(text.prefix(text.count * 7 / 10))
    let result = try read(cut)
    #expect(result.linesRead == 2 && result.linesRejected == 1)
    #expect(result.problems.first?.line == 2 + 2 * InkableFixture.lineCount)
    #expect(result.problems.first?.message.contains("cut off") == true)
    #expect(result.problems.last?.message.contains("not closed") == true)
    let between = try read(String(text.dropLast(3)))
    #expect(between.linesRead == 4 && between.problems.count == 1)
  }

  @Test(arguments: [
    ("\"phase\" : 1", "\"phase\" : \"moved\"", "phase"),
    ("\"timestamp\" : 1.0", "\"timestamp\" : NaN", nil),
    ("\"timestamp\" : 1.0", "\"timestamp\" : 1e999", nil),
    ("\"timestamp\" : 1.0,", "", "timestamp"), ("0.0,\n", "", "location"),
    ("\"isUpdate\" : false", "\"isUpdate\" : null", "isUpdate"),
    ("\"force\" : 0.5,", "\"force\" : ,", nil),
    ("\"azimuth\" :", "azimuth :", nil),
    ("\"touchIdentifier\" : \"T\"", "\"touchIdentifier\" : \"\"", "touchIdentifier"),
  ])
  func aDamagedEventIsLeftOut(old: String, new: String, field: String?) throws {
    let good = InkableFixture(identifier: "1", phase: 0)
    let bad = InkableFixture(identifier: "2").json.replacing(old, with: new, maxReplacements: 1)
    let last = InkableFixture(identifier: "3", phase: 3)
    let result = try read("[\n\(good.json),\n\(bad),\n\(last.json)\n]")
    #expect(result.linesRead == 2 && result.linesRejected == 1)
    let problem = try #require(result.problems.first)
    #expect(result.problems.count == 1)
    // The line of the first event is 2, and without an update index it has one line less.
    #expect(problem.line == 2 + InkableFixture.lineCount - 1)
    if let field { #expect(problem.field == field) }
    #expect(result.recordings.first?.sampleCount == 2)
  }

  @Test(arguments: ["{\"a\": 1}", "hello", "stroke,t_s,x,y\n", "   x", "\u{0}\u{1}"])
  func whatIsNoArrayIsSaidAtOnce(text: String) throws {
    let result = try read(text)
    #expect(result.recordings.isEmpty && !result.isComplete)
    #expect(result.problems.first?.message.contains("does not begin with [") == true)
  }

  @Test(arguments: ["[]", "[ ]\n", "[\n  {\"identifier\": \"x\"}\n]"])
  func anArrayWithoutTouchesIsAProblem(text: String) throws {
    let result = try read(text)
    #expect(result.linesRejected == 0 && result.recordings.isEmpty)
    #expect(result.problems.first?.message.contains("no touch events") == true)
  }

  @Test func depthIsBounded() throws {
    let deep = String(repeating: "{\"a\":", count: 1000) + "1" + String(repeating: "}", count: 1000)
    let good = InkableFixture(identifier: "1", phase: 0)
    let result = try read("[\(deep),\n\(good.json)]")
    #expect(result.recordings.first?.sampleCount == 1)
    #expect(result.problems.first?.message.contains("nested") == true)
  }

  @Test func stringsMayHoldBracesAndEscapes() throws {
    let event = InkableFixture(identifier: "a}{][\\\"\\\\", touch: "t{", phase: 0)
    let result = try read([event, InkableFixture(identifier: "2", touch: "t{", phase: 3)])
    #expect(result.problems.isEmpty)
    #expect(result.recordings.first?.strokes.first?.identifier == "t{")
    #expect(result.recordings.first?.sampleCount == 2)
  }
}
