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

  @Test func everyPartIsFoundByItsName() {
    let all = EvaluationPlan.Grouping.allCases.flatMap(StrokePart.all(by:))
    #expect(all.count == 8)
    for part in all { #expect(StrokePart(name: part.name) == part) }
    #expect(StrokePart(name: "phase:flight") == nil)
  }
}
