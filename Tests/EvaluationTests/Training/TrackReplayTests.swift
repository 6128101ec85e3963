import Foundation
import MotionNumerics
import Testing
import TouchInput

@testable import Evaluation

/// Replays: the same motion, faster or slower, on other clocks, with the truth about it.
@Suite struct TrackReplayTests {
  private static func position(_ time: Double) -> SIMD2<Double> {
    SIMD2(30 * sin(3 * time), 20 * cos(2 * time))
  }

  private static func samples(_ count: Int = 120) -> [TouchSample] {
    (0..<count).map {
      TouchSample(time: 5 + Double($0) / 60, position: position(Double($0) / 60))
    }
  }

  private static func replay(
    _ settings: ReplaySettings, samples: [TouchSample] = samples()
  ) throws -> TrackReplay {
    try #require(
      TrackReplay(samples, nominalRate: 60, unitsPerMillimeter: 10, settings: settings))
  }

  @Test("what is seen and what is true is the motion at the replay's speed", arguments: 1...30)
  func sameMotion(seed: Int) throws {
    var settings = ReplaySettings()
    settings.count = 1
    settings.noise = 0
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let replayed = try #require(try Self.replay(settings).played(&random))
    #expect(replayed.speed >= 0.3 && replayed.speed <= 4)
    let end = 119.0 / 60 / replayed.speed
    // A grid of a tenth of a millimeter, clocks off by a millisecond, and a spline.
    let tolerance = 0.96 * 0.75 + 100 * replayed.speed * 0.0015
    for sample in replayed.samples {
      let truth = Self.position(sample.time * replayed.speed)
      #expect((sample.position - truth).length < tolerance, "seed \(seed)")
    }
    for question in replayed.questions {
      let time = replayed.samples[question.sample].time + question.horizon
      #expect(time <= end)
      #expect(question.horizon >= 0.003 && question.horizon <= 0.12)
      let truth = Self.position(time * replayed.speed)
      #expect((question.truth - truth).length < 0.02, "seed \(seed)")
    }
    let times = replayed.samples.map(\.time)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    let interval = (times[times.count - 1] - times[0]) / Double(times.count - 1)
    #expect(interval > 1 / 245.0 && interval < 1 / 55.0)
    let asked = Set(replayed.questions.map(\.sample))
    #expect(asked.count <= 120)
    #expect(replayed.questions.map(\.sample) == replayed.questions.map(\.sample).sorted())
  }

  @Test("of a rough delivery, the truth is what its own samples say at the reported times")
  func roughTruth() throws {
    var settings = ReplaySettings()
    (settings.noise, settings.rough) = (0, 1)
    let replay = try Self.replay(settings)
    var random = Xoshiro256StarStar(seed: 5)
    var questions = 0
    for _ in 0..<20 {
      let replayed = try #require(replay.played(&random))
      let samples = replayed.samples
      for question in replayed.questions {
        let time = samples[question.sample].time + question.horizon
        let after = try #require(samples.firstIndex { $0.time >= time })
        let (a, b) = (samples[after - 1], samples[after])
        let share = b.time > a.time ? (time - a.time) / (b.time - a.time) : 1
        let seen = a.position + share * (b.position - a.position)
        // Positions lie on a grid of a tenth of a millimeter, the truth does not.
        #expect((question.truth - seen).length < 0.96 * 0.75)
        questions += 1
      }
    }
    #expect(questions > 1000)
  }

  @Test("a burst is sent 1 ms apart, and only where it is asked for")
  func bursts() throws {
    let starts = try [0.0, 1].map { share in
      var settings = ReplaySettings()
      (settings.rough, settings.bursts) = (1, share)
      let replay = try Self.replay(settings)
      var random = Xoshiro256StarStar(seed: 6)
      return try (0..<60).count { _ in
        let samples = try #require(replay.played(&random)).samples
        let step = samples[1].time - samples[0].time
        return abs(step - 0.001) < 1e-9
      }
    }
    #expect(starts[0] == 0 && starts[1] > 15, "\(starts)")
  }

  @Test func rangesAreKeptAndSeedsRepeat() throws {
    var settings = ReplaySettings()
    settings.slowest = 2
    settings.fastest = 2
    settings.lowestRate = 100
    settings.highestRate = 100
    let replay = try Self.replay(settings)
    var (first, second) = (Xoshiro256StarStar(seed: 3), Xoshiro256StarStar(seed: 3))
    for _ in 0..<10 {
      let a = try #require(replay.played(&first))
      #expect(a == replay.played(&second))
      #expect(a.speed == 2)
      // Half of 119/60 s at 100 Hz.
      #expect(abs(a.samples.count - 99) <= 1)
    }
  }

  @Test func aPauseStaysAndShortStrokesAreLeftOut() throws {
    var samples = Self.samples(20)
    for index in 10..<20 { samples[index].time += 1 }
    var settings = ReplaySettings()
    settings.slowest = 1
    settings.fastest = 1
    var random = Xoshiro256StarStar(seed: 1)
    let replayed = try #require(try Self.replay(settings, samples: samples).played(&random))
    let last = try #require(replayed.samples.last)
    #expect(last.time > 1.2)
    #expect(
      TrackReplay(
        Self.samples(5), nominalRate: 60, unitsPerMillimeter: nil, settings: settings) == nil)
  }
}
