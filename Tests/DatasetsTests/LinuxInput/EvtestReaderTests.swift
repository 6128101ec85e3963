import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct EvtestReaderTests {
  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.txt")
    return EvtestReader.read(
      RecordingSource(path: path, name: "a.txt", scale: LengthScale(unit: .device)))
  }

  @Test func contactsAreStrokesInMillimeters() throws {
    let result = try read(ReaderFixture.evtest)
    let recording = try #require(result.recordings.first)
    #expect(result.problems.isEmpty && result.recordings.count == 1 && result.fuzz == 2)
    #expect(recording.scale.unit == .millimeter && recording.device == .touchScreen)
    #expect(recording.strokes.map(\.samples.count) == [10, 10, 10, 10])
    let first = try #require(recording.strokes.first?.samples.first)
    // 20 units to the millimeter along x, 40 along y, and a pressure of 100 of 200.
    #expect(first.position == [10, 10] && first.force == 0.5 && first.time == 1_700_000_000.1)
    #expect(recording.strokes.allSatisfy { $0.kind == .contact })
  }

  /// Without the header, as people paste it: units of the device.
  @Test func eventsAloneAreRead() throws {
    let text = ReaderFixture.evtest.dropFirst(ReaderFixture.evtestHeader.count)
    let result = try read(String(text))
    #expect(result.problems.isEmpty && result.recordings.first?.scale.unit == .device)
    #expect(result.recordings.first?.strokes.first?.samples.first?.position == [200, 400])
  }

  @Test func theListOfDevicesBeforeTheHeaderIsSkipped() throws {
    let list = """
      No device specified, trying to scan all of /dev/input/event*
      Available devices:
      /dev/input/event0:\tPower Button
      /dev/input/event3:\tSome Touchscreen
      Select the device event number [0-3]: 3

      """
    let result = try read(list + ReaderFixture.evtest)
    let plain = try read(ReaderFixture.evtest)
    #expect(result.problems.isEmpty && result.recordings == plain.recordings)
    let folder = try ScratchFolder()
    let path = try folder.write(list + ReaderFixture.evtest, to: "a.txt")
    #expect(try FormatSniffer.format(path: path) == .evtest)
  }

  /// The words of old versions, and protocol A.
  @Test func oldWordsAreRead() throws {
    let old = ReaderFixture.evtest.replacing("SYN_REPORT", with: "Report Sync")
    #expect(try read(old).recordings == read(ReaderFixture.evtest).recordings)
    let list = (0..<4).map { row in
      let time = "Event: time 12.\(100_000 + 8000 * row), "
      return "\(time)type 3 (Absolute), code 53 (?), value \(row)\n"
        + "\(time)type 3 (Absolute), code 54 (?), value 7\n"
        + "\(time)++++++++++++++ SYN_MT_REPORT ++++++++++++\n\(time)-------------- SYN_REPORT ------------\n"
    }
    #expect(try read(list.joined()).recordings.first?.strokes.map(\.samples.count) == [4])
    let dropped = "Event: time 12.100000, >>>>>>>>>>>>>> SYN_DROPPED <<<<<<<<<<<<\n"
    #expect(
      try read(list.joined() + dropped).problems.first?.message.contains("dropped events") == true)
  }

  @Test(arguments: [
    ("Event: time 1.5, type 3 (EV_ABS), code 0 (ABS_X), value 1", "time", "not a time"),
    ("Event: time 1.500000, type 3 (EV_ABS), code 0 (ABS_X), value x", "value", "whole number"),
    ("Event: time 1.500000, type 3 (EV_ABS), value 1", nil, "no code"),
    ("Event: 1.500000", nil, "no time"), ("Evant: time 1.500000", nil, "not a line of evtest"),
    ("Max 12", "Max", "for an axis"),
  ])
  func badLinesCostThemselvesOnly(line: String, field: String?, message: String) throws {
    let text = ReaderFixture.evtest.dropFirst(ReaderFixture.evtestHeader.count)
    let result = try read("\(line)\n\(text)")
    let problem = try #require(result.problems.first)
    #expect(result.linesRejected == 1 && result.problems.count == 1 && problem.line == 1)
    #expect(problem.field == field && problem.message.contains(message))
    #expect(result.recordings.first?.strokes.count == 4)
  }

  // MARK: - The header of getevent

  private func getevent(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.txt")
    return GeteventReader.read(RecordingSource(path: path, scale: LengthScale(unit: .device)))
  }

  private func touches(_ device: String) -> String {
    (0..<5).map { row in
      let start = "[  10.\(100_000 + 8000 * row)] \(device)"
      return
        "\(start)EV_ABS ABS_MT_TRACKING_ID 00000001\n\(start)EV_ABS ABS_MT_POSITION_X 00000100\n"
        + "\(start)EV_ABS ABS_MT_POSITION_Y 00000\(200 + row)\n\(start)EV_ABS ABS_MT_PRESSURE 00000033\n"
        + "\(start)EV_SYN SYN_REPORT 00000000\n"
    }.joined()
  }

  /// `getevent -lp` before `getevent -lt`: 16 units to the millimeter, pressure up to 255.
  @Test(arguments: ["/dev/input/event2: ", ""])
  func headersOfGeteventGiveRangesAndResolutions(device: String) throws {
    let result = try getevent(ReaderFixture.geteventHeader + touches(device))
    let recording = try #require(result.recordings.first)
    #expect(result.problems.isEmpty && recording.scale.unit == .millimeter)
    #expect(recording.device == .touchScreen)
    let sample = try #require(recording.strokes.first?.samples.first)
    #expect(sample.position == [16, 32] && sample.force == 0.2)
    // Events of a device that the header does not describe are in its own units.
    let other = try getevent(ReaderFixture.geteventHeader + touches("/dev/input/event7: "))
    #expect(other.recordings.first?.scale.unit == .device && other.problems.isEmpty)
  }

  @Test func geteventWithoutTimesIsOneLine() throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      String(repeating: "/dev/input/event2: EV_ABS ABS_MT_POSITION_X 0000012c\n", count: 50),
      to: "a.txt")
    let set = try Dataset.load(DatasetReference(name: "a", location: .file(path)))
    #expect(set.problems.count == 1 && set.problems.first?.count == 50)
    #expect(set.problems.first?.remedy.contains("getevent -lt") == true)
  }
}
