import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// `{"callback": …, "events": […]}`: read as a data set it is what it is without callbacks.
@Suite struct CallbackReadingTests {
  private static let events = InkableFixture.stroke(samples: 20)

  /// The events in callbacks of so many.
  static func callbacks(_ events: [InkableFixture], of count: Int) -> String {
    let texts = stride(from: 0, to: events.count, by: count).map { start in
      let part = events[start..<min(start + count, events.count)].map(\.json)
      return "{\"callback\": \"c\(start)\", \"events\": [\n\(part.joined(separator: ",\n"))]}"
    }
    return "[\n\(texts.joined(separator: ",\n"))\n]\n"
  }

  private func read(_ text: String) throws -> (data: ReadResult, file: TouchEventFile) {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.json")
    let source = RecordingSource(path: path, name: "a.json", scale: LengthScale(unit: .point))
    return (InkableEventReader.read(source), try TouchEventFile(path: path))
  }

  @Test("no event of a callback is lost", arguments: [1, 2, 5, 100])
  func everyEventIsRead(count: Int) throws {
    let (apart, file) = try read(Self.callbacks(Self.events, of: count))
    let (plain, _) = try read(InkableFixture.array(Self.events))
    #expect(apart.problems.isEmpty && apart.isComplete)
    #expect(file.events.count == Self.events.count && file.keepsBatches)
    var expected = plain.recordings
    // A callback that ends in the middle of two predictions makes two runs of them.
    let strokes = apart.recordings.flatMap(\.strokes)
    let predicted = { (strokes: [Stroke]) in
      strokes.flatMap(\.devicePredictions).flatMap(\.samples)
    }
    #expect(predicted(strokes) == predicted(expected.flatMap(\.strokes)))
    for index in expected.indices {
      for stroke in expected[index].strokes.indices {
        expected[index].strokes[stroke].devicePredictions = strokes[stroke].devicePredictions
      }
    }
    #expect(apart.recordings == expected)
  }

  @Test func theEndOfACallbackEndsARunOfPredictions() throws {
    func runs(_ text: String) throws -> [Int] {
      try read(text).data.recordings[0].strokes[0].devicePredictions.map(\.samples.count)
    }
    let events = [
      InkableFixture(identifier: "a", phase: 0),
      InkableFixture(identifier: "p", time: 1.1, isPrediction: true),
      InkableFixture(identifier: "q", time: 1.2, isPrediction: true),
    ]
    #expect(try runs(Self.callbacks(events, of: 3)) == [2])
    #expect(try runs(Self.callbacks(events, of: 2)) == [1, 1])
    let marked = events.map(\.json).joined(separator: ",")
    #expect(try runs("[\(marked)]") == [2])
  }

  @Test("a damaged event of a callback costs itself, and is named")
  func aDamagedEventCostsItself() throws {
    for (good, bad, key) in [
      ("\"phase\" : 0", "\"phase\" : 9", "events[0].phase"),
      ("\"force\" : 0.5", "\"force\" : \"much\"", "events[0].force"),
      ("\"touchIdentifier\" : \"T\"", "\"touchIdentifier\" : \"\"", "events[0].touchIdentifier"),
    ] {
      let events = (0..<4).map {
        InkableFixture(identifier: "e\($0)", time: 1 + Double($0), phase: $0 % 2 == 0 ? 0 : 1)
      }
      let text = Self.callbacks(events, of: 2)
      let broken = try #require(text.range(of: good))
      let (data, file) = try read(text.replacingCharacters(in: broken, with: bad))
      #expect(data.recordings.first?.sampleCount == 3)
      #expect(file.events.map(\.identifier) == ["e1", "e2", "e3"])
      for problems in [data.problems, file.problems] {
        #expect(problems.count == 1 && problems[0].line == 2 && !problems[0].remedy.isEmpty)
        #expect(problems.first?.description.contains(key) == true, "\(problems)")
      }
    }
  }

  @Test("an event that is cut off inside a location costs itself, with callbacks or without")
  func aCutEventCostsItself() throws {
    let events = (0..<6).map {
      InkableFixture(identifier: "e\($0)", time: 1 + Double($0), phase: $0 == 0 ? 0 : 1)
    }
    let whole = InkableFixture.array(events)
    let cut = try #require(whole.range(of: "440.5\n"))
    let next = try #require(whole[cut.upperBound...].range(of: "{"))
    let text = whole.replacingCharacters(in: cut.lowerBound..<next.lowerBound, with: "")
    let (data, file) = try read(text)
    #expect(data.recordings.first?.sampleCount == 5 && data.linesRejected == 1)
    #expect(file.events.count == 5)
  }

  /// The callbacks of a recording, by the number of their reports.
  @Test(
    "a converted recording has callbacks at the display's refreshes",
    arguments: [
      (60.0, 60.0, [1, 1, 1, 1, 1, 1, 1, 1, 1]), (240, 60, [1, 4, 4]), (240, 120, [1, 2, 2, 2, 2]),
      (30, 60, [1, 1, 1, 1, 1, 1, 1, 1, 1]),
    ])
  func conversion(rate: Double, refreshRate: Double, counts: [Int]) throws {
    var samples = (0..<9).map {
      TouchSample(time: 1e5 + Double($0) / rate, position: [Double($0), 0])
    }
    samples[0].phase = .began
    samples[8].phase = .ended
    let batches = try Self.converted(samples, refreshRate: refreshRate)
    #expect(batches.map(\.events.count) == counts)
    // Once the reports say which were delivered together, that counts.
    for index in [1, 2, 5] { samples[index].kind = .coalesced }
    let stated = try Self.converted(samples, refreshRate: refreshRate)
    #expect(stated.map(\.events.count) == [1, 3, 1, 2, 1, 1])
  }

  /// The callbacks that a converted recording is read with.
  private static func converted(
    _ samples: [TouchSample], refreshRate: Double
  ) throws -> [TouchBatch] {
    let recording = Recording(
      source: "in.csv", scale: LengthScale(unit: .point), nominalRate: 60,
      strokes: [Stroke(identifier: "s", samples: samples)])
    let file = LoadedFile(
      entry: DatasetDescription.File(path: "in.csv", format: "plain-csv"), path: "in.csv",
      sha256: "", isMissing: false, result: ReadResult(recordings: [recording]))
    let description = DatasetDescription(
      name: "in", unit: .point, nominalRate: 60, files: [file.entry])
    let content = try TouchEventConversion.inkable(
      LoadedDataset(name: "in", description: description, files: [file]), name: "out",
      refreshRate: refreshRate)
    let folder = try ScratchFolder()
    let path = try folder.write(content.texts[0], to: "out.json")
    let events = try TouchEventFile(path: path)
    #expect(events.keepsBatches && events.problems.isEmpty)
    return events.batches
  }

  @Test("events without callbacks and predictions are divided at the refreshes")
  func plainEventsAreDivided() throws {
    let events = (0..<9).map {
      InkableFixture(identifier: "e\($0)", time: 1 + Double($0) / 240, phase: $0 == 0 ? 0 : 1)
    }
    let file = try read(InkableFixture.array(events)).file
    #expect(file.applicationBatches.map(\.events.count) == [1, 4, 4])
  }
}
