import MotionNumerics
import Testing

@testable import Evaluation

/// When a simulated screen shows what: cases worked by hand, times in milliseconds.
@Suite struct DisplayFramesTests {
  private func made(
    _ milliseconds: [Double], _ pipeline: DisplayPipeline, origin: Double = 0,
    longestGap: Double = .infinity, seed: UInt64 = 1
  ) throws -> DisplayFrames {
    try DisplayFrames(
      times: milliseconds.map { $0 / 1000 },
      ticks: RefreshTicks(pipeline: pipeline, origin: origin / 1000),
      track: MotionTrack(times: [], positions: [], longestGap: longestGap / 1000),
      dropped: DroppedFrames(share: pipeline.droppedFrames, seed: seed, recording: 0, stroke: 0))
  }

  private func shown(_ frames: DisplayFrames) -> [[Int]] {
    frames.frames.map { [$0.tick, $0.sample] }
  }

  /// Refreshes every 20 ms.
  private let slow = DisplayPipeline(refreshRate: 50)

  @Test func aSampleIsDeliveredAtTheFirstTickNotBeforeIt() throws {
    let frames = try made([0, 10, 20, 30], slow)
    #expect(shown(frames) == [[0, 0], [1, 2], [2, 3]])
    #expect(agree(frames.frames.map(\.time), [0, 0.02, 0.04]))
    #expect(frames.frames.allSatisfy { $0.drawnAt == $0.time })
    #expect(frames.delivered == nil)
  }

  @Test func thePhaseMovesTheTicks() throws {
    var pipeline = slow
    pipeline.phase = 0.005
    // Ticks at 5, 25 and 45 ms.
    #expect(shown(try made([0, 10, 20, 30], pipeline)) == [[0, 0], [1, 2], [2, 3]])
    // Ticks at −15, 5, 25 ms: a stroke may begin between the origin and the first tick.
    #expect(shown(try made([-16, 1, 6], pipeline)) == [[-1, 0], [0, 1], [1, 2]])
  }

