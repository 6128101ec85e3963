import CLoops
import MotionNumerics

/// A polyline to measure distances from.
struct MeasuredPath: Sendable {
  /// Four segments that follow each other, with what every distance from them needs.
  private struct Segments {
    var starts = LanePoints(x: .zero, y: .zero)
    var alongs = LanePoints(x: .zero, y: .zero)
    /// One over the squared lengths; 0 where a segment has none.
    var inverses = SIMD4<Double>()
  }

  private let segments: [Segments]
  private static let width = 4

  /// The path through some corners, at least one.
  init(_ corners: [SIMD2<Double>]) {
    let count = max(corners.count - 1, 1)
    segments = stride(from: 0, to: count, by: Self.width).map { first in
      var four = Segments()
      for lane in 0..<Self.width {
        // The last segment again, where there are fewer than four.
        let start = corners[min(first + lane, count - 1)]
        let along = corners[min(first + lane + 1, corners.count - 1)] - start
        let square = along.squaredLength
        (four.starts.x[lane], four.starts.y[lane]) = (start.x, start.y)
        (four.alongs.x[lane], four.alongs.y[lane]) = (along.x, along.y)
        four.inverses[lane] = square > 0 ? 1 / square : 0
      }
      return four
    }
  }

  /// Returns the greatest distance of four predictors' predictions from the path.
  ///
  /// - Parameters:
  ///   - predictions: By target, four times x and then four times y.
  ///   - errors: The lengths of their errors by target; the true positions lie on the path.
  ///   - targets: The targets that count, at least one.
  ///   - starts: For each of these, a segment that is probably near, to start the search at.
  ///   - width: The number of predictors, at most four.
  /// - Returns: A distance of each predictor; the lanes of others are undefined.
  func greatestDistances(
    of predictions: UnsafePointer<SIMD8<Double>>, errors: UnsafePointer<SIMD4<Double>>,
    at targets: [Int], startingAt starts: [Int], width: Int
  ) -> SIMD4<Double> {
    var result = SIMD4<Double>()
    lane_greatest_distances(
      segments, segments.count, targets, starts, targets.count, predictions, errors, width, &result)
    return result
  }
}
