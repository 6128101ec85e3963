import Datasets
import Evaluation
import Foundation
import Testing
import TouchInput

@testable import Reporting

/// What `datasets info` says of a small set of which every number is known by hand.
@Suite struct DatasetProfileTests {
  private typealias Row = (milliseconds: Double, x: Double)

  private static func stroke(_ name: String, _ rows: [Row]) -> Stroke {
    Stroke(
      identifier: name,
      samples: rows.map { TouchSample(time: $0.milliseconds / 1000, position: SIMD2($0.x, 0)) })
  }

  /// A sample every 10 ms.
  private static func steady(
    _ name: String, count: Int, _ place: (Double) -> Double
  ) -> Stroke {
    stroke(name, (0..<count).map { (milliseconds: 10 * Double($0), x: place(Double($0))) })
  }

  /// Five strokes at 100 Hz: one begins with a burst; one has a late second sample, a duplicate and a
  /// backward time and a repeated position; one has a gap; one has a single sample; one jumps by 100 mm.
  private static let strokes: [Stroke] = [
    stroke(
      "burst", Array(zip([0, 1, 2, 10, 20, 30, 40, 50, 60, 70], 0...9).map { ($0, Double($1)) })),
    stroke(
      "late", [(0, 0), (25, 1), (35, 2), (45, 3), (45, 3), (40, 4), (50, 5), (60, 6)]),
    stroke("gap", [(0, 0), (10, 1), (20, 2), (90, 3), (100, 4), (110, 5)]),
    stroke("single", [(0, 0)]),
    stroke(
      "jump",
      [(0, 0), (10, 1), (20, 2), (30, 3), (40, 4), (50, 104), (60, 105), (70, 106)]),
  ]

  private static func dataset(
    _ strokes: [Stroke], rate: Double = 100, scale: LengthScale = LengthScale(unit: .millimeter)
  ) -> LoadedDataset {
    let recording = Recording(
      source: "r.csv", participant: "one", scale: scale, nominalRate: rate, strokes: strokes)
    let entry = DatasetDescription.File(path: "r.csv", format: "plain-csv")
    return LoadedDataset(
      name: "by-hand",
      description: DatasetDescription(
        name: "by-hand", unit: scale.unit, nominalRate: rate, files: [entry]),
      files: [
        LoadedFile(
          entry: entry, path: "r.csv", sha256: "", isMissing: false,
          result: ReadResult(recordings: [recording]))
      ])
  }

  private static func profile(_ strokes: [Stroke], horizon: Double = 10) -> DatasetProfile {
    DatasetProfile(of: dataset(strokes), horizons: [Horizon(milliseconds: horizon)])
  }

  private let profile = Self.profile(Self.strokes)

  @Test func timesAreThoseCountedByHand() throws {
    #expect(profile.counts.samples == 33 && profile.counts.strokes == 5)
    #expect(profile.counts.singleSampleStrokes == 1)
    #expect(profile.counts.duplicateTimes == 1 && profile.counts.backwardTimes == 1)
    // 70 ms, more than four intervals of 10 ms.
    #expect(profile.counts.gaps == 1)
    let intervals = try #require(profile.clock.intervals)
    #expect(intervals.count == 9 + 7 + 5 + 7)
    #expect(abs(intervals.least + 0.005) < 1e-9 && abs(intervals.greatest - 0.07) < 1e-9)
    #expect(abs(try #require(profile.clock.medianInterval) - 0.01) < 1e-9)
    #expect(profile.clock.quantum == 1e-3)
  }

  @Test func startsAreThoseCountedByHand() throws {
    let clock = profile.clock
    #expect(clock.strokes == 4)
    #expect(clock.bursts == 1 && clock.lateStarts == 1)
    #expect(clock.longIntervals == 1 && clock.rests == 1)
    // The first intervals are 1, 25, 10 and 10 ms of a median of 10; the second 1, 10, 10 and 10.
    #expect(abs(try #require(clock.openings.first).median - 1) < 1e-9)
    #expect(abs(try #require(clock.openings.first).greatest - 2.5) < 1e-9)
    #expect(abs(clock.openings[1].least - 0.1) < 1e-9)
  }

  /// With a steady clock the errors are 99 before the jump and after it; with the recorded one also 7
  /// and 0.25 in the burst and 0.6 after the late sample.
  @Test func aSteadyClockIsComparedByHand() throws {
    let ratio = try #require(profile.clock.steadyClockRatio)
    #expect(abs(ratio - 198 / (198 + 7.25 + 0.6)) < 1e-9)
  }

