import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// Units of time, columns and scales from outside and from `dataset.json`.
@Suite struct ReadingOptionsTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func table(_ interval: Double, from start: Double = 0, header: String = "t_s,x,y")
    -> String
  {
    header + "\n"
      + (0..<20).map { "\(start + Double($0) * interval),\($0),\(2 * $0)\n" }.joined()
  }

  private func load(
    _ path: String, _ options: ReadingOptions = ReadingOptions(), survey: Bool = false
  ) throws -> LoadedDataset {
    let reference = DatasetReference(name: "a", location: .file("\(folder.path)/\(path)"))
    return try survey
      ? Dataset.survey(reference, options: options) : Dataset.load(reference, options: options)
  }

  private func timeWarnings(_ dataset: LoadedDataset) -> [String] {
    dataset.warnings.map(\.description).filter { $0.contains("median interval") }
  }

  /// Times in every unit, as seconds.
  @Test(arguments: [
    (8.333, TimeUnit.milliseconds), (8333, .microseconds), (8_333_333, .nanoseconds),
  ])
  func aProbableUnitIsAWarning(interval: Double, unit: TimeUnit) throws {
    try folder.write(table(interval), to: "a.csv")
    for survey in [false, true] {
      let doubtful = try load("a.csv", survey: survey)
      let warning = try #require(timeWarnings(doubtful).first)
      #expect(doubtful.problems.isEmpty && timeWarnings(doubtful).count == 1)
      #expect(warning.contains("probably in \(unit.name), and are read as seconds"))
      #expect(warning.contains("--time-unit \(unit.rawValue)"))
      let right = try load("a.csv", ReadingOptions(timeUnit: unit), survey: survey)
      #expect(timeWarnings(right).isEmpty)
      #expect(abs(right.description.nominalRate - 120) < 0.1)
    }
  }

  /// Slow, fast, usual and coarse clocks are no reason for a warning.
  @Test(arguments: [0.008, 0.0167, 0.2, 0.0001, 5e-5])
  func plausibleTimesAreNotDoubted(interval: Double) throws {
    try folder.write(table(interval), to: "a.csv")
    #expect(try timeWarnings(load("a.csv")).isEmpty)
  }

  @Test func wholeSecondsAreNotMilliseconds() throws {
    let rows = (0..<300).map { "\(1_718_000_000 + $0 / 60),\($0),1\n" }.joined()
    try folder.write("t_s,x,y\n" + rows, to: "a.csv")
    #expect(try timeWarnings(load("a.csv")).isEmpty)
  }

  /// Seconds where the format has milliseconds, and the other way round.
  @Test func everyFormatIsJudged() throws {
    let events = (0..<12).map {
      #"{"type":"\#($0 == 0 ? "pointerdown" : "pointermove")","pointerId":1,"timeStamp":\#(Double($0) * 0.016),"clientX":\#($0),"clientY":1,"buttons":1}"#
    }
    try folder.write("[" + events.joined(separator: ",") + "]", to: "p.json")
    let points = (0..<12).map { "<Point X=\"\($0)\" Y=\"1\" T=\"\(Double($0) * 0.016)\"/>" }
    try folder.write(
      "<Gesture Name=\"a\"><Stroke>" + points.joined() + "</Stroke></Gesture>", to: "g.xml")
    let ink = (0..<12).map { "\($0) 1 \($0 * 16)" }.joined(separator: ", ")
    try folder.write(
      "<ink><traceFormat><channel name=\"X\"/><channel name=\"Y\"/><channel name=\"T\" units=\"s\"/>"
        + "</traceFormat><trace>\(ink)</trace></ink>", to: "i.inkml")
    for (path, unit) in [
      ("p.json", TimeUnit.seconds), ("g.xml", .seconds), ("i.inkml", .milliseconds),
    ] {
      let warnings = try timeWarnings(load(path))
      #expect(
        warnings.count == 1 && warnings[0].contains("--time-unit \(unit.rawValue)"),
        "\(path) \(warnings)")
      let right = try load(path, ReadingOptions(timeUnit: unit))
      #expect(timeWarnings(right).isEmpty, "\(path)")
      #expect(abs(right.description.nominalRate - 62.5) < 0.01, "\(path)")
    }
  }

  @Test func aDescriptionHasUnitAndColumns() throws {
    try folder.write(table(8, header: "time,px,py"), to: "a.csv")
    try folder.write(table(0.008), to: "b.csv")
    try folder.write(
      #"""
      {"schema": 1, "name": "s", "unit": "px", "nominalRateHz": 125, "pixelsPerMillimetre": [4, 2],
       "timeUnit": "ms", "columns": "t=time,x=px,y=py", "files": [{"path": "a.csv", "format": "plain-csv"},
       {"path": "b.csv", "format": "plain-csv", "timeUnit": "s", "columns": "t=t_s,x=x,y=y"}]}
      """#, to: "dataset.json")
    let reference = DatasetReference(name: "s", location: .folder(folder.path))
    let whole = try Dataset.load(reference)
    #expect(whole.problems.isEmpty && timeWarnings(whole).isEmpty)
    for recording in whole.recordings {
      #expect(recording.scale == LengthScale(unit: .millimeter))
      #expect(recording.strokes[0].samples[3].position == SIMD2(0.75, 3))
      #expect(abs(recording.strokes[0].samples[3].time - 0.024) < 1e-12)
    }
    // The same strokes, read one by one.
    var strokes = DatasetStrokes(try Dataset.survey(reference))
    var streamed: [Stroke] = []
    while let next = try strokes.next() { streamed.append(next.stroke) }
    #expect(streamed == whole.recordings.flatMap(\.strokes))
    // Written and read again, the description is the same.
    let written = try folder.write(whole.description.json, to: "again/dataset.json")
    #expect(try DatasetDescription.read(path: written) == whole.description)
    let plain = try DatasetConversion.plain(whole, name: "plain").description
    #expect(plain.timeUnit == nil && plain.columns == nil && plain.axisScales == nil)
    // What is given from outside outweighs it.
    let given = try Dataset.load(reference, options: ReadingOptions(timeUnit: .microseconds))
    #expect(timeWarnings(given).count >= 1)
  }

  @Test(arguments: [
    (#""timeUnit": "min""#, "'min' is not a unit of time"), (#""columns": "t""#, "no '='"),
    (#""pixelsPerMillimetre": [1, 2, 3]"#, "must be one number, or two"),
    (#""pixelsPerMillimetre": [1, -2]"#, "must be above 0"),
  ])
  func wrongValuesNameTheKey(member: String, part: String) throws {
    let path = try folder.write(
      #"{"schema": 1, "name": "s", "unit": "px", "nominalRateHz": 60, \#(member), "files": []}"#,
      to: "dataset.json")
    do {
      _ = try DatasetDescription.read(path: path)
      Issue.record("\(member) was read")
    } catch { #expect("\(error)".contains(part), "\(error)") }
  }

  /// A folder without a description: recordings are read, and nothing else.
  @Test func aFolderOfRecordingsIsRead() throws {
    try folder.write(table(0.016), to: "p1/log.csv")
    try folder.write(table(0.008), to: "p2/log.csv")
    try folder.write("name,age\nanna,3\n", to: "people.csv")
    try folder.write("# notes\n", to: "README.md")
    try folder.write("{\"a\": 1}\n", to: "package.json")
    let locator = DatasetLocator(searchFolders: [])
    let reference = try #require(locator.resolve(folder.path).first)
    let loaded = try Dataset.load(reference)
    #expect(loaded.recordings.map(\.source) == ["p1/log.csv", "p2/log.csv"])
    #expect(loaded.problems.isEmpty)
    let warnings = loaded.warnings.map(\.description)
    #expect(warnings.contains { $0.contains("read 2 files as plain-csv, in the unit device") })
    #expect(warnings.contains { $0.contains("skipped 3 files") && $0.contains("README.md") })
    #expect(zip(loaded.recordings, [62.5, 125]).allSatisfy { abs($0.nominalRate - $1) < 0.1 })
    #expect(Dataset.size(of: reference) > 0)
    var strokes = DatasetStrokes(try Dataset.survey(reference))
    var count = 0
    while try strokes.next() != nil { count += 1 }
    #expect(count == 2)
  }

  @Test func oneProblemForAllFilesAlike() throws {
    for index in 0..<9 { try folder.write("timestamp,x,y\n0,1,2\n17,2,3\n", to: "\(index).csv") }
    let loaded = try Dataset.load(DatasetReference(name: "s", location: .folder(folder.path)))
    #expect(loaded.problems.count == 1 && loaded.sampleCount == 0)
    #expect(loaded.problems[0].message.contains("and 8 other files alike"))
    let options = ReadingOptions(columns: try ColumnMapping("t=timestamp/ms"))
    let right = try Dataset.load(
      DatasetReference(name: "s", location: .folder(folder.path)), options: options)
    #expect(right.problems.isEmpty && right.recordings.count == 9)
  }

  @Test func aDraftGuessesColumnsUnitAndParticipants() throws {
    for person in ["01", "02"] {
      for task in ["draw", "write_fast"] {
        try folder.write(
          table(16, from: 1_718_000_000_000, header: "timestamp,clientX,clientY"),
          to: "p\(person)_\(task).csv")
      }
    }
    let pattern = try ParticipantPattern("p{participant}_{task}.csv")
    let draft = try DatasetDraft(folder: folder.path, given: .init(pattern: pattern))
    #expect(draft.description.columns?.description == "t=timestamp/ms,x=clientX,y=clientY")
    #expect(draft.description.unit == .pixel && draft.description.nominalRate == 62.5)
    #expect(draft.description.files.map(\.participant) == ["01", "01", "02", "02"])
    #expect(draft.description.files.map(\.task) == ["draw", "write_fast", "draw", "write_fast"])
    try folder.write(draft.description.json, to: "dataset.json")
    let loaded = try Dataset.load(DatasetReference(name: "s", location: .folder(folder.path)))
    #expect(loaded.problems.isEmpty && loaded.participantCount == 2 && loaded.sampleCount == 80)
    #expect(timeWarnings(loaded).isEmpty)
    #expect(loaded.recordings[0].strokes[0].samples[0].time == 1_718_000_000)
  }

  @Test func patternsMatchNamesAndPaths() throws {
    #expect(try ParticipantPattern("*/{participant}.csv").labels(of: "a/b.csv")?.participant == "b")
    #expect(try ParticipantPattern("{participant}").labels(of: "x/ab.csv")?.participant == "ab")
    #expect(try ParticipantPattern("s{participant}").labels(of: "x/s7.csv")?.participant == "7")
    #expect(try ParticipantPattern("s{participant}_*").labels(of: "t7_a.csv")?.participant == nil)
    #expect(throws: ParticipantPattern.Fault.self) { try ParticipantPattern("p{person}.csv") }
    #expect(throws: ParticipantPattern.Fault.self) { try ParticipantPattern("p*.csv") }
  }
}
