import MotionNumerics
import Testing

/// The natural cubic spline: through its points, smooth, straight at its ends.
@Suite struct CubicSplineTests {
  private static func random(_ seed: Int) -> (times: [Double], positions: [SIMD2<Double>]) {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    var time = 0.0
    let times = (0..<(3 + seed)).map { _ -> Double in
      time += 0.1 + random.nextUnit()
      return time
    }
    return (times, times.map { _ in SIMD2(random.nextNormal(), random.nextNormal()) })
  }

  @Test("goes through its points, and its derivatives are continuous", arguments: 1...20)
  func smooth(seed: Int) throws {
    let (times, positions) = Self.random(seed)
    let spline = try #require(CubicSpline(times: times, positions: positions))
    for (time, position) in zip(times, positions) {
      #expect((spline.position(at: time) - position).length < 1e-12)
    }
    // One-sided differences on either side of a knot, of the first and of the second order.
    let step = 1e-5
    for time in times.dropFirst().dropLast() {
      let at = (-2...2).map { spline.position(at: time + Double($0) * step) }
      let (left, right) = ((3 * at[2] - 4 * at[1] + at[0]), (4 * at[3] - 3 * at[2] - at[4]))
      #expect((left - right).length / (2 * step) < 1e-5, "slope, seed \(seed)")
    }
    for (time, side) in [(times[0], 1.0), (times[times.count - 1], -1.0)] {
      let short = 1e-6
      let at = (0...2).map { spline.position(at: time + side * Double($0) * short) }
      let bend = (at[0] - 2 * at[1] + at[2]) / (short * short)
      #expect(bend.length < 0.05, "the end is not straight, seed \(seed)")
    }
  }

  @Test func threePointsByHand() throws {
    // Through 0, 1, 0 at 0, 1, 2: the second derivative in the middle is -3, so that the value at 1/2
    // is 1/2 + 3·(1/2 - 1/8)/6 = 11/16.
    let spline = try #require(
      CubicSpline(times: [0, 1, 2], positions: [.zero, SIMD2(1, 2), .zero]))
    #expect((spline.position(at: 0.5) - SIMD2(11.0 / 16, 11.0 / 8)).length < 1e-15)
    #expect((spline.position(at: 1.5) - SIMD2(11.0 / 16, 11.0 / 8)).length < 1e-15)
    #expect(spline.end == 2)
  }

  @Test func aLineStaysALine() throws {
    let times = [0, 0.1, 0.5, 0.6, 2]
    let spline = try #require(
      CubicSpline(times: times, positions: times.map { SIMD2(3 * $0, 1 - $0) }))
    for time in [0.05, 0.3, 1.9] {
      #expect((spline.position(at: time) - SIMD2(3 * time, 1 - time)).length < 1e-14)
    }
  }

  @Test func whatIsNoTrackIsRefused() {
    #expect(CubicSpline(times: [0], positions: [.zero]) == nil)
    #expect(CubicSpline(times: [0, 1], positions: [.zero]) == nil)
    #expect(CubicSpline(times: [0, 0], positions: [.zero, .zero]) == nil)
    #expect(CubicSpline(times: [0, .nan], positions: [.zero, .zero]) == nil)
  }
}
