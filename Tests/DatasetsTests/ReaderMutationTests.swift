import Foundation
import Testing
import TouchInput

@testable import Datasets

/// Damaged files: no reader crashes, and no line is lost without being counted.
@Suite struct ReaderMutationTests {
  /// How many damaged files each reader is given.
  private static let count: UInt64 = 400

  private func check(
    _ format: RecordingFormat, _ original: [UInt8], lines: (([UInt8]) -> Int)?
  ) throws {
    let folder = try ScratchFolder()
    for seed in 1...Self.count {
      var random = TestRandom(seed: seed)
      let bytes = random.mutated(original)
      let path = try folder.write(bytes, to: "damaged")
      let result = format.reader.read(RecordingSource(path: path))
      if let lines, result.isComplete {
        #expect(
          result.linesRead + result.linesRejected == lines(bytes), "\(format) seed \(seed)")
      }
      if result.linesRejected > 0 || !result.isComplete {
        #expect(!result.problems.isEmpty, "\(format) seed \(seed)")
      }
      for problem in result.problems {
        #expect(!problem.remedy.isEmpty && problem.file == path, "\(format) seed \(seed)")
        #expect(!"\(problem)".contains("\n"), "\(format) seed \(seed)")
      }
      for recording in result.recordings {
        #expect(!recording.strokes.isEmpty, "\(format) seed \(seed)")
        #expect(
          recording.strokes.allSatisfy { stroke in
            !stroke.samples.isEmpty && stroke.samples.allSatisfy(\.isFinite)
              && stroke.exactPositions?.count ?? stroke.samples.count == stroke.samples.count
              && stroke.settledForces?.count ?? stroke.samples.count == stroke.samples.count
              && stroke.devicePredictions.allSatisfy { batch in
                !batch.samples.isEmpty && (1...stroke.samples.count).contains(batch.samplesBefore)
              }
          }, "\(format) seed \(seed)")
        #expect(
          Set(recording.strokes.map(\.identifier)).count == recording.strokes.count,
          "\(format) seed \(seed)")
      }
    }
  }

  /// The lines of a file: each ends with a line feed or with the file.
  private static func lines(_ bytes: [UInt8]) -> Int {
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    guard let last = content.last else { return 0 }
    return content.count { $0 == 0x0A } + (last == 0x0A ? 0 : 1)
  }

  @Test func plainCSV() throws {
    var text = "participant,task,stroke,t_s,x,y,force,true_x,true_y\n"
    for row in 0..<60 {
      text += "p\(row / 30),draw,\(row / 12),0.\(100 + row),\(row).5,-3e-2,,1,\"2.25\"\n"
    }
    try check(.plainCSV, Array(text.utf8), lines: Self.lines)
  }

  @Test func henzeText() throws {
    let lines = (0..<60).map { row in
      "139686188573\(row % 10);\(24_304_462 + 16 * row);720.8572;\(row).5;0.41935483;"
        + "\(row % 10 == 0 ? 0 : row % 10 == 9 ? 1 : 2)\n"
    }
    try check(.henzeText, Array(lines.joined().utf8), lines: Self.lines)
  }

  @Test func inkableEvents() throws {
    let events = InkableFixture.stroke(samples: 20)
    try check(.inkableJSON, Array(InkableFixture.array(events).utf8), lines: nil)
  }

  @Test func gestureXML() throws {
    let points = (0..<40).map {
      "<Point X=\"\($0)\" Y=\"4.5\" T=\"13\($0 / 2)\" Pressure=\"128\" />\n"
    }
    let stroke = "<Stroke index=\"1\">\n\(points.joined())</Stroke>\n"
    let text = "<?xml version=\"1.0\"?>\n<Gesture Name=\"a&amp;b\">\n\(stroke)\(stroke)</Gesture>\n"
    try check(.dollarXML, Array(text.utf8), lines: Self.lines)
  }

  @Test func evemu() throws {
    var text = "# EVEMU 1.3\nN: pad\nI: 0003 056a 4200 0110\nP: 02 00 00 00 00 00 00 00\n"
    text += "B: 01 00 00 00 ff 00 00 00 00\nA: 35 0 4000 0 0 20\nA: 36 0 4000 0 0 20\n"
    text += "A: 3a 0 255 0 0\n"
    let codes = ["0003 002f", "0003 0039", "0003 0035", "0003 0036", "0003 003a", "0003 0000"]
    for row in 0..<40 {
      let pick = codes[row % codes.count]
      text += "E: 1.\(100_000 + 1000 * row) \(pick) \(row % 9 == 1 ? -1 : row % 4)\t# note\n"
      text += "E: 1.\(100_000 + 1000 * row) 0002 000\(row % 2) -3\n"
      text += "E: 1.\(100_000 + 1000 * row) 0000 000\(row % 5 == 4 ? 2 : 0) 0\n"
    }
    try check(.evemu, Array(text.utf8), lines: Self.lines)
    try check(.evemuDescription, Array(text.prefix(220).utf8), lines: Self.lines)
  }

  @Test func evemuPen() throws {
    var text =
      "A: 00 0 4000 0 0 20\nA: 01 0 4000 0 0 20\nA: 1a -90 90 0 0 57\nA: 1b -90 90 0 0 57\n"
    let events = [
      "0001 0140 1", "0003 0000 33", "0003 0001 7", "0001 014a 1", "0003 001a -20", "0003 001b 89",
      "0003 0018 9", "0001 014a 0", "0001 0140 0",
    ]
    for row in 0..<60 {
      text += "E: 1.\(100_000 + 1000 * row) \(events[row % events.count])\n"
      text += "E: 1.\(100_000 + 1000 * row) 0000 0000 0\n"
    }
    try check(.evemu, Array(text.utf8), lines: Self.lines)
  }

  @Test func getevent() throws {
    let events = [
      "EV_ABS       ABS_MT_TRACKING_ID   00000003", "EV_ABS       ABS_MT_POSITION_X    000001ad",
      "EV_ABS       ABS_MT_POSITION_Y    00000077", "0003 003a 000000d4", "EV_KEY BTN_TOUCH DOWN",
      "EV_ABS       ABS_MT_TRACKING_ID   ffffffff",
    ]
    for synchronisation in ["SYN_REPORT", "SYN_MT_REPORT"] {
      let lines = (0..<80).map { row in
        let time = "[   34490.\(100_000 + 1000 * row)] "
        let device = row % 9 < 4 ? "/dev/input/event2: " : ""
        let event = events[row % events.count]
        return
          "\(time)\(device)\(event)   \r\n\(time)\(device)EV_SYN \(synchronisation) 00000000\r\n"
          + "\(time)\(device)EV_SYN SYN_REPORT 00000000 rate 94\r\n"
      }
      try check(.getevent, Array(lines.joined().utf8), lines: Self.lines)
    }
  }

  /// A change of one byte may cost the elements that it touches, and no more.
  @Test func oneBadByteCostsAtMostTwoEvents() throws {
    let folder = try ScratchFolder()
    let events = InkableFixture.stroke(samples: 20)
    let original = Array(InkableFixture.array(events).utf8)
    for seed in 1...400 as ClosedRange<UInt64> {
      var random = TestRandom(seed: seed)
      var bytes = original
      // The opening bracket decides whether the file is an array at all.
      let place = 1 + random.integer(below: bytes.count - 1)
      bytes[place] = random.pick(Array("\n,\"\\{}[]:x9\0".utf8))
      let path = try folder.write(bytes, to: "damaged.json")
      let result = InkableEventReader.read(RecordingSource(path: path))
      #expect(result.linesRead >= events.count - 2, "seed \(seed), byte \(place)")
    }
  }
}
