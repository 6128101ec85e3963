import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct EvemuReaderTests {
  private func read(
    _ text: String, format: RecordingFormat = .evemu, tool: Recording.Tool = .unknown
  ) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.events")
    return format.reader.read(RecordingSource(path: path, tool: tool))
  }

  /// Reports at hundredths of a second: each a list of `type code value`.
  private func events(_ reports: [(hundredth: Int, events: String)]) -> String {
    reports.map { report in
      let time = "1.\(report.hundredth < 10 ? "0" : "")\(report.hundredth)0000"
      let events = report.events.split(separator: ",").map(String.init) + ["0000 0000 0"]
      return events.map { "E: \(time) \($0)\n" }.joined()
    }.joined()
  }

  private static let penHeader = """
    # EVEMU 1.3
    N: A pen # with any name
    I: 0003 056a 4200 0110
    P: 02 00 00 00 00 00 00 00
    A: 00 0 10000 4 0 100
    A: 01 0 5000 4 0 50
    A: 18 0 2000 0 0 0
    A: 1a -9000 9000 0 0 5730
    A: 1b -9000 9000 0 0 5730

    """

  private let penReports = [
    (0, "0003 0000 1000,0003 0001 500,0001 0140 1"), (1, "0003 0000 1100"),
    (2, "0003 0000 1200,0003 0018 500,0003 001a 0,0003 001b 0,0001 014a 1"),
    (3, "0003 0018 1000"), (5, "0003 0000 1400,0003 0018 0,0001 014a 0"),
    (6, "0003 0000 1500"), (7, "0003 0000 0,0003 0001 0,0001 0140 0"),
  ]

  @Test func penHoversTouchesAndLifts() throws {
    let result = try read(Self.penHeader + events(penReports))
    #expect(result.problems.isEmpty && result.linesRejected == 0 && result.isComplete)
    #expect(result.recordings.count == 1)
    let recording = try #require(result.recordings.first)
    #expect(recording.tool == .stylus && recording.scale == LengthScale(unit: .millimeter))
    #expect(recording.strokes.map(\.identifier) == ["hover-1", "2", "hover-3"])
    let contact = recording.strokes[1].samples
    #expect(contact.map(\.phase) == [.began, .moved, .ended])
    #expect(contact.map(\.time) == [1.02, 1.03, 1.05])
    #expect(contact.map(\.position) == [[12, 10], [12, 10], [14, 10]])
    #expect(contact.map(\.force) == [0.25, 0.5, 0.5])
    #expect(contact.first?.altitude == .pi / 2 && contact.first?.azimuth == 0)
    #expect(recording.strokes[0].samples.map(\.position.x) == [10, 11])
    #expect(recording.strokes[0].samples.map(\.phase) == [.began, .ended])
    // The zeros with which the pen leaves are no position.
    #expect(recording.strokes[2].samples.map(\.position.x) == [15])
  }

  @Test func tiltBecomesAltitudeAndAzimuth() throws {
    // 45° to both sides in units of 1/5730 radian: tan² is 1 twice, so the altitude is atan(1/√2).
    let tilt = Int((5730 * Double.pi / 4).rounded())
    let text = events([
      (0, "0003 0000 1,0003 0001 1,0003 001a \(tilt),0003 001b -\(tilt),0001 014a 1")
    ])
    let sample = try #require(
      try read(Self.penHeader + text).recordings.first?.strokes.first?.samples.first)
    // Half a unit of tilt.
    let tolerance = 1e-4
    #expect(abs(try #require(sample.altitude) - atan(0.5.squareRoot())) < tolerance)
    #expect(abs(try #require(sample.azimuth) + .pi / 4) < tolerance)
  }

  @Test func slotsAreStrokesByTrackingIdentifier() throws {
    let result = try read(
      events([
        (0, "0003 0039 7,0003 0035 10,0003 0036 20,0001 014a 1,0003 0000 10,0003 0001 20"),
        (1, "0003 0035 11,0003 002f 1,0003 0039 8,0003 0035 90,0003 0036 91"),
        (2, "0003 0036 92"), (40, "0003 002f 0,0003 0035 12"),
        (41, "0003 0039 -1,0003 002f 1,0003 0039 9"), (42, "0003 0039 -1,0001 014a 0"),
      ]))
    #expect(result.problems.isEmpty)
    let recording = try #require(result.recordings.first)
    #expect(result.recordings.count == 1 && recording.tool == .finger)
    #expect(recording.scale.unit == .device)
    #expect(
      recording.strokes.map { $0.samples.map(\.position) } == [
        [[10, 20], [11, 20], [12, 20], [12, 20]], [[90, 91], [90, 92], [90, 92]],
        [[90, 92], [90, 92]],
      ])
    #expect(recording.strokes[0].samples.map(\.time) == [1, 1.01, 1.4, 1.41])
    #expect(
      recording.strokes.allSatisfy {
        $0.samples.first?.phase == .began && $0.samples.last?.phase == .ended
          && $0.samples.allSatisfy { $0.force == nil }
      })
  }

  @Test func listsWithoutIdentifiersGoByDistance() throws {
    func contact(_ x: Int) -> String { "0003 0035 \(x),0003 0036 0,0000 0002 0" }
    let result = try read(
      events([
        (0, "\(contact(10)),\(contact(90))"), (1, "\(contact(91)),\(contact(11))"),
        (2, contact(92)), (3, "0000 0002 0"), (4, contact(5)),
      ]))
    #expect(result.problems.isEmpty)
    let strokes = try #require(result.recordings.first).strokes
    #expect(
      strokes.map { $0.samples.map(\.position.x) } == [[10, 11, 11], [90, 91, 92, 92], [5]])
    #expect(strokes.map { $0.samples.last?.phase } == [.ended, .ended, .began])
  }

  /// Matching contacts takes the square of their number, so a hostile file must not set it.
  @Test func reportsWithTooManyContactsAreBounded() throws {
    let contacts = Array(repeating: "0003 0035 1,0003 0036 1,0000 0002 0", count: 3000)
    let list = contacts.joined(separator: ",")
    let result = try read(events([(0, list), (1, list), (2, list)]))
    let recording = try #require(result.recordings.first)
    #expect(recording.strokes.count == 256 && recording.sampleCount == 3 * 256)
    #expect(result.linesRejected == 0)
    #expect(result.problems.first?.message.hasPrefix("8232 contacts were dropped") == true)
  }

  @Test func relativeMotionIsAccumulatedAndCut() throws {
    let result = try read(
      events([
        (0, "0002 0000 3"), (1, "0002 0000 -1,0002 0001 5"), (2, "0002 0008 1"),
        (11, "0002 0001 1"), (30, "0002 0000 1"),
      ]))
    let recording = try #require(result.recordings.first)
    #expect(recording.tool == .mouse && result.problems.isEmpty)
    #expect(
      recording.strokes.map { $0.samples.map(\.position) } == [
        [[3, 0], [2, 5], [2, 6]], [[3, 6]],
      ])
    #expect(recording.strokes.map(\.identifier) == ["motion-1", "motion-2"])
  }

  @Test func scrollingAloneIsNoMotion() throws {
    let result = try read(events([(0, "0002 0008 1")]))
    #expect(result.recordings.isEmpty && result.problems.isEmpty && result.linesRead == 2)
  }

  @Test func lossesAndCutsAreReported() throws {
    let text = events([
      (0, "0003 0039 7,0003 0035 1,0003 0036 2"), (1, "0000 0003 0,0003 0035 99"),
      (2, "0003 0035 3"),
    ])
    let result = try read(text + "E: 1.030000 0003 0035 4\n")
    let strokes = try #require(result.recordings.first).strokes
    #expect(strokes.map { $0.samples.map(\.position.x) } == [[1], [3]])
    #expect(strokes[1].samples[0].phase == .moved)
    #expect(result.problems.map(\.message).contains { $0.contains("dropped events 1 times") })
    #expect(result.problems.map(\.message).contains { $0.contains("no SYN_REPORT") })
    let lost = try read(events([(0, "0003 0039 7,0003 0035 1"), (1, "0003 0039 -1")]))
    #expect(lost.recordings.isEmpty)
    #expect(lost.problems.first?.message.contains("1 contacts have no position") == true)
  }

  @Test(arguments: [
    ("E: 1.00000 0003 0000 1", "time", "1.00000"), ("E: 1.000000 0003 0000", nil, nil),
    ("E: 1.000000 00g3 0000 1", "type", "00g3"), ("E: 1.000000 0003 0x00 1", "code", "0x00"),
    ("E: 1.000000 0003 0000 9999999999", "value", "9999999999"), ("X: 1", nil, nil),
    ("A: 00 1 2", nil, nil), ("A: 00 0 a 0 0", "axis", "a"), ("I: 1 2 3", nil, nil),
    ("B: 01 zz", "number", "zz"), ("hello", nil, nil),
  ])
  func badLinesCostThemselvesOnly(line: String, field: String?, value: String?) throws {
    let good = Self.penHeader + events(penReports)
    let result = try read("\(line)\n" + good)
    #expect(result.linesRejected == 1 && result.problems.count == 1)
    let problem = try #require(result.problems.first)
    #expect(problem.line == 1 && problem.field == field && problem.value == value ?? line)
    #expect(result.recordings.map(\.strokes) == (try read(good)).recordings.map(\.strokes))
  }

  @Test func descriptionsHaveNoRecordings() throws {
    let result = try read(Self.penHeader, format: .evemuDescription)
    #expect(result.recordings.isEmpty && result.problems.isEmpty && result.isComplete)
    #expect(result.linesRead == 9)
    let recording = try read(Self.penHeader)
    #expect(recording.problems.first?.message == "the file has no events")
    let mixed = try read(Self.penHeader + "E: 1.000000 0000 0000 0", format: .evemuDescription)
    #expect(mixed.linesRejected == 1)
    #expect(mixed.problems.first?.remedy.contains("format evemu") == true)
    let nothing = try read("# nothing\n", format: .evemuDescription)
    #expect(nothing.problems.first?.message == "the file describes no device")
  }
}
