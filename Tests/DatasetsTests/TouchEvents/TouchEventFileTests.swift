import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct TouchEventFileTests {
  private static let touch = TouchEvent(
    identifier: "a", touchIdentifier: "T", timestamp: 1.1, type: .pencil, phase: .began,
    force: 1.0 / 3, location: [0.1, -2], estimationUpdateIndex: 7, estimatedProperties: [.force],
    estimatedPropertiesExpectingUpdates: [.force])

  private static func prediction(_ name: String) -> TouchEvent {
    var event = touch
    event.identifier = name
    event.isPrediction = true
    event.estimationUpdateIndex = nil
    return event
  }

  private static func text(_ events: [TouchEvent]) -> String { TouchEventFile.json(of: events) }

  /// Identifiers alone make events equal; here all that is written counts.
  private static func expectSame(_ found: [TouchEvent], _ expected: [TouchEvent]) {
    #expect(text(found) == text(expected))
  }

  private func read(_ text: String) throws -> TouchEventFile {
    let folder = try ScratchFolder()
    return try TouchEventFile(path: try folder.write(text, to: "events.json"))
  }

  /// Every key and every number of a recording, decoded from both without knowing what they mean.
  @Test(
    "writes what it read, key for key",
    .enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"),
    arguments: ["events.json", "pencil-antigrain.json", "pencil-error.json"])
  func writesWhatItRead(name: String) throws {
    let path = try #require(RealDatasets.folder(of: "inkable")) + "/" + name
    let file = try TouchEventFile(path: path)
    #expect(file.problems.isEmpty && !file.keepsBatches && file.counts.rejected == 0)
    let written = Data(TouchEventFile.json(of: file.events).utf8)
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    let (found, expected) = (try Self.members(of: written), try Self.members(of: original))
    #expect(found == expected)
    #expect(file.counts.read == expected.count)
  }

  /// Any JSON value, decoded without knowing what an event is.
  private enum Value: Decodable, Equatable {
    case number(Double)
    case flag(Bool)
    case text(String)
    case list([Value])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else {
        self = .list(try value.decode([Value].self))
      }
    }
  }

  private static func members(of json: Data) throws -> [[String: Value]] {
    try JSONDecoder().decode([[String: Value]].self, from: json)
  }

  /// Inkable's keys and no other where there is one place; one key more where there are both.
  @Test func bothPlacesAreKept() throws {
    var both = Self.touch
    both.identifier = "b"
    both.preciseLocation = [0.0625, -2.125]
    let batches = [TouchBatch(identifier: "one", events: [Self.touch, both])]
    for text in [TouchEventFile.json(of: batches), TouchEventFile.json(of: batches[0].events)] {
      #expect(text.matches(of: /"preciseLocation"/).count == 1)
      let file = try read(text)
      #expect(file.problems.isEmpty)
      #expect(file.events.map(\.preciseLocation) == [nil, [0.0625, -2.125]])
      Self.expectSame(file.events, batches[0].events)
    }
    let coded = try JSONEncoder().encode([both, Self.touch])
    let decoded = try JSONDecoder().decode([TouchEvent].self, from: coded)
    #expect(decoded.map(\.preciseLocation) == [both.preciseLocation, nil])
  }

  @Test func aPrecisePlaceIsTwoNumbers() throws {
    var both = Self.touch
    both.preciseLocation = [0.0625, -2.125]
    let text = Self.text([Self.touch, both])
    for wrong in ["[0.0625]", "null", "\"there\""] {
      let file = try read(
        text.replacing(/"preciseLocation":\s*\[[^\]]*\]/, with: "\"preciseLocation\": \(wrong)"))
      #expect(file.counts == (1, 1))
      #expect(file.problems.first?.description.contains("preciseLocation") == true)
    }
  }

  @Test func keepsTheCallbacks() throws {
    let batches = [
      TouchBatch(identifier: "one", events: [Self.touch, Self.prediction("p")]),
      TouchBatch(identifier: "two", events: [Self.prediction("q")]),
    ]
    let file = try read(TouchEventFile.json(of: batches))
    #expect(file.keepsBatches && file.problems.isEmpty)
    #expect(file.applicationBatches == batches)
    Self.expectSame(file.events, batches.flatMap(\.events))
  }

  @Test func aMarkerEndsACallback() throws {
    let array = Self.text([Self.touch]).dropLast(2)
    let rest = Self.text([Self.prediction("p")]).dropFirst()
    let file = try read("\(array),{\"identifier\":\"end\"},\(rest)")
    #expect(file.keepsBatches)
    #expect(file.batches.map(\.identifier) == ["end", ""])
    #expect(file.batches.map(\.events.count) == [1, 1])
  }

  @Test func withoutCallbacksARunOfPredictionsEndsABatch() throws {
    var second = Self.touch
    second.identifier = "b"
    let events = [Self.touch, Self.prediction("p"), Self.prediction("q"), second]
    let file = try read(Self.text(events))
    #expect(!file.keepsBatches)
    #expect(file.applicationBatches.map(\.events.count) == [3, 1])
    Self.expectSame(file.events, events)
  }

  @Test(
    "names the line and the key of what is damaged, and keeps the rest",
    arguments: [
      ("\"phase\": 0", "\"phase\": 9", "phase"), ("\"type\": 2", "\"type\": \"pen\"", "type"),
      ("\"force\"", "\"forse\"", "force"), ("\"T\"", "\"\"", "touchIdentifier"),
    ])
  func namesWhatIsDamaged(good: String, bad: String, key: String) throws {
    var second = Self.touch
    second.identifier = "b"
    let text = Self.text([Self.touch, second])
    let broken = try #require(text.range(of: good))
    let file = try read(text.replacingCharacters(in: broken, with: bad))
    #expect(file.events.map(\.identifier) == ["b"])
    #expect(file.counts == (1, 1))
    #expect(file.problems.count == 1 && file.problems[0].line == 2)
    #expect(file.problems[0].description.contains(key))
  }

  @Test func aTruncatedFileKeepsWhatIsWhole() throws {
    var second = Self.touch
    second.identifier = "b"
    let text = Self.text([Self.touch, second])
    for length in stride(from: 1, to: text.utf8.count, by: 37) {
      let file = try read(String(text.prefix(length)))
      #expect(file.events.count <= 2 && !file.problems.isEmpty)
    }
  }
}
