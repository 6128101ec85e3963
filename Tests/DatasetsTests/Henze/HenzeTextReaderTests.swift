import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct HenzeTextReaderTests {
  private func read(_ lines: [String]) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(lines.map { $0 + "\n" }.joined(), to: "a.txt")
    return HenzeTextReader.read(
      RecordingSource(
        path: path, name: "a.txt", participant: "3", task: "fitts",
        scale: LengthScale(unit: .pixel, unitsPerMillimeter: 12.72), tool: .finger))
  }

  /// Lines with the actions given, 16 ms apart.
  private func lines(_ actions: String) -> [String] {
    actions.enumerated().map { "1396861885739;\(1000 + 16 * $0);\($0).5;20;0.25;\($1)" }
  }

  @Test func aStrokeFromDownToUp() throws {
    let result = try read(lines("0221"))
    #expect(result.problems.isEmpty)
    let recording = try #require(result.recordings.first)
    #expect(recording.participant == "3" && recording.task == "fitts" && recording.tool == .finger)
    #expect(recording.scale.unitsPerMillimeter == 12.72)
    let samples = try #require(recording.strokes.first).samples
    #expect(samples.map(\.time) == [1, 1.016, 1.032, 1.048])
    #expect(samples.map(\.phase) == [.began, .moved, .moved, .ended])
    #expect(samples[1].position == SIMD2(1.5, 20) && samples[1].force == 0.25)
  }

  @Test(arguments: [
    ("02210221", [4, 4]), ("022022", [3, 3]), ("0221221", [4, 3]), ("22", [2]), ("11", [1, 1]),
    ("00", [1, 1]), ("021122", [3, 1, 2]),
  ])
  func strokesByAction(actions: String, counts: [Int]) throws {
    let strokes = try #require(try read(lines(actions)).recordings.first).strokes
    #expect(strokes.map(\.samples.count) == counts)
    #expect(Set(strokes.map(\.identifier)).count == counts.count)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func runsOfMovesAreNeitherSplitNorJoined(seed: UInt64) throws {
    var random = TestRandom(seed: seed)
    let actions = String((0..<200).map { _ in random.pick(Array("0122222")) })
    let strokes = try #require(try read(lines(actions)).recordings.first).strokes
    let found = strokes.flatMap { stroke in
      stroke.samples.split { $0.phase != .moved }.map(\.count)
    }
    #expect(found == actions.split { $0 != "2" }.map(\.count), "seed \(seed)")
    #expect(strokes.reduce(0) { $0 + $1.samples.count } == 200, "seed \(seed)")
  }

  @Test(arguments: [
    ("1;2;3;4;5", nil, "5 fields"), ("1;2;3;4;5;6;7", nil, "7 fields"),
    ("1;2;x;4;5;2", "x", "not a finite number"), ("1;nan;3;4;5;2", "uptime_ms", "not a finite"),
    ("e;2;3;4;5;2", "epoch_ms", "not a finite"), ("1;2;3;4;;2", "pressure", "not a finite"),
    ("1;2;3;4;5;3", "action", "not an action"), ("1;2;3;4;5;1.5", "action", "not an action"),
    ("\u{0}\u{1}", nil, "1 fields"),
  ])
  func badLinesCostThemselvesOnly(line: String, field: String?, message: String) throws {
    var text = lines("0221")
    text.insert(line, at: 2)
    let result = try read(text)
    #expect(result.linesRead == 4 && result.linesRejected == 1)
    let problem = try #require(result.problems.first)
    #expect(problem.line == 3 && problem.field == field)
    #expect(problem.message.contains(message) && !problem.remedy.isEmpty)
    #expect(result.recordings.first?.strokes.map(\.samples.count) == [4])
  }
}
