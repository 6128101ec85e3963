import DigitalInk
import MotionNumerics
import Testing

@Suite struct WidthLawTests {
  private static let rounding = 1e-12

  private func share(
    _ law: WidthLaw, _ before: CenterPoint?, _ point: CenterPoint, _ after: CenterPoint?
  ) -> Double {
    law.share(before: before, at: point, after: after)
  }

  private func share(_ law: WidthLaw, alone point: CenterPoint) -> Double {
    law.share(before: nil, at: point, after: nil)
  }

  @Test func forceIsAPowerUpToTheFullWidth() {
    let law = WidthLaw.force(full: 2, exponent: 2)
    let at = { (force: Double?) -> Double in
      share(law, alone: CenterPoint(position: .zero, force: force))
    }
    #expect(abs(at(1) - 0.25) < Self.rounding)
    #expect(at(nil) == at(1))
    #expect(at(0) == 0 && at(-1) == 0 && at(2) == 1 && at(9) == 1 && at(.nan) == 0)
  }

  @Test func speedIsThatBetweenTheNeighbors() {
    let line = [
      CenterPoint(position: [0, 0], time: 0), CenterPoint(position: [1, 0], time: 0.1),
      CenterPoint(position: [3, 4], time: 0.5),
    ]
    // 5 in 0.5 s at the middle: 1/(1 + 10/10); at the start 1 in 0.1 s, the same.
    let law = WidthLaw.speed(half: 10)
    #expect(abs(share(law, line[0], line[1], line[2]) - 0.5) < Self.rounding)
    #expect(abs(share(law, nil, line[0], line[1]) - 0.5) < Self.rounding)
    #expect(abs(share(.speed(half: 30), line[0], line[1], line[2]) - 0.75) < Self.rounding)
    #expect(share(law, nil, line[0], nil) == 0.5)
    #expect(share(law, line[2], line[1], line[0]) == 0.5)
  }

  @Test func aNibIsBroadAcrossItsEdge() {
    let places: [SIMD2<Double>] = [[0, 0], [5, 0], [10, 0]]
    let at = { (azimuth: Double?, usualEdge: Double) in
      let line = places.map { CenterPoint(position: $0, azimuth: azimuth) }
      return share(.nib(usualEdge: usualEdge), line[0], line[1], line[2])
    }
    // Leaning along the line, the edge is across it; leaning across, along it.
    #expect(abs(at(0, 0) - 1) < Self.rounding)
    #expect(abs(at(.pi / 2, 0)) < Self.rounding)
    #expect(abs(at(nil, .pi / 6) - 0.5) < Self.rounding)
    #expect(share(.nib(usualEdge: 0), alone: CenterPoint(position: .zero)) == 1)
  }

  @Test func tiltIsOneLyingFlat() {
    let at = { (altitude: Double?) -> Double in
      share(.tilt, alone: CenterPoint(position: .zero, altitude: altitude))
    }
    #expect(at(0) == 1 && at(.pi / 2) == 0 && at(nil) == 0)
    #expect(abs(at(.pi / 6) - 2.0 / 3) < Self.rounding)
  }

  @Test func aCurveIsFlattenedWithinItsTolerance() throws {
    let start = CenterPoint(position: [0, 0], time: 1, force: 0, azimuth: 3)
    let end = CenterPoint(position: [30, 0], time: 2, force: 2, azimuth: -3)
    let tolerance = 0.02
    let points = start.curve(
      to: end, control1: [0, 40], control2: [30, 40], tolerance: tolerance)
    #expect(points.last == end)
    // B(½) = (15, 30), the top of the arch; chords are below it by no more than the tolerance.
    let top = try #require(points.map(\.position.y).max())
    #expect(top <= 30 && top >= 30 - tolerance)
    let chain = [start.position] + points.map(\.position)
    for step in 0...200 {
      let share = Double(step) / 200
      let rest = 1 - share
      let onCurve =
        SIMD2(0, 40) * (3 * rest * rest * share) + SIMD2(30, 40) * (3 * rest * share * share)
        + SIMD2(30, 0) * (share * share * share)
      #expect(try #require(onCurve.distance(toPolyline: chain)) <= tolerance)
    }
    let middle = points[points.count / 2 - 1]
    let part = Double(points.count / 2) / Double(points.count)
    #expect(abs(try #require(middle.force) - 2 * part) < Self.rounding)
    #expect(abs(try #require(middle.time) - 1 - part) < Self.rounding)
    // From 3 to −3 the shorter way leads over π.
    #expect(abs(try #require(middle.azimuth) - (3 + part * (2 * .pi - 6))) < Self.rounding)
    #expect(middle.altitude == nil)
  }

  @Test func aStraightCurveIsOnePoint() {
    let start = CenterPoint(position: [0, 0])
    let end = CenterPoint(position: [9, 9])
    #expect(start.curve(to: end, control1: [3, 3], control2: [6, 6]) == [end])
    let nowhere = start.curve(to: end, control1: [.nan, 3], control2: [6, 6])
    #expect(nowhere == [end])
  }
}
