import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct PointerEventReaderTests {
  /// A few roundings of numbers near 1.
  private static let tolerance = 1e-12

  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.json")
    return PointerEventReader.read(
      RecordingSource(path: path, name: "a.json", scale: LengthScale(unit: .pixel)))
  }

  private func event(
    _ type: String, _ time: Double, _ x: Double, pointer: Int = 1, kind: String = "pen",
    _ more: String = ""
  ) -> String {
    """
    {"type":"pointer\(type)","pointerId":\(pointer),"pointerType":"\(kind)","timeStamp":\(time),\
    "clientX":\(x),"clientY":1\(more)}
    """
  }

  private func array(_ events: [String]) -> String { "[\(events.joined(separator: ",\n"))]" }

  @Test func aStrokeGoesFromDownToUp() throws {
    let force = ",\"pressure\":0.25,\"buttons\":1"
    let events = [
      event("over", 990, 9), event("down", 1000, 1, force), event("move", 1008, 2, force),
      event("up", 1016, 3, ",\"pressure\":0,\"buttons\":0"), event("out", 1020, 3),
    ]
    let result = try read(array(events))
    #expect(result.problems.isEmpty && result.linesRead == 5 && result.linesRejected == 0)
    let recording = try #require(result.recordings.first)
    #expect(result.recordings.count == 1 && recording.tool == .stylus)
    #expect(recording.device == .unknown && recording.scale.unit == .pixel)
    #expect(
      recording.strokes == [
        Stroke(
          identifier: "1",
          samples: [
            TouchSample(time: 1, position: [1, 1], force: 0.25, phase: .began),
            TouchSample(time: 1.008, position: [2, 1], force: 0.25),
            TouchSample(time: 1.016, position: [3, 1], force: 0, phase: .ended),
          ])
      ])
    let lines = try read(events.joined(separator: "\n") + "\n")
    #expect(lines.recordings.map(\.strokes) == [recording.strokes])
    #expect(lines.problems.isEmpty && lines.linesRead == 5)
  }

  @Test func coalescedAndPredictedEventsAreKept() throws {
    let lists = { (coalesced: String, predicted: String) in
      """
      ,"\(coalesced)":[{"timeStamp":1004,"clientX":2,"clientY":1},
      {"timeStamp":1008,"clientX":3,"clientY":1}],
      "\(predicted)":[{"timeStamp":1024,"clientX":7,"clientY":1},
      {"timeStamp":1016,"clientX":5,"clientY":1}]
      """
    }
    for names in [("coalescedEvents", "predictedEvents"), ("coalesced", "predicted")] {
      // The browser moved the event itself to 3.5; what was measured is in the list.
      let result = try read(
        array([
          event("down", 1000, 1, kind: "touch"),
          event("move", 1010, 3.5, kind: "touch", lists(names.0, names.1)),
          event("up", 1020, 4, kind: "touch"),
        ]))
      #expect(result.problems.isEmpty)
      let recording = try #require(result.recordings.first)
      #expect(recording.tool == .finger && recording.device == .touchScreen)
      let stroke = try #require(recording.strokes.first)
      #expect(stroke.samples.map(\.position.x) == [1, 2, 3, 4])
      #expect(stroke.samples.map(\.kind) == [.actual, .coalesced, .actual, .actual])
      let batch = try #require(stroke.devicePredictions.first)
      #expect(stroke.devicePredictions.count == 1 && batch.samplesBefore == 3)
      #expect(batch.samples.map(\.position.x) == [5, 7])
      #expect(batch.samples.allSatisfy { $0.kind == .predicted })
    }
  }

  /// The clock restarts with the second trial, and the pointers' numbers come again.
  @Test func eachTrialHasARecordingOfItsOwn() throws {
    func facts(_ more: String) -> String {
      "{\"type\":\"pointerfacts\",\"pointerId\":-1,\"timeStamp\":0,\"clientX\":0,\"clientY\":0\(more)}"
    }
    func stroke(at time: Double) -> [String] {
      [event("down", time, 1), event("move", time + 8, 2), event("up", time + 16, 3)]
    }
    let trials = [
      facts(",\"participant\":\"p01\",\"task\":\"writing\",\"trial\":\"writing-001\""),
      facts(",\"participant\":\"p01\",\"task\":\"tapping\",\"trial\":\"tapping-002\""), facts(""),
    ]
    let times = [[5000.0, 6000], [100], [50]]
    let result = try read(
      array(zip(trials, times).flatMap { [$0] + $1.flatMap { stroke(at: $0) } }))
    #expect(result.problems.isEmpty && result.linesRead == 15)
    #expect(result.recordings.map(\.participant) == ["p01", "p01", ""])
    #expect(result.recordings.map(\.task) == ["writing", "tapping", ""])
    #expect(
      result.recordings.map { $0.strokes.map(\.identifier) }
        == [["writing-001.1", "writing-001.2"], ["tapping-002.1"], ["1"]])
    #expect(
      result.recordings.flatMap(\.strokes).map { $0.samples.first?.time } == [5, 6, 0.1, 0.05])
    let fault = try read(array([facts(",\"task\":7")]))
    #expect(fault.problems.count == 1 && fault.linesRejected == 1)
  }

  @Test func rawUpdatesAreNotRepeated() throws {
    let list = """
      ,"coalescedEvents":[{"timeStamp":1004,"clientX":2,"clientY":1},
      {"timeStamp":1008,"clientX":3,"clientY":1},{"timeStamp":1009,"clientX":4,"clientY":1}]
      """
    let result = try read(
      array([
        event("down", 1000, 1), event("rawupdate", 1004, 2), event("rawupdate", 1008, 3),
        event("move", 1009, 4, list), event("up", 1020, 5),
      ]))
    #expect(result.recordings.first?.strokes.first?.samples.map(\.position.x) == [1, 2, 3, 4, 5])
  }

  @Test func hoveringIsCutByPauses() throws {
    let result = try read(
      array([
        event("move", 0, 1, kind: "mouse", ",\"buttons\":0,\"pressure\":0"),
        event("move", 100, 2, kind: "mouse"), event("move", 201, 3, kind: "mouse"),
        event("down", 210, 3, kind: "mouse", ",\"pressure\":0.5"),
        event("cancel", 220, 0, kind: "mouse"), event("move", 230, 4, kind: "mouse"),
      ]))
    let recording = try #require(result.recordings.first)
    #expect(recording.tool == .mouse && recording.device == .mouse)
    #expect(recording.strokes.map(\.identifier) == ["hover-1", "hover-2", "3", "hover-4"])
    #expect(recording.strokes.map { $0.samples.map(\.position.x) } == [[1, 2], [3], [3], [4]])
    #expect(recording.strokes.flatMap(\.samples).allSatisfy { $0.force == nil })
  }

  @Test func pointersAreKeptApartAndInOrder() throws {
    let result = try read(
      array([
        event("down", 20, 10, pointer: 2, kind: "touch"), event("down", 10, 1, kind: "touch"),
        event("up", 40, 3, kind: "touch"), event("move", 30, 2, kind: "touch"),
        event("move", 30, 11, pointer: 2, kind: "touch"),
        event("cancel", 50, 0, pointer: 2, kind: "touch"),
      ]))
    let strokes = try #require(result.recordings.first).strokes
    #expect(strokes.map(\.identifier) == ["1", "2"])
    #expect(strokes.map { $0.samples.map(\.position.x) } == [[1, 2, 3], [10, 11]])
    #expect(strokes.map { $0.samples.last?.phase } == [.ended, .cancelled])
  }

  @Test func recordingsMayBeginAndEndInContact() throws {
    let result = try read(
      array([event("move", 10, 1, ",\"buttons\":1"), event("move", 500, 2, ",\"buttons\":1")]))
    let stroke = try #require(result.recordings.first?.strokes.first)
    #expect(stroke.identifier == "1" && stroke.samples.map(\.phase) == [.moved, .moved])
  }

  @Test func pageAndOffsetCoordinatesStandIn() throws {
    let result = try read(
      """
      {"type":"pointerdown","pointerId":1,"timeStamp":1,"pageX":3,"pageY":4,"offsetX":1,"offsetY":1}
      {"type":"pointerup","pointerId":1,"timeStamp":2,"offsetX":5,"offsetY":6}
      """)
    #expect(
      result.recordings.first?.strokes.first?.samples.map(\.position) == [[3, 4], [5, 6]])
  }

  /// The standard's own cases: upright, along an axis, flat, and both ways.
  @Test(arguments: [
    (0, 0, 90, 0), (45, 0, 45, 0), (0, 30, 60, 90), (-45, 0, 45, 180), (0, -45, 45, -90),
    (90, 0, 0, 0), (90, 90, 0, 0), (45, 45, 35.264389682754654, 45),
  ])
  func tiltBecomesSpherical(x: Double, y: Double, altitude: Double, azimuth: Double) throws {
    let result = try read(array([event("down", 1, 1, ",\"tiltX\":\(x),\"tiltY\":\(y)")]))
    let sample = try #require(result.recordings.first?.strokes.first?.samples.first)
    #expect(abs(try #require(sample.altitude) - altitude * .pi / 180) < Self.tolerance)
    #expect(abs(try #require(sample.azimuth) - azimuth * .pi / 180) < Self.tolerance)
    let given = ",\"tiltX\":\(x),\"tiltY\":\(y),\"altitudeAngle\":1.25,\"azimuthAngle\":4"
    let own = try read(array([event("down", 1, 1, given)]))
    #expect(own.recordings.first?.strokes.first?.samples.first?.altitude == 1.25)
    let mouse = try read(array([event("down", 1, 1, kind: "mouse", given)]))
    #expect(mouse.recordings.first?.strokes.first?.samples.first?.altitude == nil)
  }

  /// What Chromium itself made of the tilts 30° and 10° when the recorder of the page ran in it.
  @Test func tiltAgreesWithABrowser() throws {
    let angles = try #require(PenTilt.angles(x: 30 * .pi / 180, y: 10 * .pi / 180))
    #expect(abs(angles.altitude - 1.027678374881013) < Self.tolerance)
    #expect(abs(angles.azimuth - 0.2964101979289923) < Self.tolerance)
  }

  @Test(arguments: [
    ("{\"type\":\"tick\",\"pointerId\":1,\"timeStamp\":1,\"clientX\":1,\"clientY\":1}", "type"),
    ("{\"type\":\"pointermove\",\"timeStamp\":1,\"clientX\":1,\"clientY\":1}", "pointerId"),
    ("{\"type\":\"pointermove\",\"pointerId\":1,\"clientX\":1,\"clientY\":1}", "timeStamp"),
    ("{\"type\":\"pointermove\",\"pointerId\":1,\"timeStamp\":1,\"clientX\":1}", "clientY"),
    ("{\"isTrusted\":true}", "isTrusted"),
  ])
  func badEventsCostThemselvesOnly(bad: String, key: String) throws {
    let result = try read(array([event("down", 1, 1), bad, event("up", 2, 2)]))
    #expect(result.linesRead == 2 && result.linesRejected == 1 && result.isComplete)
    let problem = try #require(result.problems.first)
    #expect(problem.line == 2 && problem.field == key && !problem.remedy.isEmpty)
    #expect(result.recordings.first?.strokes.map(\.samples.count) == [2])
  }

  /// `click`, `auxclick` and `contextmenu` are pointer events of the standard, and `dblclick` follows from them.
  @Test(arguments: [
    "click", "auxclick", "contextmenu", "dblclick", "pointerenter", "gotpointercapture",
    "lostpointercapture",
  ])
  func eventsWithoutMotionAreSkippedSilently(type: String) throws {
    let more = "{\"type\":\"\(type)\",\"pointerId\":1,\"timeStamp\":3,\"clientX\":1,\"clientY\":1}"
    let result = try read(array([event("down", 1, 1), event("up", 2, 2), more]))
    #expect(result.problems.isEmpty && result.warnings.isEmpty && result.linesRead == 3)
    #expect(result.sampleCount == 2)
  }

  @Test func eventsOfOtherKindsAreOneWarning() throws {
    let others = ["mousemove", "mousemove", "wheel", "touchmove", "keydown", "scroll"].map {
      "{\"type\":\"\($0)\",\"timeStamp\":3}"
    }
    let result = try read(array([event("down", 1, 1), event("up", 2, 2)] + others))
    #expect(result.problems.isEmpty && result.sampleCount == 2 && result.warnings.count == 1)
    #expect(result.warnings.first?.message.hasPrefix("6 events") == true)
    #expect(result.warnings.first?.value == "mousemove, wheel, touchmove, keydown, …")
    let alone = try read(array(others))
    #expect(alone.problems.count == 1 && alone.recordings.isEmpty)
  }

  /// What a page writes that stringifies its events: one line that names the trap.
  @Test(arguments: [
    "{\"isTrusted\":true}", "{\"event\":{\"isTrusted\":true},\"time\":12}",
    "{\"type\":\"pointermove\",\"isTrusted\":true}",
  ])
  func stringifiedEventsAreExplainedOnce(element: String) throws {
    let elements = Array(repeating: element, count: 30)
    let texts = [
      array(elements), elements.joined(separator: "\n"), "{\"log\":\(array(elements))}", element,
    ]
    for text in texts {
      let folder = try ScratchFolder()
      let path = try folder.write(text, to: "a.json")
      let set = try Dataset.load(DatasetReference(name: "a", location: .file(path)))
      let problem = try #require(set.problems.first)
      #expect(set.problems.count == 1 && set.recordings.isEmpty, "\(set.problems)")
      #expect(problem.message.contains("stringified"))
      #expect(problem.remedy.contains("docs/reference/files.md#pointer-events"))
    }
  }

  @Test func numbersMayBeTexts() throws {
    func stroke(_ quote: String) -> String {
      array(
        ["down", "move", "up"].enumerated().map { index, type in
          let (time, x) = ("\(quote)\(1000 + 8 * index).5\(quote)", "\(quote)\(index).25\(quote)")
          return
            "{\"type\":\"pointer\(type)\",\"pointerId\":\(quote)1\(quote),\"pointerType\":\"pen\","
            + "\"timeStamp\":\(time),\"clientX\":\(x),\"clientY\":\(x),\"pressure\":\(quote)0.5\(quote),"
            + "\"buttons\":\(quote)1\(quote)}"
        })
    }
    let (plain, texts) = (try read(stroke("")), try read(stroke("\"")))
    #expect(texts.problems.isEmpty && texts.recordings == plain.recordings)
    #expect(texts.sampleCount == 3)
    let bad = try read(stroke("\"").replacingOccurrences(of: "\"0.25\"", with: "\"left\""))
    #expect(bad.linesRejected == 1 && bad.problems.first?.field == "clientX")
  }

  @Test func wrappersAroundArraysAreSkipped() throws {
    let events = [event("down", 1, 1), event("move", 9, 2), event("up", 17, 3)]
    let more = ["down", "up"].enumerated().map { event($1, 100 + Double($0), 5) }
    let plain = try read(array(events + more))
    let texts = [
      "{\"events\":\(array(events + more))}",
      "{\"user\":{\"id\":7},\"data\":\(array(events + more)),\"n\":[1]}",
      "{\"session\":{\"log\":\(array(events + more))},\"end\":true}",
      "[\(array(events)),\(array(more))]",
      "\(array(events))\n\(array(more))\n",
      "{\"events\":\(array(events))}\n{\"events\":\(array(more))}\n",
      "[{\"events\":\(array(events))},{\"events\":\(array(more))}]",
      "{\"a\":\(array(events)),\"b\":\(array(more))}",
    ]
    for text in texts {
      let result = try read(text)
      #expect(result.problems.isEmpty && result.recordings == plain.recordings, "\(text)")
      #expect(result.linesRead == 5)
      let cut = try read(String(text.dropLast(text.hasSuffix("\n") ? 2 : 1)))
      #expect(cut.problems.last?.message.contains("cut off") == true, "\(text)")
    }
  }

  /// A frame of a fast mouse has lists longer than an element of other formats may be.
  @Test func longListsAreRead() throws {
    let points = (0..<400).map { "{\"timeStamp\":\(10 + $0),\"clientX\":\($0),\"clientY\":1}" }
    let list = ",\"coalescedEvents\":[\(points.joined(separator: ","))]"
    let result = try read(array([event("down", 1, 1), event("move", 500, 1, list)]))
    #expect(result.problems.isEmpty && result.recordings.first?.sampleCount == 401)
  }
}
