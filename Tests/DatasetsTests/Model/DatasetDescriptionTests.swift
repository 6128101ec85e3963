import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct DatasetDescriptionTests {
  static let minimal = """
    {"schema": 1, "name": "a", "unit": "px", "nominalRateHz": 60, "files": []}
    """

  private func read(_ text: String) throws -> DatasetDescription {
    let folder = try ScratchFolder()
    return try DatasetDescription.read(path: try folder.write(text, to: "dataset.json"))
  }

  private func problem(_ text: String) throws -> ReadProblem {
    try #require(throws: ReadProblem.self) { try read(text) }
  }

  private let full = DatasetDescription(
    name: "all", title: "t \"quoted\" \\ \u{1}\n", licence: "MIT", citation: "é",
    source: .init(repository: "r", commit: "c"), unit: .point, pixelsPerMillimetre: 5.5,
    nominalRate: 59.94, device: "d", clock: "c", tool: .stylus,
    splits: ["train": ["1", "2"], "test": []], returningStrokes: .separate,
    files: [
      .init(
        path: "a.csv", format: "plain-csv", sha256: "ff", bytes: 3, participant: "1", task: "t",
        sourcePath: "s", nominalRate: 240, tool: .finger),
      .init(path: "b.txt", format: "unheard-of"),
    ])

  @Test func allKeysSurviveWritingAndReading() throws {
    #expect(try read(full.json) == full)
    let encoded = try JSONEncoder().encode(full)
    #expect(try JSONDecoder().decode(DatasetDescription.self, from: encoded) == full)
  }

  @Test func onlyFiveKeysAreRequired() throws {
    let description = try read(Self.minimal)
    #expect(description.licence.isEmpty && description.source == nil)
    #expect(description.scale == LengthScale(unit: .pixel))
    #expect(try read(description.json) == description)
  }

  @Test(arguments: ["schema", "name", "unit", "nominalRateHz", "files"])
  func aMissingKeyIsNamed(key: String) throws {
    let without = Self.minimal.replacing("\"\(key)\"", with: "\"other\"")
    let problem = try problem(without)
    #expect(problem.field == key && problem.message.contains("'\(key)' is missing"))
    #expect(problem.file.hasSuffix("dataset.json") && !problem.remedy.isEmpty)
  }

  @Test(arguments: [
    ("\"px\"", "\"cm\"", "unit", "'cm' is not a unit"), ("60", "0", "nominalRateHz", "above 0"),
    ("60", "\"60\"", "nominalRateHz", "a number"), ("\"a\"", "\"\"", "name", "needs a name"),
    ("60", "60, \"pixelsPerMillimetre\": -1", "pixelsPerMillimetre", "above 0"),
    ("[]", "[{\"path\": \"a\"}]", "files[0].format", "missing"),
    ("[]", "[{\"path\": 5, \"format\": \"x\"}]", "files[0].path", "a text"),
    ("[]", "null", "files", "not null"), ("1", "\"1\"", "schema", "a whole number"),
  ])
  func wrongValuesNameTheKey(old: String, new: String, key: String, message: String) throws {
    let problem = try problem(Self.minimal.replacing(old, with: new, maxReplacements: 1))
    #expect(problem.field == key)
    #expect(problem.message.contains(message), "\(problem)")
  }

  /// What is for people may be missing or null, alone or in what it is part of.
  @Test(arguments: [
    "\"title\": null, \"licence\": null, \"citation\": null, \"device\": null, \"clock\": null",
    "\"source\": null", "\"source\": {}", "\"source\": {\"repository\": \"r\"}",
    "\"source\": {\"repository\": \"r\", \"commit\": null}", "\"source\": {\"commit\": \"c\"}",
    "\"pixelsPerMillimetre\": null, \"tool\": null, \"splits\": null",
    "\"splits\": {\"train\": null}", "\"returningStrokes\": null",
  ])
  func whatIsOptionalMayBeNull(keys: String) throws {
    let description = try read(Self.minimal.replacing("60", with: "60, \(keys)"))
    #expect(description.title.isEmpty && description.splits?["train"] == nil)
    #expect(try read(description.json) == description)
  }

  @Test func whatIsOptionalOfAFileMayBeNull() throws {
    let keys = [
      "sha256", "bytes", "participant", "task", "sourcePath", "nominalRateHz", "tool",
      "deviceClass", "unit",
    ].map { "\"\($0)\": null" }.joined(separator: ", ")
    let entry = "{\"path\": \"a\", \"format\": \"b\", \(keys)}"
    let description = try read(Self.minimal.replacing("[]", with: "[\(entry)]"))
    #expect(description.files == [.init(path: "a", format: "b")])
  }

  /// Numbers that cannot be held are named with their key, and the file is not called no JSON.
  @Test(arguments: [
    ("\"bytes\": 1.5", "files[0].bytes", "1.5 is not a whole number"),
    ("\"bytes\": 99999999999999999999", "files[0].bytes", "too large"),
    ("\"bytes\": 1e999", "files[0].bytes", "too large"),
    ("\"bytes\": -1", "files[0].bytes", "at least 0"),
    ("\"nominalRateHz\": 0", "files[0].nominalRateHz", "above 0"),
    ("\"nominalRateHz\": -60", "files[0].nominalRateHz", "above 0"),
    ("\"nominalRateHz\": 1e999", "files[0].nominalRateHz", "too large"),
  ])
  func wrongNumbersOfAFileNameTheKey(entry: String, key: String, message: String) throws {
    let file = "{\"path\": \"a\", \"format\": \"b\", \(entry)}"
    let problem = try problem(Self.minimal.replacing("[]", with: "[\(file)]"))
    #expect(problem.field == key && problem.message.contains(message), "\(problem)")
  }

  @Test(arguments: [
    ("1", "1.5", "schema", "1.5 is not a whole number"), ("60", "1e999", "nominalRateHz", "large"),
    ("60", "60, \"pixelsPerMillimetre\": 1e999", "pixelsPerMillimetre", "too large"),
    ("60", "60, \"returningStrokes\": \"merge\"", "returningStrokes", "join or separate"),
  ])
  func wrongNumbersNameTheKey(old: String, new: String, key: String, message: String) throws {
    let problem = try problem(Self.minimal.replacing(old, with: new, maxReplacements: 1))
    #expect(problem.field == key && problem.message.contains(message), "\(problem)")
  }

  @Test func anotherSchemaIsRefused() throws {
    let problem = try problem(Self.minimal.replacing("\"schema\": 1", with: "\"schema\": 2"))
    #expect(problem.field == "schema" && problem.value == "2")
    #expect(problem.remedy.contains("schema 1"))
  }

  @Test(arguments: ["{", "", "[]", "schema: 1"])
  func whatIsNoDescriptionIsSaid(text: String) throws {
    let problem = try problem(text)
    #expect(!problem.message.isEmpty && !problem.remedy.isEmpty)
  }
}
