import Foundation
import MotionNumerics
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct DatasetWriterTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func content(_ text: String) -> DatasetContent {
    DatasetContent(
      description: DatasetDescription(
        name: "n", unit: .pixel, nominalRate: 60,
        files: [.init(path: "deep/a.csv", format: "plain-csv")]),
      texts: [text])
  }

  private static let csv = "stroke,t_s,x,y\n1,0,0,0\n"

  @Test func aDatasetIsWrittenWholeAndReadBack() throws {
    let target = "\(folder.path)/out"
    try DatasetWriter.write(content(Self.csv), to: target, replacing: false)
    let set = try Dataset.load(DatasetReference(name: "n", location: .folder(target)))
    #expect(set.problems.isEmpty && set.sampleCount == 1)
    #expect(set.files.first?.entry.bytes == Self.csv.utf8.count)
    #expect(folder.names == ["out"], "nothing temporary is left")
  }

  @Test func anExistingFolderIsRefusedAndReplacedOnlyIfItIsADataset() throws {
    let target = "\(folder.path)/out"
    try DatasetWriter.write(content(Self.csv), to: target, replacing: false)
    let refused = try #require(throws: DatasetWriteError.self) {
      try DatasetWriter.write(content("other"), to: target, replacing: false)
    }
    #expect(refused.description.contains("exists") && refused.description.contains("--force"))
    #expect(try String(contentsOfFile: target + "/deep/a.csv", encoding: .utf8) == Self.csv)
    try DatasetWriter.write(content("other"), to: target, replacing: true)
    #expect(try String(contentsOfFile: target + "/deep/a.csv", encoding: .utf8) == "other")
    try folder.write("precious", to: "mine/diary.txt")
    #expect(throws: DatasetWriteError.self) {
      try DatasetWriter.write(content("x"), to: "\(folder.path)/mine", replacing: true)
    }
    #expect(throws: DatasetWriteError.self) {
      try DatasetWriter.write(content("x"), to: "\(folder.path)/mine/diary.txt", replacing: true)
    }
    #expect(folder.names == ["mine", "out"], "nothing temporary is left")
  }

  @Test func aFailedWriteLeavesNothing() throws {
    try folder.write("x", to: "file")
    #expect(throws: DatasetWriteError.self) {
      try DatasetWriter.write(content("x"), to: "\(folder.path)/file/below", replacing: false)
    }
    #expect(folder.names == ["file"])
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func recordingsSurviveWritingAndReading(seed: UInt64) throws {
    let recordings = Self.recordings(seed: seed)
    let text = try PlainCSVWriter.text(recordings, labeled: true)
    let path = try folder.write(text, to: "a.csv")
    let result = PlainCSVReader.read(
      RecordingSource(path: path, name: "a.csv", scale: LengthScale(unit: .pixel)))
    #expect(result.problems.isEmpty, "seed \(seed)")
    #expect(result.recordings == recordings, "seed \(seed)")
  }

  private static func recordings(seed: UInt64) -> [Recording] {
    var random = Xoshiro256StarStar(seed: seed)
    func number() -> Double { random.nextNormal() * [1e-9, 1, 1e12][random.nextInt(below: 3)] }
    func optional() -> Double? { random.nextUnit() < 0.5 ? number() : nil }
    return ["a", "with, comma", "with \"quotes\"", "", " blank "].map { participant in
      let strokes = (1...3).map { name in
        let count = 1 + random.nextInt(below: 5)
        let samples = (0..<count).map { index in
          TouchSample(
            time: number(), position: SIMD2(number(), number()), force: optional(),
            altitude: optional(), azimuth: optional(),
            phase: index == 0 ? .began : index == count - 1 ? .ended : .moved)
        }
        let exact = random.nextUnit() < 0.5 ? nil : samples.map { _ in SIMD2(number(), number()) }
        return Stroke(identifier: "s,\(name)", samples: samples, exactPositions: exact)
      }
      return Recording(
        source: "a.csv", participant: participant, task: "t", scale: LengthScale(unit: .pixel),
        nominalRate: 60, strokes: strokes)
    }
  }

  @Test func whatCouldNotBeReadBackIsNotWritten() {
    func write(_ label: String, _ stroke: String, _ x: Double) throws -> String {
      try PlainCSVWriter.text(
        [
          Recording(
            source: "r", participant: label, scale: LengthScale(unit: .pixel), nominalRate: 60,
            strokes: [
              Stroke(
                identifier: stroke, samples: [TouchSample(time: 0, position: SIMD2(x, 0))])
            ])
        ], labeled: true)
    }
    #expect(throws: DatasetWriteError.self) { try write("two\nlines", "1", 0) }
    #expect(throws: DatasetWriteError.self) { try write("a", "", 0) }
    #expect(throws: DatasetWriteError.self) { try write("a", "1", .nan) }
  }

  @Test func conversionKeepsSamplesAndLabels() throws {
    try folder.write(
      "1500000000000;1000;1.5;1;0.25;0\n1500000000020;1020;2;2;1;1\n", to: "set/one.txt")
    try folder.write(
      InkableFixture.array([
        InkableFixture(identifier: "1", touch: "pen", phase: 0),
        InkableFixture(identifier: "2", touch: "tip", type: 0, phase: 0),
      ]), to: "set/one.json")
    let description = DatasetDescription(
      name: "mixed", licence: "MIT", unit: .pixel, nominalRate: 50,
      files: [
        .init(path: "one.txt", format: "henze-2017-text", participant: "7", task: "draw"),
        .init(path: "one.json", format: "inkable-json", participant: "8", task: "ink"),
      ])
    try folder.write(description.json, to: "set/dataset.json")
    let loaded = try Dataset.load(
      DatasetReference(name: "mixed", location: .folder("\(folder.path)/set")))
    let content = try DatasetConversion.plain(loaded, name: "plain")
    #expect(content.description.name == "plain" && content.description.licence == "MIT")
    #expect(
      content.description.files.map(\.path) == ["one.csv", "one-stylus.csv", "one-finger.csv"])
    try DatasetWriter.write(content, to: "\(folder.path)/out", replacing: false)
    let back = try Dataset.load(
      DatasetReference(name: "plain", location: .folder("\(folder.path)/out")))
    #expect(back.problems.isEmpty)
    #expect(back.recordings.map(\.participant) == ["7", "8", "8"])
    #expect(back.recordings.map(\.task) == ["draw", "ink", "ink"])
    #expect(back.recordings.map(\.tool) == [.unknown, .stylus, .finger])
    #expect(
      back.recordings.flatMap(\.strokes).flatMap(\.samples).map(\.position)
        == loaded.recordings.flatMap(\.strokes).flatMap(\.samples).map(\.position))
    #expect(DatasetConversion.losesEvents(loaded.recordings) == false)
  }
}
