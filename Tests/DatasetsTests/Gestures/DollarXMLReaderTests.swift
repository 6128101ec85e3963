import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct DollarXMLReaderTests {
  private static let multiple = """
    <?xml version="1.0" encoding="utf-8"?>
    <Gesture Name="T~01" Subject="73" InputType="finger">
      <Stroke index="1">
        <Point X="62" Y="27" T="1302186587346" Pressure="128" />
        <Point X="62" Y="101" T="1302186587346" Pressure="64" />
      </Stroke>
      <Stroke index="2">
        <Point X="-1.5" Y="2e1" T="1302186587500" />
      </Stroke>
    </Gesture>

    """

  private func read(_ text: String, task: String = "") throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.xml")
    return DollarXMLReader.read(
      RecordingSource(path: path, participant: "set", task: task, tool: .stylus))
  }

  @Test func strokesKeepDuplicateTimes() throws {
    let result = try read(Self.multiple)
    #expect(result.problems.isEmpty && result.isComplete)
    #expect(result.linesRead == 10 && result.linesRejected == 0)
    let recording = try #require(result.recordings.first)
    #expect(recording.participant == "73" && recording.task == "T~01")
    #expect(recording.tool == .finger && recording.strokes.map(\.identifier) == ["1", "2"])
    #expect(
      recording.strokes[0].samples == [
        TouchSample(time: 1_302_186_587.346, position: [62, 27], force: 1, phase: .began),
        TouchSample(time: 1_302_186_587.346, position: [62, 101], force: 0.5, phase: .ended),
      ])
    #expect(
      recording.strokes[1].samples == [
        TouchSample(time: 1_302_186_587.5, position: [-1.5, 20], phase: .began)
      ])
    #expect(try read(Self.multiple, task: "gestures").recordings.first?.task == "gestures")
  }

  @Test func pointsWithoutStrokesAreOne() throws {
    let result = try read(
      "\u{FEFF}<Gesture>\n<Point X='1' Y='2' T='3'/>\n<Point X='2' Y='2' T='9'/>\n</Gesture>")
    let recording = try #require(result.recordings.first)
    #expect(recording.participant == "set" && recording.tool == .stylus)
    #expect(recording.strokes.map(\.samples.count) == [2])
    #expect(result.linesRead == 4 && result.problems.isEmpty)
  }

  @Test(arguments: [
    ("X=\"a\" Y=\"1\" T=\"2\"", "X", "a"), ("Y=\"1\" X=\"1\"", "T", nil),
    ("X=\"1\" Y=\"nan\" T=\"2\"", "Y", "nan"),
    ("X=\"1\" Y=\"1\" T=\"2\" Pressure=\"\"", "Pressure", ""),
  ])
  func badPointsCostThemselvesOnly(point: String, field: String, value: String?) throws {
    var lines = Self.multiple.split(separator: "\n", omittingEmptySubsequences: false)
    lines.insert("<Point \(point)/>", at: 4)
    let result = try read(lines.joined(separator: "\n"))
    #expect(result.linesRead == 10 && result.linesRejected == 1 && result.isComplete)
    let problem = try #require(result.problems.first)
    #expect(problem.line == 5 && problem.field == field && problem.value == value)
    #expect(result.recordings.first?.strokes.map(\.samples.count) == [2, 1])
  }

  @Test func damageKeepsWhatCameBefore() throws {
    let result = try read(
      Self.multiple.replacing("</Stroke>\n  <Stroke index=\"2\">", with: "</Str"))
    #expect(!result.isComplete && result.recordings.first?.strokes.first?.samples.count == 2)
    #expect(result.linesRead + result.linesRejected == 9 && result.linesRejected > 0)
    #expect(result.problems.first?.message.contains("damaged") == true)
  }

  @Test(arguments: [
    ("{garbage}\n", "damaged"), ("<svg></svg>", "not a Gesture"), ("<Gesture/>", "no points"),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><Gesture/>", "document types"),
    (String(repeating: "<Gesture>", count: 100_000), "nested more than 16 deep"),
    (
      "<Gesture>" + String(repeating: "<Point/>\n", count: 5000) + "</Gesture>",
      "gave up after 1000"
    ),
    ("<Gesture>\u{0}</Gesture>", "not text in UTF-8"),
  ])
  func whatIsNoGestureSaysSo(text: String, message: String) throws {
    let result = try read(text)
    #expect(result.recordings.isEmpty)
    #expect(result.problems.contains { $0.message.contains(message) && !$0.remedy.isEmpty })
  }
}
