import DigitalInk
import TestSupport
import Testing
import TouchInput

@Suite struct InkableCaseTests {
  /// The tolerance that the worked cases state.
  private static let tolerance = 1e-9

  struct Point: Decodable {
    var x: Double
    var y: Double
    var force: Double
    var isPrediction: Bool
    var expectsUpdate: Bool
    var events: [String]
  }

  struct Path: Decodable {
    var touch: String
    var isComplete: Bool
    var settled: Bool
    var points: [Point]
  }

  struct Scenario: Decodable {
    struct Batch: Decodable {
      var events: [EventJSON]
      var deltas: [JSONValue]
      var paths: [Path]
    }
    var id: String
    var batches: [Batch]
  }

  @Test func touchPathsAreThoseOfTheScenarios() throws {
    struct File: Decodable { var scenarios: [Scenario] }
    let scenarios = try WorkedCase.read(File.self, from: "seeds/inkable_touchpath.json").scenarios
    #expect(scenarios.count == 11)
    for scenario in scenarios {
      var stream = TouchPathStream()
      for (number, batch) in scenario.batches.enumerated() {
        let place = "\(scenario.id), batch \(number)"
        let update = stream.update(EventJSON.batch(batch.events))
        #expect(update.deltas == batch.deltas.compactMap(\.delta), "\(place)")
        try #require(update.lines.count == batch.paths.count, "\(place)")
        for (path, expected) in zip(update.lines, batch.paths) {
          expect(path, is: expected, place)
        }
      }
    }
  }

  @Test func readmeCallbacksGiveTheirPointsDeltasAndElements() throws {
    struct Step: Decodable {
      var events: [EventJSON]
      var deltas: [JSONValue]
      var points: [Point]
      var isComplete: Bool
      var settled: Bool
      var polylineDeltas: [JSONValue]
      var lineElements: [[JSONValue]]
      var antigrainElements: [[JSONValue]]
      var antigrainDeltas: [JSONValue]
    }
    struct File: Decodable { var steps: [Step] }
    var paths = TouchPathStream()
    var polylines = PolylineStream()
    var straight = ElementStream(StraightSmoother())
    var curved = ElementStream(AntigrainSmoother())
    for step in try WorkedCase.read(File.self, from: "seeds/inkable_readme_callbacks.json").steps {
      let path = paths.update(EventJSON.batch(step.events))
      let line = polylines.update(path)
      #expect(path.deltas == step.deltas.compactMap(\.delta))
      #expect(line.deltas == step.polylineDeltas.compactMap(\.delta))
      expect(
        path.lines[0],
        is: Path(
          touch: "T", isComplete: step.isComplete, settled: step.settled, points: step.points))
      _ = straight.update(line)
      let curves = curved.update(line)
      #expect(curves.deltas == step.antigrainDeltas.compactMap(\.delta))
      expect(straight.lines[0], is: step.lineElements)
      expect(curves.lines[0], is: step.antigrainElements)
    }
  }

  @Test func withdrawnElementsDoNotComeBack() throws {
    struct State: Decodable {
      var elements: [[JSONValue]]
      var deltas: [JSONValue]
    }
    struct File: Decodable {
      var batches: [[EventJSON]]
      var antigrainRequired: [State]
      var lineRequired: [State]
    }
    let file = try WorkedCase.read(File.self, from: "seeds/inkable_bezier_incremental.json")
    var curved = TouchPathStream().then(PolylineStream())
      .then(ElementStream(AntigrainSmoother()))
    var straight = TouchPathStream().then(PolylineStream())
      .then(ElementStream(StraightSmoother()))
    for (number, events) in file.batches.enumerated() {
      let batch = EventJSON.batch(events)
      let curves = curved.update(batch)
      expect(curves.lines[0], is: file.antigrainRequired[number].elements)
      #expect(curves.deltas == file.antigrainRequired[number].deltas.compactMap(\.delta))
      let lines = straight.update(batch)
      expect(lines.lines[0], is: file.lineRequired[number].elements)
      #expect(lines.deltas == file.lineRequired[number].deltas.compactMap(\.delta))
    }
  }

  private func expect(_ path: TouchPath, is expected: Path, _ place: String = "") {
    #expect(path.touchIdentifier == expected.touch, "\(place)")
    #expect(path.isComplete == expected.isComplete, "\(place)")
    #expect(path.isSettled == expected.settled, "\(place)")
    #expect(path.count == expected.points.count, "\(place)")
    for (point, expected) in zip(path.points, expected.points) {
      #expect(point.event.location == [expected.x, expected.y], "\(place)")
      #expect(point.event.force == expected.force, "\(place)")
      #expect(point.isPrediction == expected.isPrediction, "\(place)")
      #expect(point.expectsUpdate == expected.expectsUpdate, "\(place)")
      #expect(point.events.map(\.identifier) == expected.events, "\(place)")
    }
  }

  private func expect(_ line: ElementLine, is expected: [[JSONValue]]) {
    #expect(line.count == expected.count)
    for (element, expected) in zip(line.elements, expected) {
      let (letter, numbers) = element.written
      #expect(letter == expected[0].text)
      let wanted = expected.dropFirst().compactMap(\.number)
      #expect(numbers.count == wanted.count)
      for (number, wanted) in zip(numbers, wanted) {
        #expect(abs(number - wanted) <= Self.tolerance)
      }
    }
  }
}

extension InkElement {
  /// As the worked cases write it: a letter, the end and the controls.
  fileprivate var written: (String, [Double]) {
    switch self {
    case .move(let end): ("M", [end.x, end.y])
    case .line(let end): ("L", [end.x, end.y])
    case .curve(let end, let first, let second):
      ("C", [end.x, end.y, first.x, first.y, second.x, second.y])
    }
  }
}
