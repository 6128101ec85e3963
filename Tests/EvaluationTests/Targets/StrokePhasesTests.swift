import Testing
import TouchInput

@testable import Evaluation

@Suite struct StrokePhasesTests {
  /// 1 s along x at 100 mm/s, a right angle, 1 s along y, a rest of 0.5 s, and 0.5 s on along y.
  private static let track: MotionTrack = {
    let moments: [(time: Double, place: SIMD2<Double>)] = (0...300).map { index in
      let time = Double(index) / 100
      let place: SIMD2<Double> =
        switch time {
        case ...1: SIMD2(100 * time, 0)
        case ...2: SIMD2(100, 100 * (time - 1))
        case ...2.5: SIMD2(100, 100)
        default: SIMD2(100, 100 + 100 * (time - 2.5))
        }
      return (time, place)
    }
    return MotionTrack(
      times: moments.map(\.time), positions: moments.map(\.place), longestGap: .infinity)
  }()

  private static func phase(_ time: Double, isResting: Bool = false) -> StrokePhase {
    let stops = Landmarks(track: track, millimeter: 1).stops()
    var phases = StrokePhases(track: track, stops: stops, leastMotion: 1)
    return phases.phase(at: time, isResting: isResting)
  }

  @Test(
    "names what the contact does",
    arguments: [
      (0, StrokePhase.start), (0.09, .start), (0.5, .cruise), (0.99, .corner), (1.02, .corner),
      (1.2, .cruise), (1.95, .stop), (2.05, .stop), (2.75, .cruise), (2.95, .stop), (3.5, .stop),
    ])
  func names(time: Double, phase: StrokePhase) {
    #expect(Self.phase(time) == phase)
  }

  @Test func restIsAStop() { #expect(Self.phase(2.3, isResting: true) == .stop) }

  @Test func nothingIsAStop() {
    let empty = MotionTrack(times: [], positions: [], longestGap: 1)
    var phases = StrokePhases(track: empty, stops: nil, leastMotion: 1)
    #expect(phases.phase(at: 0, isResting: true) == .stop)
  }

  @Test(
    "a lower bound belongs to the class",
    arguments: [
      (0.0, SpeedClass.slow), (49.9, .slow), (50, .moderate), (200, .fast), (500, .fastest),
    ])
  func speeds(speed: Double, expected: SpeedClass) { #expect(SpeedClass(speed) == expected) }

  @Test(arguments: [
    (1, AgeClass.first), (10, .first), (11, .young), (30, .young), (31, .middle), (100, .middle),
    (101, .old),
  ])
  func ages(place: Int, expected: AgeClass) { #expect(AgeClass(place) == expected) }

  @Test(arguments: [
    (0, TimeClass.to50), (0.049, .to50), (0.05, .to100), (0.1, .to200), (0.2, .to500),
    (0.5, .to1000), (1, .longer), (60, .longer),
  ])
  func times(seconds: Double, expected: TimeClass) { #expect(TimeClass(seconds) == expected) }

  /// Twelve samples at 60 Hz, two frames ahead, are asked about after the first ten: the samples have
  /// come 0 to 150 ms after the first and 183 to 33 ms before the last.
  @Test func targetsAreClassedByTheNewestSample() throws {
    let stroke = Stroke.places((0..<12).map(Double.init))
    let prepared = try PreparedRecording(
      .test([stroke]), index: 0, horizons: [.frames(2)], replay: .sample, unit: .automatic,
      groupings: [.age, .ageTime, .liftTime])
    let targets = try #require(prepared.strokes.first).slots[0].targets
    #expect(targets.map(\.classes.age) == Array(repeating: .first, count: 10) + [.young, .young])
    #expect(targets.filter { $0.truth != nil }.count == 10)
    // 50, 100 and 200 ms are 3, 6 and 12 frames.
    let elapsed: [TimeClass?] = targets.map(\.classes.elapsed)
    #expect(
      elapsed == [0, 1, 2].map { _ in .to50 } + [3, 4, 5].map { _ in .to100 }
        + (6..<12).map { _ in .to200 })
    let untilLift: [TimeClass?] = targets.map(\.classes.untilLift)
    #expect(untilLift[0] == .to200 && untilLift[7] == .to100 && untilLift[11] == .to50)
  }

  @Test func everyPartIsFoundByItsName() {
    let all = EvaluationPlan.Grouping.allCases.flatMap(StrokePart.all(by:))
    #expect(all.count == 27)
    for part in all { #expect(StrokePart(name: part.name) == part) }
    #expect(StrokePart(name: "phase:flight") == nil)
  }
}