  @Test func theOriginIsWherePhasesCountFrom() throws {
    // Ticks at 1003, 1023, 1043 ms; and before it at 983.
    #expect(
      shown(try made([1003, 1010, 1030], slow, origin: 1003)) == [[0, 0], [1, 1], [2, 2]])
    #expect(shown(try made([980, 983], slow, origin: 1003)) == [[-1, 1]])
  }

  @Test func theInputLatencyDelaysTheDelivery() throws {
    var pipeline = slow
    pipeline.inputLatency = 0.008
    // Deliverable at 8, 18, 28 and 38 ms.
    #expect(shown(try made([0, 10, 20, 30], pipeline)) == [[1, 1], [2, 3]])
    pipeline.inputLatency = 0.02
    #expect(shown(try made([0, 10, 20, 30], pipeline)) == [[1, 0], [2, 2], [3, 3]])
  }

  @Test func newestDeliversTheLastOfEachBatch() throws {
    var pipeline = slow
    pipeline.delivery = .newest
    let frames = try made([0, 5, 10, 15, 20, 25, 30], pipeline)
    #expect(shown(frames) == [[0, 0], [1, 4], [2, 6]])
    #expect(frames.delivered == [0, 4, 6])
  }

  @Test func theScreenGoesOnWhileNothingArrives() throws {
    #expect(shown(try made([0, 55], slow)) == [[0, 0], [1, 0], [2, 0], [3, 1]])
  }

  @Test func itRestsOnceTheNewestSampleIsOlderThanTheLongestGap() throws {
    // Asked at 0, 20 and 40 ms, then at rest until 1000 ms.
    let resting = [[0, 0], [1, 0], [2, 0], [50, 1], [51, 2]]
    #expect(shown(try made([0, 1000, 1010], slow, longestGap: 50)) == resting)
    #expect(shown(try made([0, 1000, 1010], slow, longestGap: 40)) == resting)
    #expect(shown(try made([0, 1000], slow, longestGap: 39)) == [[0, 0], [1, 0], [50, 1]])
    // The age counts from the moment at which a sample could be delivered.
    var late = slow
    late.inputLatency = 0.02
    #expect(
      shown(try made([0, 1000], late, longestGap: 40)) == [[1, 0], [2, 0], [3, 0], [51, 1]])
  }

  @Test func whatALaterArrivalOutdatesComesWithIt() throws {
    let fast = DisplayPipeline(refreshRate: 100)
    // The sample of 30 ms is outdated by that of 20 ms.
    #expect(
      shown(try made([0, 30, 20, 40], fast)) == [[0, 0], [1, 0], [2, 2], [3, 2], [4, 3]])
    // A clock that jumped does not hold back the rest of the stroke.
    #expect(shown(try made([0, 1e15, 20], fast)) == [[0, 0], [1, 0], [2, 2]])
    #expect(shown(try made([5, 5, 5], fast)) == [[1, 2]])
  }

  @Test func nothingIsShownOfNothing() throws {
    #expect(try made([], slow).frames.isEmpty)
    #expect(shown(try made([7], slow)) == [[1, 0]])
  }

  // MARK: - Dropped frames

  @Test func aDroppedFrameShowsWhatTheLastGoodOneDrew() throws {
    let share = 0.4
    let times = (0..<200).map { Double($0) * 20 }
    let all = try made(times, slow).frames
    var pipeline = slow
    pipeline.droppedFrames = share
    let dropped = DroppedFrames(share: share, seed: 1, recording: 0, stroke: 0)
    let found = try made(times, pipeline).frames
    var expected: [DisplayFrame] = []
    for frame in all {
      if !dropped.contains(frame.tick) {
        expected.append(frame)
      } else if let last = expected.last {
        expected.append(
          DisplayFrame(
            tick: frame.tick, time: frame.time, drawnAt: last.drawnAt, sample: last.sample))
      }
    }
    #expect(found == expected)
    #expect(found.contains { $0.drawnAt < $0.time })
    #expect(found.contains { $0.drawnAt == $0.time })
  }

  @Test func beforeTheFirstGoodFrameNothingIsOnScreen() throws {
    let times = (0..<40).map { Double($0) * 20 }
    for seed in UInt64(0)..<30 {
      var pipeline = slow
      pipeline.droppedFrames = 0.7
      let dropped = DroppedFrames(share: 0.7, seed: seed, recording: 0, stroke: 0)
      let firstGood = try #require((0..<40).first { !dropped.contains($0) }, "seed \(seed)")
      #expect(try made(times, pipeline, seed: seed).frames.first?.tick == firstGood, "seed \(seed)")
    }
  }

  /// Five standard deviations of a share of 20 000 draws.
  private static let shareTolerance = 5 * (0.25 / 20_000).squareRoot()

  @Test(arguments: [0, 0.05, 0.5, 0.9])
  func theShareOfDroppedFramesIsThatAskedFor(share: Double) {
    let dropped = DroppedFrames(share: share, seed: 11, recording: 3, stroke: 5)
    let count = (-10_000..<10_000).count { dropped.contains($0) }
    #expect(agree(Double(count) / 20_000, share, absolute: Self.shareTolerance))
    if share == 0 { #expect(count == 0) }
  }

  @Test func seedRecordingAndStrokeEachChangeWhatIsDropped() {
    func pattern(_ seed: UInt64, _ recording: Int, _ stroke: Int) -> [Bool] {
      let dropped = DroppedFrames(share: 0.5, seed: seed, recording: recording, stroke: stroke)
      return (0..<200).map(dropped.contains)
    }
    let patterns = [(1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)].map { pattern($0.0, $0.1, $0.2) }
    #expect(Set(patterns).count == 4)
    #expect(pattern(1, 0, 0) == patterns[0])
  }

  // MARK: - Times that nobody meant

  @Test func aGapOfYearsCostsAFewFrames() throws {
    let year = 3.2e10
    #expect(try made([0, year, 2 * year], slow, longestGap: 67).frames.count == 9)
  }

  @Test func moreRefreshesThanAreMadeAreRefused() throws {
    #expect(throws: DisplayFrames.Refusal.tooMany) { try made([0, 3.2e10], slow) }
    let most = Double(DisplayFrames.mostFrames - 1) * 20
    #expect(try made([0, most], slow).frames.count == DisplayFrames.mostFrames)
    #expect(throws: DisplayFrames.Refusal.tooMany) { try made([0, most + 20], slow) }
  }

  @Test(arguments: [1e300, -1e300, Double.greatestFiniteMagnitude, 1e21])
  func aTimeWhereTicksHaveNoNumberIsRefused(milliseconds: Double) {
    #expect(throws: DisplayFrames.Refusal.tooFar) {
      try made([milliseconds], slow, longestGap: 67)
    }
  }

  /// Whatever the times are, frames come in order, show no sample from the future, and are few.
  @Test func hostileTimesKeepTheOrder() throws {
    for seed in UInt64(0)..<200 {
      var random = Xoshiro256StarStar(seed: seed)
      let times = (0..<50).map { _ in
        let size = [1, 30, 1e4, 1e12][random.nextInt(below: 4)]
        return (random.nextUnit() - 0.3) * size
      }
      var pipeline = DisplayPipeline(refreshRate: 1 + 400 * random.nextUnit())
      pipeline.inputLatency = 0.05 * random.nextUnit()
      pipeline.phase = 0.02 * random.nextUnit()
      let frames = try made(times, pipeline, longestGap: 67).frames
      // 67 ms are at most 27 refreshes of 401 Hz, after each of 50 samples.
      #expect(frames.count <= 50 * 28, "seed \(seed)")
      for (before, after) in zip(frames, frames.dropFirst()) {
        #expect(before.tick < after.tick && before.sample <= after.sample, "seed \(seed)")
      }
      for frame in frames {
        let newest = times[frame.sample] / 1000
        #expect(frame.time - newest >= pipeline.inputLatency - 1e-6, "seed \(seed)")
      }
      #expect(frames.last?.sample == 49, "seed \(seed)")
    }
  }
}
