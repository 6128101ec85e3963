import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct LibinputEventReaderTests {
  /// A rounding of numbers near 10.
  private static let tolerance = 1e-12

  private func read(_ text: String) throws -> ReadResult {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "a.txt")
    return LibinputEventReader.read(RecordingSource(path: path, scale: LengthScale(unit: .device)))
  }

  @Test func eachDeviceHasRecordingsOfItsOwn() throws {
    let result = try read(ReaderFixture.libinputEvents)
    #expect(result.problems.isEmpty && result.warnings.isEmpty)
    #expect(result.recordings.map(\.tool) == [.finger, .stylus, .mouse])
    #expect(result.recordings.map(\.device) == [.touchScreen, .unknown, .mouse])
    #expect(result.recordings.map(\.scale.unit) == [.millimeter, .millimeter, .device])
  }

  @Test func touchesAreContactsInMillimeters() throws {
    let stroke = try #require(
      try read(ReaderFixture.libinputEvents).recordings.first?.strokes.first)
    #expect(stroke.kind == .contact && stroke.samples.count == 12)
    #expect(stroke.samples.first?.position == [20.5, 40.25] && stroke.samples.first?.time == 0.1)
    #expect(stroke.samples.first?.phase == .began && stroke.samples.last?.phase == .ended)
    // The lift is where the contact was last.
    #expect(stroke.samples[10].position == stroke.samples[11].position)
  }

  @Test func pensHoverAndTouchWithForceAndTilt() throws {
    let recordings = try read(ReaderFixture.libinputEvents).recordings
    let strokes = try #require(recordings.first { $0.tool == .stylus }?.strokes)
    #expect(strokes.map(\.kind) == [.hover, .contact, .hover])
    #expect(strokes.map(\.identifier) == ["hover-1", "2", "hover-3"])
    #expect(strokes.map(\.samples.count) == [3, 7, 1])
    let down = try #require(strokes[1].samples.first)
    #expect(down.position == [33, 43.5] && down.force == 0.13)
    let angles = try #require(PenTilt.angles(x: 10 * .pi / 180, y: -5 * .pi / 180))
    #expect(down.altitude == angles.altitude && down.azimuth == angles.azimuth)
    #expect(strokes[0].samples.allSatisfy { $0.force == nil })
  }

  @Test func relativeMotionIsSummed() throws {
    let recordings = try read(ReaderFixture.libinputEvents).recordings
    let stroke = try #require(recordings.last?.strokes.first)
    #expect(stroke.kind == .motion && stroke.identifier == "motion-1" && stroke.samples.count == 12)
    #expect(stroke.samples.first?.position == [1.5, -0.25])
    #expect(stroke.samples.last?.position == [18, -3])
  }

  @Test func absolutePointersHaveMillimetersIfTheSizeIsKnown() throws {
    let motion = (0..<3).map {
      " event1   POINTER_MOTION_ABSOLUTE +0.00\(8 * $0)s\t 50.00/ 2\($0).00\n"
    }
    let sized = try read(
      "-event1   DEVICE_ADDED   Pad   seat0 default group1  cap:p  size 200x100mm\n"
        + motion.joined())
    #expect(sized.recordings.first?.scale.unit == .millimeter && sized.warnings.isEmpty)
    #expect(sized.recordings.first?.strokes.first?.samples.first?.position == [100, 20])
    let percent = try read(motion.joined())
    #expect(percent.recordings.first?.scale.unit == .device && percent.problems.isEmpty)
    #expect(percent.warnings.first?.message.contains("percent") == true)
  }

  /// Two fingers, a canceled contact, a pause, and times with two digits as old versions print them.
  @Test func slotsAreContacts() throws {
    let result = try read(
      """
      event2   TOUCH_DOWN   +1.00s\t0 (0) 1.00/2.00 (10.00/20.00mm)
      event2   TOUCH_DOWN   +1.00s\t1 (1) 5.00/6.00 (50.00/60.00mm)
      event2   TOUCH_FRAME  +1.00s\t
      event2   TOUCH_MOTION +1.01s\t1 (1) 5.00/6.00 (51.00/60.00mm)
      event2   TOUCH_UP     +1.02s\t0 (0)
      event2   TOUCH_CANCEL +1.03s\t1 (1)
      event2   TOUCH_MOTION +1.50s\t0 (0) 1.00/2.00 (11.00/20.00mm)
      """)
    let strokes = try #require(result.recordings.first?.strokes)
    #expect(result.problems.isEmpty && strokes.map(\.samples.count) == [2, 2, 1])
    #expect(strokes.map { $0.samples.last?.phase } == [.ended, .cancelled, .moved])
  }

  @Test(arguments: [
    "event2   TOUCH_DOWN   +1.00s\t0 (0)", "event2   TOUCH_DOWN   +xs\t0 (0) 1/2 (1/2mm)",
    "event2   POINTER_MOTION   +1.00s\t1.0", "something else",
    "event9  TABLET_TOOL_TIP +1.0s 1.0/2.0",
  ])
  func badLinesCostThemselvesOnly(line: String) throws {
    let result = try read("\(line)\n\(ReaderFixture.libinputEvents)")
    #expect(result.linesRejected == 1 && result.problems.count == 1)
    #expect(result.problems.first?.line == 1 && result.problems.first?.value?.isEmpty == false)
    #expect(result.recordings.filter { $0.sampleCount > 0 }.count == 3)
  }
}
