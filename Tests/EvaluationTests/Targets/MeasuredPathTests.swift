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
      let points = (0..<4).map { _ in SIMD2(generator.nextNormal(), generator.nextNormal()) * 4 }
      for start in 0..<max(count - 1, 1) {
        let found = Self.distances(of: [points], from: path, startingAt: [start])
        for (lane, point) in points.enumerated() {
          let expected = Self.distance(from: point, to: corners)
          #expect(abs(found[lane] - expected) < Self.tolerance, "seed \(count), segment \(start)")
        }
      }
    }
  }

  @Test(arguments: [1, 3, 4])
  func theGreatestOfManyIsFoundForEachPredictor(width: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(width))
    let corners = (0..<30).map { SIMD2(Double($0), 5 * generator.nextNormal()) }
    let path = MeasuredPath(corners)
    for _ in 0..<200 {
      let count = 1 + Int.random(in: 0..<20, using: &generator)
      let starts = (0..<count).map { _ in Int.random(in: 0..<29, using: &generator) }
      let points = (0..<count).map { _ in
        (0..<4).map { _ in
          SIMD2(Double.random(in: 0..<30, using: &generator), 8 * generator.nextNormal())
        }
      }
      let found = Self.distances(of: points, from: path, startingAt: starts, width: width) {
        point in
        // No nearer than the path, as errors are.
        Self.distance(from: point, to: corners) * Double.random(in: 1..<2, using: &generator)
      }
      for lane in 0..<width {
        let all = points.map { Self.distance(from: $0[lane], to: corners) }
        let expected = all.max() ?? 0
        #expect(abs(found[lane] - expected) < Self.tolerance, "seed \(width)")
      }
    }
  }

  @Test func aPointOnThePathIsAtNoDistance() {
    let path = MeasuredPath([SIMD2(0, 0), SIMD2(3, 4), SIMD2(3, 4), SIMD2(10, 4)])
    let points = [SIMD2(0, 0), SIMD2(3, 4), SIMD2(5, 4), SIMD2(10.0, 9)]
    let found = Self.distances(of: [points], from: path, startingAt: [1])
    #expect(found.lowHalf.max() < Self.tolerance && found[2] < Self.tolerance)
    #expect(abs(found[3] - 5) < Self.tolerance)
  }

  /// The greatest distances of some targets' four points; their errors are endless unless stated.
  private static func distances(
    of points: [[SIMD2<Double>]], from path: MeasuredPath, startingAt starts: [Int], width: Int = 4,
    error: (SIMD2<Double>) -> Double = { _ in .infinity }
  ) -> SIMD4<Double> {
    path.greatestDistances(
      of: points.map { four in
        SIMD8(four.map { $0.x } + four.map { $0.y })
      },
      errors: points.map { four in SIMD4(four.map(error)) }, at: Array(points.indices),
      startingAt: starts, width: width)
  }
}
