import MotionNumerics
import Testing
import TouchInput

@Suite struct RedrawScheduleTests {
  private static func square(_ x: Double) -> StrokeRectangle {
    StrokeRectangle(origin: [x, 0], size: [10, 10])
  }

  /// Whether one rectangle lies in another, to the rounding of a corner and a size of about 1000.
  private static func holds(_ outer: StrokeRectangle, _ inner: StrokeRectangle) -> Bool {
    let tolerance = 1e-9
    let end = inner.origin + inner.size
    return all(inner.origin .>= outer.origin - tolerance)
      && all(end .<= outer.origin + outer.size + tolerance)
  }

  /// A pen at 240 Hz on a display of 60 Hz: four marks a frame, the first alone on the first tick.
  @Test func marksBetweenTicksAreOneFrame() {
    var schedule = RedrawSchedule(refreshRate: 60)
    var frames: [RedrawSchedule.Frame] = []
    for index in 0...8 {
      let time = Double(index) / 240
      schedule.mark([Self.square(10 * Double(index))], at: time).map { frames.append($0) }
    }
    schedule.advance(to: 1).map { frames.append($0) }
    #expect(frames.map(\.marks) == [1, 4, 4])
    #expect(frames.map(\.time) == [0, 1.0 / 60, 2.0 / 60])
    #expect(frames.map(\.region.size.x) == [10, 40, 40])
    #expect(schedule.frames == 3 && schedule.marks == 9)
    #expect(schedule.drawnArea == 900 && schedule.markedArea == 900)
  }

  @Test func anOverlapIsDrawnOnce() {
    var schedule = RedrawSchedule()
    for index in 1...3 { schedule.mark([Self.square(0)], at: Double(index) / 1000) }
    #expect(schedule.advance(to: 0.01) == nil)
    #expect(schedule.advance(to: 0.02)?.marks == 3)
    #expect(schedule.advance(to: 0.02) == nil)
    #expect(schedule.drawnArea == 100 && schedule.markedArea == 300)
  }

  @Test func whatIsNothingIsNotDrawn() {
    var schedule = RedrawSchedule(refreshRate: .nan, origin: .infinity)
    #expect(schedule.mark([], at: 0) == nil)
    #expect(schedule.mark([Self.square(0)], at: .nan) == nil)
    #expect(schedule.advance(to: 10) == nil)
    #expect(schedule.marks == 0 && schedule.frames == 0)
  }

  /// Every mark is drawn within one interval, in a region that holds it, and by one frame alone.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func everyMarkIsDrawnAtTheNextTick(seed: UInt64) {
    var random = Xoshiro256StarStar(seed: seed)
    var schedule = RedrawSchedule(refreshRate: 120, origin: random.nextUnit())
    var time = 0.0
    var waiting: [(time: Double, region: StrokeRectangle)] = []
    var drawn = 0
    func take(_ frame: RedrawSchedule.Frame?) {
      guard let frame else { return }
      #expect(frame.marks == waiting.count, "seed \(seed)")
      for mark in waiting {
        #expect(frame.time >= mark.time && frame.time - mark.time < 1.0 / 120 + 1e-9)
        #expect(Self.holds(frame.region, mark.region), "seed \(seed)")
      }
      drawn += waiting.count
      waiting = []
    }
    for _ in 0..<500 {
      time += random.nextUnit() / 60
      let region = Self.square(1000 * random.nextUnit())
      take(schedule.mark([region], at: time))
      waiting.append((time, region))
    }
    take(schedule.advance(to: time + 1))
    #expect(drawn == 500 && schedule.marks == 500)
  }
}
