import MotionNumerics

/// The line that an app has drawn of a stroke when it ends: straight from each delivered sample to the
/// next, as observed.
///
/// A predicted end of the line is no part of it: an app replaces that as soon as samples come.
struct DrawnLine: Sendable {
  /// The corners, in the order of delivery.
  private let points: [SIMD2<Double>]
  /// What each run of segments stays within.
  private let runs: [Run]

  /// Neighboring segments of the line and the rectangle around them.
  private struct Run: Sendable {
    /// The indices of the segments' first points.
    var segments: Range<Int>
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    /// The square of the distance from a point to the rectangle; 0 inside.
    func squaredDistance(from point: SIMD2<Double>) -> Double {
      pointwiseMax(pointwiseMax(low - point, point - high), .zero).squaredLength
    }
  }

  /// How many segments a rectangle is around.
  private static let runLength = 16

  /// Creates the line through samples, in the order of their delivery.
  init(through points: [SIMD2<Double>]) {
    self.points = points
    // The line of one sample is a segment without length.
    let segmentCount = points.isEmpty ? 0 : max(points.count - 1, 1)
    runs = stride(from: 0, to: segmentCount, by: Self.runLength).map { first in
      let segments = first..<min(first + Self.runLength, segmentCount)
      var run = Run(segments: segments, low: points[first], high: points[first])
      for point in points[first...min(segments.upperBound, points.count - 1)] {
        run.low = pointwiseMin(run.low, point)
        run.high = pointwiseMax(run.high, point)
      }
      return run
    }
  }

  /// Returns how far each point of a path is from the nearest point of the line, whenever that was
  /// drawn.
  ///
  /// Cost: O(path · line / 16), and O(path · line) where the line keeps crossing itself.
  ///
  /// - Parameter path: Points, in the order of their times.
  /// - Returns: The distances; none without a line.
  func distances(of path: [SIMD2<Double>]) -> [Double] {
    guard !runs.isEmpty else { return [] }
    return path.indices.map { index in
      // The line is near where it was drawn about the same time: other runs are then rarely looked at.
      let nearby = index * runs.count / path.count
      var least = squaredDistance(from: path[index], to: runs[nearby])
      for run in runs where least > 0 && run.squaredDistance(from: path[index]) < least {
        least = min(least, squaredDistance(from: path[index], to: run))
      }
      return least.squareRoot()
    }
  }

  private func squaredDistance(from point: SIMD2<Double>, to run: Run) -> Double {
    var least = Double.infinity
    for first in run.segments {
      let end = points[min(first + 1, points.count - 1)]
      least = min(
        least, (point - point.nearest(onSegmentFrom: points[first], to: end)).squaredLength)
    }
    return least
  }
}
