import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct FormatSnifferTests {
  /// The small file of every format under a name that says nothing.
  @Test(arguments: ReaderFixture.all.filter { $0.format != .evemuDescription })
  func contentTells(fixture: ReaderFixture) throws {
    let folder = try ScratchFolder()
    // Recordings begin with a remark or an event; the pen's fixture has a bare header.
    let text = fixture.format == .evemu ? "# EVEMU 1.3\n" + fixture.text : fixture.text
    let path = try folder.write(text, to: "recording")
    #expect(try FormatSniffer.format(path: path) == fixture.format)
  }

  @Test(arguments: [
    ("a.inkml", RecordingFormat.inkML), ("a.jsonl", .pointerEvents), ("a.ndjson", .pointerEvents),
    ("a.yml", .libinputRecord), ("a.YAML", .libinputRecord), ("a.xml", .dollarXML),
    ("a.desc", .evemuDescription),
  ])
  func theEndingTellsWhereContentDoesNot(name: String, format: RecordingFormat) throws {
    let folder = try ScratchFolder()
    #expect(try FormatSniffer.format(path: try folder.write("?\n", to: name)) == format)
  }

  /// Millimeters of a header are kept through plain CSV, and so are tool and class of device.
  @Test func convertedFilesKeepUnitAndDevice() throws {
    let folder = try ScratchFolder()
    let fixture = try #require(ReaderFixture.all.first { $0.format == .libinputRecord })
    let path = try folder.write(fixture.text, to: "set/a.yml")
    let loaded = try Dataset.load(DatasetReference(name: "a", location: .file(path)))
    let content = try DatasetConversion.plain(loaded, name: "plain")
    try DatasetWriter.write(content, to: folder.path + "/plain", replacing: false)
    let plain = try Dataset.load(
      DatasetReference(name: "plain", location: .folder(folder.path + "/plain")))
    #expect(plain.problems.isEmpty && plain.recordings.count == 2)
    #expect(plain.recordings.map(\.scale.unit) == [.millimeter, .device])
    #expect(plain.recordings.map(\.device) == [.touchpad, .mouse])
    #expect(plain.recordings.map(\.tool) == [.finger, .mouse])
    let positions = { (set: LoadedDataset) in
      set.recordings.map { $0.strokes.map { $0.samples.map(\.position) } }
    }
    #expect(positions(plain) == positions(loaded))
  }
}
