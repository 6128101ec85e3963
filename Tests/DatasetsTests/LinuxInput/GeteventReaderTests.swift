import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct GeteventReaderTests {
  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.txt")
    return GeteventReader.read(RecordingSource(path: path, participant: "1"))
  }

  @Test func listsOfContactsAreStrokes() throws {
    let result = try read(
      """
      [    1482.431904] EV_ABS       ABS_MT_POSITION_X    00000213            \r
      [    1482.431923] EV_ABS       ABS_MT_POSITION_Y    00000308            \r
      [    1482.431928] EV_ABS       ABS_MT_PRESSURE      00000010            \r
      [    1482.431937] EV_ABS       ABS_MT_TRACKING_ID   00000000            \r
      [    1482.431951] EV_SYN       SYN_MT_REPORT        00000000            \r
      [    1482.431956] EV_SYN       SYN_REPORT           00000000            \r
      [    1482.473067] EV_SYN       SYN_MT_REPORT        00000000            \r
      [    1482.473085] EV_SYN       SYN_REPORT           00000000             rate 24\r
      [    1484.342674] EV_ABS       ABS_MT_POSITION_X    000001f8            \r
      [    1484.342676] EV_ABS       ABS_MT_POSITION_Y    00000198            \r
      [    1484.342679] EV_ABS       ABS_MT_TRACKING_ID   00000000            \r
      [    1484.342679] EV_SYN       SYN_MT_REPORT        00000000            \r
      [    1484.342681] EV_SYN       SYN_REPORT           00000000            \r

      """)
    #expect(result.problems.isEmpty && result.linesRead == 13 && result.isComplete)
    let recording = try #require(result.recordings.first)
    #expect(recording.tool == .finger && recording.participant == "1")
    #expect(
      recording.strokes.map(\.samples) == [
        [
          TouchSample(time: 1482.431956, position: [531, 776], phase: .began),
          TouchSample(time: 1482.473085, position: [531, 776], phase: .ended),
        ], [TouchSample(time: 1484.342681, position: [504, 408], phase: .began)],
      ])
  }

  @Test func numbersNamesAndDevicesAreUnderstood() throws {
    let result = try read(
      """
      add device 1: /dev/input/event2
        name:     "touch"
      [ 1.000000] /dev/input/event2: 0003 0039 00000007
      [ 1.000000] /dev/input/event2: 0003 0035 0000000a
      [ 1.000000] /dev/input/event2: 0003 0036 ffffffff
      [ 1.000000] /dev/input/event5: EV_REL REL_X fffffffe
      [ 1.000000] /dev/input/event2: EV_KEY BTN_TOUCH DOWN
      [ 1.000000] /dev/input/event2: EV_MSC MSC_SCAN 00000001
      [ 1.000000] /dev/input/event2: 0000 0000 00000000
      [ 1.000002] /dev/input/event5: EV_SYN SYN_REPORT 00000000
      [ 1.010000] /dev/input/event2: 0003 0039 ffffffff
      [ 1.010000] /dev/input/event2: 0000 0000 00000000

      """)
    #expect(result.problems.isEmpty && result.linesRead == 12)
    #expect(result.recordings.map(\.tool) == [.finger, .mouse])
    #expect(
      result.recordings.first?.strokes.first?.samples.map(\.position) == [[10, -1], [10, -1]])
    #expect(result.recordings.last?.strokes.first?.samples.map(\.position) == [[-2, 0]])
  }

  @Test(arguments: [
    ("0003 0035 00000001", nil, "no time in brackets"),
    ("[ 1.00] 0003 0035 1", "time", "not a time"),
    ("[ 1.000000 0003 0035 1", nil, "not closed"), ("[ 1.000000] 0003 0035", nil, "2 fields"),
    ("[ 1.000000] EV_FOO ABS_X 1", "type", "not a type"),
    ("[ 1.000000] EV_ABS FOO 1", "code", "not a code"),
    ("[ 1.000000] EV_KEY BTN_TOUCH PUSH", "value", "not a hexadecimal"),
    ("[ 1.000000] EV_ABS ABS_X 123456789", "value", "not a hexadecimal"),
    ("[ 1.000000] EV_SYN SYN_REPORT 0 rate x", nil, "5 fields"),
  ])
  func badLinesCostThemselvesOnly(line: String, field: String?, message: String) throws {
    let good = "[ 1.000000] EV_REL REL_X 00000001\n[ 1.000000] EV_SYN SYN_REPORT 00000000\n"
    let result = try read("\(line)\n\(good)")
    #expect(result.linesRead == 2 && result.linesRejected == 1 && result.problems.count == 1)
    let problem = try #require(result.problems.first)
    #expect(problem.line == 1 && problem.field == field && problem.message.contains(message))
    #expect(!problem.remedy.isEmpty && result.recordings.first?.sampleCount == 1)
  }
}
