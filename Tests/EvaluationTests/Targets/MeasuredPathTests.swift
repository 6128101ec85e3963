import MotionNumerics
import Testing

@testable import Evaluation

/// Distances from a path, against a look at every segment.
@Suite struct MeasuredPathTests {
  /// Of the lengths at hand: both sides round a few times.
  private static let tolerance = 1e-12

  private static func distance(
    from point: SIMD2<Double>, to corners: [SIMD2<Double>]
  ) -> Double {
    let segments = zip(corners, corners.dropFirst())
    let nearest = segments.map { (point - point.nearest(onSegmentFrom: $0, to: $1)).length }
    return nearest.min() ?? (point - corners[0]).length
  }

  @Test(arguments: [1, 2, 4, 5, 6, 9, 40])
  func theSearchFindsTheNearestSegmentFromWhereverItBegins(count: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(count))
    var place = SIMD2<Double>.zero
    let corners = (0..<count).map { index in
      // A walk that rests now and then.
      if index % 3 > 0 { place += SIMD2(generator.nextNormal(), generator.nextNormal()) }
      return place
    }
    let path = MeasuredPath(corners)
    for _ in 0..<50 {
      let point = SIMD2(generator.nextNormal(), generator.nextNormal()) * 4
      let expected = Self.distance(from: point, to: corners)
      for start in 0..<max(count - 1, 1) {
        let found = path.distance(from: point, startingAt: start, unlessWithin: 0)
        #expect(abs(found - expected) < Self.tolerance, "seed \(count), segment \(start)")
        // A bound may end the search, but never above the bound.
        let bounded = path.distance(from: point, startingAt: start, unlessWithin: expected * 1.5)
        #expect(bounded >= expected - Self.tolerance && bounded <= expected * 1.5 + Self.tolerance)
        let below = path.distance(from: point, startingAt: start, unlessWithin: expected * 0.5)
        #expect(abs(below - expected) < Self.tolerance)
      }
    }
  }

  @Test func aPointOnThePathIsAtNoDistance() {
    let path = MeasuredPath([SIMD2(0, 0), SIMD2(3, 4), SIMD2(3, 4), SIMD2(10, 4)])
    for point in [SIMD2(0, 0), SIMD2(3, 4), SIMD2(5, 4), SIMD2(10.0, 4)] {
      #expect(path.distance(from: point, startingAt: 1, unlessWithin: 0) < Self.tolerance)
    }
    let beyond = path.distance(from: SIMD2(10, 9), startingAt: 0, unlessWithin: 0)
    #expect(abs(beyond - 5) < Self.tolerance)
  }
}
