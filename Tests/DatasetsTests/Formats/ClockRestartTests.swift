import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// Files whose clock restarts, in every format whose samples come in the order of the file.
@Suite struct ClockRestartTests {
  /// Formats with a writer of samples of one pointer that is always down.
  enum Form: String, CaseIterable, CustomTestStringConvertible {
    case csv, joined, henze, lines, array, inkable, evemu, getevent, libinput

    var testDescription: String { rawValue }

    var format: RecordingFormat {
      switch self {
      case .csv, .joined: .plainCSV
      case .henze: .henzeText
      case .lines, .array: .pointerEvents
      case .inkable: .inkableJSON
      case .evemu: .evemu
      case .getevent: .getevent
      case .libinput: .libinputRecord
      }
    }

    /// One stroke, whose sample of number n is at n on the axis x, with times in milliseconds.
    func text(_ times: [Int]) -> String {
      let body = times.enumerated().map { element($1, $0, isFirst: $0 == 0) }
      switch self {
      case .csv, .joined: return "stroke,t_s,x,y\n" + body.joined()
      case .array, .inkable: return "[\n" + body.joined(separator: ",\n") + "\n]\n"
      case .libinput:
        return "version: 1\ndevices:\n- node: /dev/input/event1\n  evdev:\n  events:\n"
          + body.joined()
      case .henze, .lines, .evemu, .getevent:
        return body.joined(separator: self == .lines ? "\n" : "")
      }
    }

    private func element(_ time: Int, _ number: Int, isFirst: Bool) -> String {
      let seconds = String(format: "%d.%06d", time / 1000, time % 1000 * 1000)
      switch self {
      case .csv, .joined: return "1,\(seconds),\(number),0\n"
      case .henze: return "1396861885739;\(time);\(number);0;1;\(isFirst ? 0 : 2)\n"
      case .lines, .array:
        return
          "{\"type\":\"pointer\(isFirst ? "down" : "move")\",\"pointerId\":1,\"pointerType\":\"mouse\","
          + "\"timeStamp\":\(time),\"clientX\":\(number),\"clientY\":0,\"buttons\":1}"
      case .inkable:
        return InkableFixture(
          identifier: "e\(number)", time: Double(time) / 1000, phase: isFirst ? 0 : 1,
          x: Double(number)
        ).json
      case .evemu:
        return Self.report(number, isFirst).map { type, code, value in
          let (type, code) = (String(type, radix: 16), String(code, radix: 16))
          return "E: \(seconds) \(type) \(code) \(value)\n"
        }.joined()
      case .getevent:
        return Self.report(number, isFirst).map { type, code, value in
          "[ \(seconds)] " + String(format: "%04x %04x %08x", type, code, value) + "\n"
        }.joined()
      case .libinput:
        return "  - evdev:\n"
          + Self.report(number, isFirst).map { type, code, value in
            "    - [\(time / 1000), \(time % 1000 * 1000), \(type), \(code), \(value)]\n"
          }.joined()
      }
    }

    private static func report(_ number: Int, _ isFirst: Bool) -> [(Int, Int, Int)] {
      (isFirst ? [(1, 0x14A, 1)] : []) + [(3, 0, number), (3, 1, 0), (0, 0, 0)]
    }
  }

