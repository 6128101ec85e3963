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

  private func load(_ text: String, named name: String) throws -> LoadedDataset {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: name)
    return try Dataset.load(DatasetReference(name: name, location: .file(path)))
  }

  /// The first problem of a file, and no other, states what the file was taken for, and why.
  @Test func errorsStateTheAssumedFormatOnce() throws {
    let set = try load("stroke,t_s,x,y\n1,a,1,2\n1,0,b,2\n1,0,1,2\n", named: "a.csv")
    #expect(set.problems.map { $0.assumption == nil } == [false, true])
    #expect(
      set.problems.first?.description.hasSuffix(
        "(read as plain-csv, because the first line names columns)") == true)
    #expect(set.files.first?.assumption?.format == .plainCSV)
    let folder = try ScratchFolder()
    try folder.write("x,y\n1,2\n", to: "set/a.csv")
    try folder.write(
      """
      {"schema": 1, "name": "set", "title": "", "licence": "", "citation": "", "unit": "px",
       "nominalRateHz": 60, "device": "", "clock": "",
       "files": [{"path": "a.csv", "format": "plain-csv"}]}
      """, to: "set/dataset.json")
    let described = try Dataset.load(
      DatasetReference(name: "set", location: .folder(folder.path + "/set")))
    #expect(
      described.problems.first?.assumption == "read as plain-csv, because dataset.json says so")
  }

  /// A table that no header describes gets a message about its header, whatever its name.
  @Test(arguments: [
    ("0\t1\t2\n0.1\t1\t2\n", "put a line such as t_s,x,y before it"),
    ("0,1,2\n0.1,1,2\n", "put a line such as t_s,x,y before it"),
    ("0 1 2\n0.1 1 2\n", "separate the columns by commas, semicolons or tabs"),
    ("t x y\n0 1 2\n0.1 1 2\n", "separate the columns by commas, semicolons or tabs"),
  ])
  func aTableOfNumbersIsToldToNameItsColumns(text: String, remedy: String) throws {
    let set = try load(text, named: "table.txt")
    #expect(set.problems.map(\.remedy) == [remedy])
    #expect(set.files.first?.assumption?.format == .plainCSV)
  }

  @Test func theTableOfJSPsychIsToldToBeJSON() throws {
    let text =
      "trial_type,rt,mouse_tracking_data\nhtml,9,\"[{\"\"x\"\":1,\"\"y\"\":2,\"\"t\"\":3}]\"\n"
    let problem = try #require(try load(text, named: "trials.csv").problems.first)
    #expect(problem.remedy.contains("jsPsych.data.get().json()"))
  }

  /// Columns are never taken by position against the names in a header.
  @Test(arguments: ["a.csv", "a.txt", "a"])
  func aHeaderOfOtherColumnsIsNoHenzeText(name: String) throws {
    let rows = (0..<20).map { "\(8 * $0);\($0).5;20;0.4;45;2\n" }.joined()
    let set = try load("time;x;y;pressure;tilt;button\n" + rows, named: name)
    #expect(set.recordings.isEmpty && set.problems.first?.description.contains("time;x;y") == true)
    // Neither if a description says that it is.
    let folder = try ScratchFolder()
    let path = try folder.write("time;x;y;pressure;tilt;button\n" + rows, to: "a.txt")
    let result = HenzeTextReader.read(RecordingSource(path: path))
    #expect(result.recordings.isEmpty && result.problems.count == 1 && !result.isComplete)
    #expect(result.problems.first?.message.contains("names other columns") == true)
  }

  /// Six numbers between semicolons are Henze text only with times after 2000 and forces.
  @Test(arguments: [
    ("\(time)", "epoch_ms"), ("1396861885", "epoch_ms"), ("9396861885730", "epoch_ms"),
    ("1396861885730;8;1;2;-3;2", "pressure"), ("1396861885730;8;1;2;2000;2", "pressure"),
  ])
  func numbersThatContradictHenzeTextAreRefused(line: String, field: String) throws {
    let whole = line.contains(";") ? line : line + ";8;1;2;0.4;2"
    let set = try load(String(repeating: whole + "\n", count: 40), named: "a.txt")
    #expect(set.recordings.isEmpty && set.problems.map(\.field) == [field])
    #expect(set.problems.first?.count == 40 && set.rejectedLines == 40)
    #expect(set.problems.first?.assumption?.contains("six numbers") == true)
  }

  private static let time = 86_400_000

  @Test func theHeaderOfHenzeTextIsRead() throws {
    let text = "epoch_ms;uptime_ms;x;y;pressure;action\n1396861885730;8;1;2;0.5;0\n"
    #expect(try load(text, named: "a.txt").sampleCount == 1)
  }

  @Test(arguments: [
    "[{\"rt\": 1, \"choice\": \"a\"}, {\"rt\": 2, \"mouse\": [1, 2]}]",
    "{\"rt\": 1, \"choice\": \"a\"}\n{\"rt\": 2, \"mouse\": [1, 2]}\n",
    "{\"log\": {\"entries\": [{\"rt\": 1, \"choice\": \"a\"}, {\"mouse\": 3}]}}",
  ])
  func jsonOfUnknownShapeGivesOneMessageWithItsKeys(text: String) throws {
    for name in ["a.json", "a.jsonl", "a"] {
      let set = try load(text, named: name)
      let problem = try #require(set.problems.first)
      #expect(set.problems.count == 1 && set.recordings.isEmpty)
      #expect(problem.message.contains("'rt', 'choice', 'mouse'"), "\(problem)")
      #expect(problem.remedy.contains("stroke,t_s,x,y") && problem.remedy.contains("--columns"))
    }
  }

  @Test(arguments: ["[]", "{}", "[1, 2]", "[[1, 2], [3, 4]]", "[\"a\""])
  func jsonWithoutKeysGivesOneMessage(text: String) throws {
    let set = try load(text, named: "a.json")
    #expect(set.problems.count == 1 && set.recordings.isEmpty)
  }

  /// A cut-off file of each format ends in words: of what is left, or of what is wrong.
  @Test(arguments: ReaderFixture.all)
  func cutOffFilesEndInWords(fixture: ReaderFixture) throws {
    for share in [1, 3, 7, 9] {
      let text = String(fixture.text.prefix(fixture.text.count * share / 10))
      let set = try load(text, named: "a.\(fixture.format == .evemuDescription ? "desc" : "txt")")
      let lines = set.problems.map(\.description)
      #expect(lines.allSatisfy { !$0.contains("\n") && $0.contains("; ") })
      if set.recordings.isEmpty, fixture.format != .evemuDescription { #expect(!lines.isEmpty) }
    }
  }

  @Test(arguments: [
    (
      "R: 52 05 01 09 02 a1 01\nN: Pad\nI: 3 09da 0006\nE: 000000.000000 4 00 00 00 ff\n",
      "hid-recorder"
    ),
    ("E: 000000.000000 4 01 00 00 00\nE: 000000.183949 4 00 00 00 00\n", "hid-recorder"),
    ("motion a[0]=33452 a[1]=12000\nmotion a[0]=33460\nbutton press   1\n", "xinput test"),
    (
      "EVENT type 6 (Motion)\n    device: 11 (11)\n    detail: 0\n    valuators:\n",
      "xinput test-xi2"
    ),
    (
      "⎡ Virtual core pointer  id=2 [master pointer (3)]\nEVENT type 17 (RawMotion)\n    time: 9\n",
      "xinput test-xi2"
    ),
    ("02 E1 3C 0A 12 34 56 00\n02 E1 3D 0A 12 34 56 00\n", "OpenTabletDriver"),
    ("02-E1-3C-0A-12-34-56-00\n", "OpenTabletDriver"),
  ])
  func outputOfOtherToolsIsAnsweredWithACommand(text: String, tool: String) throws {
    let set = try load(text, named: "a.txt")
    let problem = try #require(set.problems.first)
    #expect(set.problems.count == 1 && set.recordings.isEmpty)
    #expect(problem.message.contains("the output of \(tool),"), "\(problem)")
    for command in ["nextpoint record --evdev", "libinput record", "evemu-record"] {
      #expect(problem.remedy.contains(command))
    }
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
