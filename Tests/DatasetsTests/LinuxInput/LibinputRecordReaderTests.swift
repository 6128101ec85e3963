import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct LibinputRecordReaderTests {
  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.yml")
    return LibinputRecordReader.read(RecordingSource(path: path))
  }

  private static let touches = ReaderFixture.libinputFrames([
    (0, [(3, 57, 420), (3, 53, 400), (3, 54, 200), (3, 58, 50), (1, 330, 1)]),
    (8, [(3, 53, 440)]), (16, [(3, 57, -1), (1, 330, 0)]),
  ])

  @Test func contactsAreScaledByTheResolution() throws {
    let result = try read(ReaderFixture.libinputHeader + Self.touches)
    #expect(result.problems.isEmpty && result.linesRejected == 0 && result.isComplete)
    #expect(result.devices == [.touchpad])
    let recording = try #require(result.recordings.first)
    #expect(recording.scale == LengthScale(unit: .millimeter) && recording.tool == .finger)
    #expect(recording.device == .touchpad)
    let samples = try #require(recording.strokes.first).samples
    #expect(samples.map(\.position) == [[10, 10], [11, 10], [11, 10]])
    #expect(samples.map(\.time) == [0, 0.008, 0.016])
    #expect(samples.map(\.phase) == [.began, .moved, .ended])
    #expect(samples.map(\.force) == [0.25, 0.25, 0.25])
  }

  @Test func devicesAreKeptApart() throws {
    let second = """
      - node: /dev/input/event3
        evdev:
          codes:
            1: [272]
            2: [0, 1, 8]
          properties: []
        events:
        - libinput:
          - {time: 0.1, type: POINTER_MOTION}

      """
    let motion = ReaderFixture.libinputFrames([(0, [(2, 0, 3)]), (8, [(2, 1, -2)])])
    let result = try read(ReaderFixture.libinputHeader + Self.touches + second + motion)
    #expect(result.problems.isEmpty && result.devices == [.touchpad, .mouse])
    #expect(result.recordings.map(\.device) == [.touchpad, .mouse])
    #expect(result.recordings.map(\.tool) == [.finger, .mouse])
    #expect(result.recordings[1].strokes.first?.samples.map(\.position) == [[3, 0], [3, -2]])
  }

  @Test(arguments: [
    ("    - [0, 24000, 3, 53]", "not an event"), ("    - [0, 24000, 3, 53, x]", "not an event"),
    ("    - [0, 24000, 3, 53, 1", "not an event"), ("    - [0, 1000000, 3, 53, 1]", "not a time"),
    ("    - [-1, 0, 3, 53, 1]", "not a time"), ("    - [0, 0, -3, 53, 1]", "type and code"),
    ("    - [0, 0, 3, 53, 4294967296]", "type and code"), ("hello", "not a line of libinput"),
    ("    53: [0, 1, 0, 0, 9]", "neither codes"),
  ])
  func badLinesCostThemselvesOnly(line: String, message: String) throws {
    let good = ReaderFixture.libinputHeader + Self.touches
    let result = try read(good + line + "\n")
    #expect(result.linesRejected == 1 && result.problems.count == 1)
    #expect(result.problems.first?.message.contains(message) == true)
    #expect(result.recordings.map(\.strokes) == (try read(good)).recordings.map(\.strokes))
  }

  /// An axis whose range or value would not fit into a whole number of the machine.
  @Test(arguments: [
    "[-9223372036854775808, 9223372036854775807, 0, 0, 0]", "[-4294967296, 5, 0, 0, 0]",
  ])
  func anAxisHasNumbersOf32Bits(numbers: String) throws {
    let header = ReaderFixture.libinputHeader.replacing("[0, 200, 0, 0, 0]", with: numbers)
    let result = try read(header + Self.touches)
    #expect(result.linesRejected == 1)
    #expect(result.problems.first?.message == "not a list of whole numbers of 32 bits")
    #expect(result.recordings.first?.strokes.first?.samples.first?.force == nil)
  }

  @Test func eventsNeedADeviceAndAFrame() throws {
    let early = try read("version: 1\n" + Self.touches)
    #expect(early.recordings.isEmpty && early.linesRejected > 0)
    #expect(early.problems.first?.message == "events before any device")
    let loose = try read("- node: a\nevents:\n- [0, 0, 3, 53, 1]\n")
    #expect(loose.problems.first?.message == "the list does not follow - evdev:")
    let newer = try read("version: 2\n")
    #expect(newer.problems.first?.message == "this version of the file is not known")
    let nothing = try read(ReaderFixture.libinputHeader)
    #expect(nothing.problems.first?.message == "the file has no events")
  }
}