  private func read(_ text: String, _ form: Form) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a")
    return form.format.reader.read(
      RecordingSource(
        path: path, name: "a", participant: "p", task: "t",
        options: ReadingOptions(returningStrokes: form == .joined ? .join : nil)))
  }

  private func read(_ times: [Int], _ form: Form) throws -> ReadResult {
    try read(form.text(times), form)
  }

  private func numbers(_ recording: Recording) -> [Double] {
    recording.strokes.flatMap(\.samples).map(\.position.x)
  }

  private static func steady(_ count: Int, from start: Int = 1000, interval: Int = 16) -> [Int] {
    (0..<count).map { start + interval * $0 }
  }

  @Test("the samples after a restart are another recording", arguments: Form.allCases)
  func restart(form: Form) throws {
    let result = try read(Self.steady(40) + Self.steady(30, from: 1204), form)
    #expect(result.recordings.map(\.sampleCount) == [40, 30])
    for recording in result.recordings {
      #expect(recording.participant == "p" && recording.task == "t")
      #expect(numbers(recording) == numbers(recording).sorted())
      #expect(recording.strokes.allSatisfy { $0.intervals.allSatisfy { $0 > 0 } })
    }
    let names = result.recordings.flatMap(\.strokes).map(\.identifier)
    #expect(Set(names).count == names.count)
    let problem = try #require(result.problems.last)
    #expect(result.problems.count == 1 && result.linesRejected == 0)
    #expect(problem.message.contains("the clock restarts here, from 1.624 s to 1.204 s"))
    let line = try #require(problem.line)
    let text = form.text(Self.steady(40) + Self.steady(30, from: 1204))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // An event of Inkable takes many lines.
    let near = lines[(line - 1)...].prefix(12)
    #expect(near.contains { line in ["1204", "1.204", "[1, 204"].contains(where: line.contains) })
  }

  @Test("several restarts are one problem with their number", arguments: Form.allCases)
  func restarts(form: Form) throws {
    let result = try read(
      Self.steady(20) + Self.steady(20, from: 100) + Self.steady(20, from: 5), form)
    #expect(result.recordings.map(\.sampleCount) == [20, 20, 20])
    #expect(result.problems.count == 1)
    #expect(result.problems.first?.message.contains("2 times in all") == true)
  }

  @Test("a first sample alone, and a counter that runs over", arguments: Form.allCases)
  func extremes(form: Form) throws {
    #expect(
      try read([3000] + Self.steady(20, from: 8), form).recordings.map(\.sampleCount) == [1, 20])
    let wrapped = Self.steady(10, from: 4_294_967_100) + Self.steady(10, from: 4)
    #expect(try read(wrapped, form).recordings.map(\.sampleCount) == [10, 10])
  }

  @Test("fewer than five samples are no restart", arguments: Form.allCases)
  func fewSamples(form: Form) throws {
    for times in [
      Self.steady(40) + Self.steady(3, from: 8),
      Self.steady(40) + Self.steady(4, from: 1016) + Self.steady(20, from: 1640),
      // Some samples that were dated in the future by mistake.
      Self.steady(40) + [9000, 9016] + Self.steady(20, from: 1672),
    ] {
      let result = try read(times, form)
      #expect(result.recordings.count == 1)
      #expect(result.recordings.first?.sampleCount == times.count)
      #expect(!result.problems.contains { $0.message.contains("restarts") })
    }
  }

  @Test("late delivery by a few intervals is no restart", arguments: Form.allCases)
  func lateDelivery(form: Form) throws {
    var times = Self.steady(60)
    times.swapAt(20, 29)
    times.swapAt(40, 41)
    #expect(try read(times, form).recordings.count == 1)
  }

  @Test("samples in no order and the latest first are no sessions", arguments: Form.allCases)
  func unsorted(form: Form) throws {
    #expect(try read(Self.steady(60).reversed(), form).recordings.count == 1)
    for seed in UInt64(1)...20 {
      var random = TestRandom(seed: seed)
      let times = Self.steady(300).shuffled(using: &random)
      #expect(try read(times, form).recordings.count == 1, "seed \(seed)")
    }
  }

  @Test("each stroke may have a clock of its own")
  func ownClocks() throws {
    let rows = (1...4).flatMap { stroke in
      Self.steady(20, from: 0).map { "\(stroke),\(Double($0) / 1000),\($0),0\n" }
    }
    let result = try read("stroke,t_s,x,y\n" + rows.joined(), .csv)
    #expect(result.problems.isEmpty && result.recordings.map(\.strokes.count) == [4])
    // The same strokes once more: their names return.
    for form in [Form.csv, .joined] {
      let twice = try read("stroke,t_s,x,y\n" + rows.joined() + rows.joined(), form)
      #expect(twice.recordings.map(\.strokes.count) == [4, 4])
      #expect(twice.recordings.allSatisfy { $0.strokes.allSatisfy { $0.samples.count == 20 } })
      #expect(twice.problems.count == 1)
    }
  }

  @Test("rows of two strokes, interleaved, restart together and are joined in each session")
  func interleaved() throws {
    let rows = (Self.steady(20) + Self.steady(20, from: 4)).flatMap { time in
      ["a", "b"].map { "\($0),\(Double(time) / 1000),0,0\n" }
    }
    let result = try read("stroke,t_s,x,y\n" + rows.joined(), .joined)
    #expect(result.recordings.map(\.strokes.count) == [2, 2])
    #expect(result.recordings.flatMap(\.strokes).map(\.samples.count) == [20, 20, 20, 20])
    #expect(result.recordings.flatMap(\.strokes).map(\.identifier) == ["a", "b", "a#2", "b#2"])
  }

  @Test("strokes that are streamed are those that are held", arguments: [3, 5, 40])
  func streamed(count: Int) throws {
    let folder = try ScratchFolder()
    let rows = [(1, 1000), (2, 2000), (1, 50), (2, 900), (3, 1500)].flatMap { stroke, start in
      Self.steady(count, from: start).map { "\(stroke),\(Double($0) / 1000),\($0),0\n" }
    }
    let path = try folder.write("stroke,t_s,x,y\n" + rows.joined(), to: "a.csv")
    let source = RecordingSource(path: path)
    let held = PlainCSVReader.read(source)
    var pass = try PlainCSVPass(source, streamsStrokes: true)
    var strokes: [[Stroke]] = [[], [], []]
    while let (recording, stroke) = try pass.nextStroke() { strokes[recording].append(stroke) }
    #expect(held.recordings.map(\.strokes) == strokes.filter { !$0.isEmpty })
    #expect(try pass.run().problems == held.problems)
  }

  @Test("pointer facts state a session, which is no problem")
  func facts() throws {
    let facts =
      "{\"type\":\"pointerfacts\",\"pointerId\":1,\"timeStamp\":0,\"clientX\":0,\"clientY\":0}"
    let text =
      Form.lines.text(Self.steady(20)) + "\n\(facts)\n" + Form.lines.text(Self.steady(20, from: 3))
    let result = try read(text, .lines)
    #expect(result.problems.isEmpty && result.recordings.map(\.sampleCount) == [20, 20])
  }

  @Test("raw updates before the move of their frame are no restart")
  func rawUpdates() throws {
    func event(_ type: String, _ time: Double) -> String {
      "{\"type\":\"pointer\(type)\",\"pointerId\":1,\"pointerType\":\"mouse\",\"timeStamp\":\(time),"
        + "\"clientX\":\(time),\"clientY\":0,\"buttons\":0}"
    }
    let events = (0..<40).flatMap { frame in
      let time = 16 * Double(frame)
      return [event("move", time + 16)]
        + (0..<32).map { event("rawupdate", time + 0.5 * Double($0)) }
    }
    let result = try read(events.joined(separator: "\n"), .lines)
    #expect(result.problems.isEmpty && result.recordings.count == 1)
  }

  /// Fewer samples than make a restart, or a few that are late, stay in their stroke, and that is stated.
  @Test(arguments: [
    (fallen: Array(0..<4), times: 1), (fallen: [3], times: 1), (fallen: [], times: 0),
  ])
  func timesThatRunBackwardAreStated(fallen: [Int], times: Int) throws {
    let folder = try ScratchFolder()
    let text =
      "stroke,t_s,x,y\n" + (Array(20..<60) + fallen).map { "1,0.\($0 + 100),\($0),0\n" }.joined()
    let path = try folder.write(text, to: "late.csv")
    let set = try Dataset.load(DatasetReference(name: "late", location: .file(path)))
    let warnings = set.warnings.map(\.message).filter { $0.contains("time runs backward") }
    #expect(warnings.count == times)
    #expect(warnings.allSatisfy { $0.contains("inside strokes once") })
  }
}