  /// Bins of 1 ms, the tick: one interval each of 0, 8 and 25 ms, two of 1, the rest of 10; −5 is below
  /// and 70 above.
  @Test func intervalsAreInBinsOfTheTick() throws {
    let histogram = try #require(profile.clock.histogram)
    #expect(profile.clock.binWidth == 1e-3)
    let filled = histogram.counts.enumerated().filter { $0.element > 0 }
    #expect(filled.map(\.offset) == [0, 1, 8, 10, 25])
    #expect(filled.map(\.element) == [1, 2, 1, 28 - 7, 1])
    #expect(histogram.below == 1 && histogram.above == 1)
  }

  @Test func motionIsThatCountedByHand() throws {
    let motion = profile.motion
    #expect(motion.unit == .millimeter && motion.measured == 1 && motion.scaled == 1)
    #expect(motion.repeatedPositions == 1)
    #expect(motion.jumps == 1 && motion.jumpStrokes == 1)
    #expect(motion.quantum == 1 && motion.resampled == 0)
    let lengths = try #require(motion.lengths)
    #expect(lengths.count == 4 && lengths.least == 5 && lengths.greatest == 106)
    #expect(lengths.median == 7.5)
    let durations = try #require(motion.durations)
    #expect(abs(durations.least - 0.06) < 1e-9 && abs(durations.greatest - 0.11) < 1e-9)
    // 1 mm in 70 ms, and in 1 ms; the jump is 100 mm in 10 ms.
    let speeds = try #require(motion.speeds)
    #expect(abs(speeds.least - 1 / 0.07) < 1e-6 && abs(speeds.greatest - 10_000) < 1e-6)
    #expect(motion.sampleCounts?.greatest == 10)
  }

  /// Without a truth are the last sample of each stroke and the one before the gap.
  @Test func targetsAreCountedAsTheProtocolsDo() throws {
    let sample = try #require(profile.coverage.first?.sample)
    #expect(sample.dropped == 6 && sample.scored == 33 - 6)
    #expect(sample.unscoredStrokes == 1)
    // 10 ms is one step at 100 Hz, and no stroke has more than eleven moves.
    let henze = try #require(profile.coverage.first?.henze)
    #expect(henze.scored == 0 && henze.unscoredStrokes == 5)
    #expect(Self.profile(Self.strokes, horizon: 15).coverage.first?.henze == nil)
  }

