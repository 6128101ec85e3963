import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct DatasetLoadingTests {
  private let folder: ScratchFolder
  private static let csv = "stroke,t_s,x,y\n1,0,0,0\n1,0.01,1,1\n"

  init() throws { folder = try ScratchFolder() }

  private func load(_ files: [DatasetDescription.File]) throws -> LoadedDataset {
    let description = DatasetDescription(
      name: "set", unit: .pixel, pixelsPerMillimetre: 4, nominalRate: 100, tool: .finger,
      files: files)
    try folder.write(description.json, to: "dataset.json")
    return try Dataset.load(DatasetReference(name: "set", location: .folder(folder.path)))
  }

  @Test func oneBadFileLeavesTheOthers() throws {
    try folder.write(Self.csv, to: "good.csv")
    try folder.write("stroke,t_s,x\n", to: "bad.csv")
    let set = try load([
      .init(path: "good.csv", format: "plain-csv", participant: "1", task: "a"),
      .init(path: "bad.csv", format: "plain-csv"),
      .init(path: "gone.csv", format: "plain-csv"),
      .init(path: "pen.foil", format: "foil"), .init(path: "../good.csv", format: "plain-csv"),
      .init(path: "good.csv", format: "foil"),
    ])
    #expect(set.recordings.count == 1 && set.sampleCount == 2 && set.strokeCount == 1)
    #expect(set.participantCount == 1 && set.rejectedLines == 1)
    #expect(set.missingFiles == ["gone.csv", "pen.foil"])
    #expect(set.problems.count == 5)
    for (problem, words) in zip(
      set.problems,
      ["no column 'y'", "missing", "missing", "leaves the folder", "not readable yet"])
    {
      #expect(problem.message.contains(words), "\(problem)")
      #expect(problem.file.hasPrefix(folder.path) && !problem.remedy.isEmpty)
    }
    let recording = try #require(set.recordings.first)
    #expect(recording.scale == LengthScale(unit: .pixel, unitsPerMillimeter: 4))
    #expect(recording.nominalRate == 100 && recording.tool == .finger)
    #expect(recording.source == "good.csv")
  }

  @Test func aFileMayHaveItsOwnRateAndTool() throws {
    try folder.write(Self.csv, to: "a.csv")
    let set = try load([
      .init(path: "a.csv", format: "plain-csv", nominalRate: 240, tool: .stylus)
    ])
    #expect(set.recordings.first?.nominalRate == 240 && set.recordings.first?.tool == .stylus)
  }

  @Test func hashAndSizeAreChecked() throws {
    try folder.write(Self.csv, to: "a.csv")
    let hash = ContentHash.text(of: Self.csv)
    let good = try load([
      .init(
        path: "a.csv", format: "plain-csv", sha256: hash.uppercased(), bytes: Self.csv.utf8.count)
    ])
    #expect(good.problems.isEmpty)
    #expect(good.sha256 == ContentHash.text(of: hash))
    let other = try load([
      .init(path: "a.csv", format: "plain-csv", sha256: String(hash.reversed()))
    ])
    #expect(other.problems.first?.field == "sha256" && other.problems.count == 1)
    #expect(other.problems.first?.remedy.isEmpty == false)
    #expect(other.sampleCount == 2, "the data are used all the same")
    let size = try load([.init(path: "a.csv", format: "plain-csv", bytes: 7)])
    #expect(size.problems.first?.field == "bytes")
  }

  @Test func aDescriptionThatCannotBeReadIsAnError() throws {
    try folder.write("{", to: "dataset.json")
    #expect(throws: ReadProblem.self) {
      try Dataset.load(DatasetReference(name: "set", location: .folder(folder.path)))
    }
  }

  @Test(arguments: [
    ("a.csv", csv, "plain-csv", LengthUnit.device, 100.0),
    (
      "a.txt", "1396861885739;1000;1;1;1;0\n1396861885759;1020;2;2;1;1\n", "henze-2017-text",
      .pixel, 50
    ),
    ("a.dat", csv, "plain-csv", .device, 100),
    (
      "a.json", InkableFixture.array(InkableFixture.stroke(samples: 9)), "inkable-json", .point, 240
    ),
    (
      "a.log", "<Gesture><Point X='1' Y='1' T='10'/><Point X='1' Y='1' T='20'/></Gesture>",
      "dollar-xml", .pixel, 100
    ),
    (
      "a.log",
      "E: 1.000000 0002 0000 1\nE: 1.000000 0000 0000 0\nE: 1.010000 0002 0000 1\n"
        + "E: 1.010000 0000 0000 0\n", "evemu", .device, 100
    ),
    (
      "a.log",
      "[ 1.000000] 0002 0000 1\n[ 1.000000] 0000 0000 0\n[ 1.010000] 0002 0000 1\n"
        + "[ 1.010000] 0000 0000 0\n", "getevent", .device, 100
    ),
  ])
  func loneFilesAreRecognized(
    name: String, text: String, format: String, unit: LengthUnit, rate: Double
  ) throws {
    let path = try folder.write(text, to: name)
    let set = try Dataset.load(DatasetReference(name: "a", location: .file(path)))
    #expect(set.problems.isEmpty && set.name == "a")
    #expect(set.files.first?.entry.format == format)
    #expect(set.description.unit == unit)
    // The times of the fixture are decimals, so the rate is right to rounding only.
    let tolerance = 1e-6
    #expect(abs(set.description.nominalRate - rate) < tolerance)
    #expect(set.recordings.first?.nominalRate == set.description.nominalRate)
    #expect(set.recordings.first?.scale.unit == unit)
    #expect(!set.sha256.isEmpty)
  }

  @Test func loneFilesThatAreNothingSaySo() throws {
    let path = try folder.write("hello world", to: "a.txt")
    let set = try Dataset.load(DatasetReference(name: "a", location: .file(path)))
    #expect(set.recordings.isEmpty)
    #expect(set.problems.first?.message.contains("not recognized") == true)
    #expect(set.problems.first?.remedy.contains("plain-csv") == true)
    let gone = try Dataset.load(
      DatasetReference(name: "g", location: .file("\(folder.path)/gone.csv")))
    #expect(gone.problems.first?.message.contains("no such file") == true)
  }

  @Test func gapsAreCounted() {
    let samples = [0, 0.01, 0.02, 0.08, 0.09].map { TouchSample(time: $0, position: .zero) }
    let statistics = RecordingStatistics([
      Recording(
        source: "", scale: LengthScale(unit: .pixel), nominalRate: 100,
        strokes: [Stroke(identifier: "1", samples: samples)])
    ])
    #expect(statistics.gaps == 1 && statistics.strokes == 1)
    #expect(statistics.longestInterval == 0.08 - 0.02)
    // Differences of decimals: right to rounding only.
    let tolerance = 1e-12
    #expect(abs((statistics.medianInterval ?? 0) - 0.01) < tolerance)
    #expect(statistics.contactTime == 0.09)
  }
}