  @Test func everyFaultIsSaidOnce() {
    #expect(
      profile.warnings.map(\.code) == [
        .littleData, .coarseClock, .duplicateTimes, .backwardTimes, .bursts,
        .lateSecondSample, .gaps, .rests, .coarseGrid, .jumps, .shortStrokes,
      ])
  }

  /// A steady stroke on a fine grid has no fault but how little it is.
  @Test func whatHasNoFaultHasNoWarning() {
    let steady = Self.steady("steady", count: 200) { 100 * sin($0 / 20) + 0.01 * $0 }
    let profile = Self.profile([steady], horizon: 20)
    #expect(profile.warnings.map(\.code) == [.littleData])
    #expect(profile.clock.quantum == 0.01)
    #expect(profile.motion.jumps == 0 && profile.clock.bursts == 0)
  }

  @Test func aHorizonBelowTheIntervalIsSaid() {
    let codes = Self.profile(Self.strokes, horizon: 5).warnings.map(\.code)
    #expect(codes.contains(.shortHorizon))
    #expect(!profile.warnings.map(\.code).contains(.shortHorizon))
  }

  /// Twenty strokes that begin on a grid of 2 and go on by thirds.
  @Test func resampledMovesAreSeen() {
    let strokes = (0..<20).map { number in
      let start = Double(number)
      return Self.steady("\(number)", count: 30) { 2 * start + $0 * (1 / 3.0 + 1e-4 * start) }
    }
    let profile = Self.profile(strokes)
    #expect(profile.motion.resampled == 1)
    #expect(profile.motion.firstQuantum == 2)
    #expect(profile.warnings.map(\.code).contains(.resampled))
  }

  @Test func anUnknownScaleIsSaid() {
    let set = Self.dataset(Self.strokes, scale: LengthScale(unit: .device))
    let profile = DatasetProfile(of: set, horizons: [])
    #expect(profile.warnings.first?.code == .unknownUnit)
    #expect(profile.motion.unit == .device && profile.motion.scaled == 0)
  }

  @Test func nothingIsDescribedAsNothing() {
    let profile = Self.profile([])
    #expect(profile.clock.intervals == nil && profile.motion.lengths == nil)
    #expect(profile.warnings.map(\.code) == [.littleData])
    #expect(profile.columns.count == profile.cells.count)
  }

  @Test func theFigureIsWellFormedAndTheSameEveryTime() {
    let figure = ProfileFigure(of: [profile, Self.profile([])]).figure(named: "info")
    #expect(figure == ProfileFigure(of: [profile, Self.profile([])]).figure(named: "info"))
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    // Five bins of intervals are filled, and at least one of durations, lengths and speeds.
    #expect(document.values(of: "class").count { $0 == "bar f2" } >= 8)
  }

  /// A steady motion, sampled steadily, whose times are those of a clock that ticks.
  private static func ticking(
    _ ticks: Double, rate: Double, start: Double = 0, digits: Double = 1e6
  ) -> Stroke {
    stroke(
      "1",
      (0..<400).map { index in
        let time = ((start + Double(index) / rate) * ticks).rounded(.down) / ticks
        return (milliseconds: 1000 * (time * digits).rounded() / digits, x: Double(index))
      })
  }

  @Test(
    "ticks of any size are found, as printed with six digits and as they are",
    arguments: [(256.0, 120.0), (128, 100), (64, 60), (64, 25), (90, 37), (300, 125), (1024, 90)],
    [1e6, 1e12])
  func ticks(clock: (ticks: Double, rate: Double), digits: Double) throws {
    let profile = Self.profile(
      [Self.ticking(clock.ticks, rate: clock.rate, start: 4000, digits: digits)], horizon: 50)
    let quantum = try #require(profile.clock.quantum)
    #expect(abs(quantum * clock.ticks - 1) < 1e-3)
    let codes = profile.warnings.map(\.code)
    #expect(codes.contains(.coarseClock))
    #expect(
      !codes.contains(.unsteadyDelivery) && !codes.contains(.rests) && !codes.contains(.bursts))
  }

  @Test("a steady clock is its own tick, which is not coarse", arguments: [60.0, 100, 120, 240])
  func steadyTick(rate: Double) throws {
    let stroke = Self.stroke(
      "1", (0..<400).map { (milliseconds: 1000 * Double($0) / rate, x: Double($0)) })
    let profile = Self.profile([stroke], horizon: 50)
    #expect(abs(try #require(profile.clock.quantum) * rate - 1) < 1e-6)
    #expect(!profile.warnings.map(\.code).contains(.coarseClock))
  }

  @Test("whole milliseconds of a device of 60 Hz are a tick of a millisecond")
  func milliseconds() {
    let profile = Self.profile([Self.ticking(1000, rate: 60)], horizon: 50)
    #expect(profile.clock.quantum == 1e-3)
    #expect(profile.warnings.map(\.code).contains(.coarseClock))
  }

  @Test("regularise is recommended only if it helps")
  func recommendation() throws {
    func text(_ stroke: Stroke) -> String {
      Self.profile([stroke], horizon: 50).warnings.filter {
        $0.code == .coarseClock || $0.code == .unsteadyDelivery
      }.map(\.text).joined()
    }
    // Sampled steadily, delivered early or late.
    let late = Self.stroke(
      "1",
      (0..<400).map { index in
        let time = 10 * Double(index) + [0, 3.1, -2.3, 4.2, -3.4][index % 5]
        return (milliseconds: time, x: Double(index))
      })
    #expect(text(late).contains("regularise+"))
    // Sampled when the clock ticks: the recorded times are right, and intervals truly differ.
    let uneven = Self.stroke(
      "1",
      (0..<400).map { index in
        let time = 10 * Double(index) + Double([0, 3, 7, 2, 5][index % 5])
        return (milliseconds: time, x: time * time / 1000)
      })
    #expect(text(uneven).contains("multiples of") && !text(uneven).contains("regularise+"))
  }

  @Test("times that all run backward are a warning")
  func backward() {
    let reversed = Self.stroke(
      "1", (0..<50).map { (milliseconds: -10 * Double($0), x: Double($0)) })
    #expect(Self.profile([reversed]).warnings.map(\.code).contains(.backwardTimes))
  }
}
