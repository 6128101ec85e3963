import MotionNumerics

/// A polyline to measure distances from.
struct MeasuredPath: Sendable {
  /// Four segments that follow each other, with what every distance from them needs.
  private struct Segments {
    var starts = LanePoints(x: .zero, y: .zero)
    var alongs = LanePoints(x: .zero, y: .zero)
    /// One over the squared lengths; 0 where a segment has none.
    var inverses = SIMD4<Double>()

    @inline(__always)
    func squaredDistances(from point: SIMD2<Double>) -> SIMD4<Double> {
      let offsets = starts - point
      let shares = (offsets.x * alongs.x + offsets.y * alongs.y) * -inverses
      let inside = shares.replacing(with: 0, where: shares .< 0)
        .replacing(with: 1, where: shares .> 1)
      return LanePoints(x: offsets.x + inside * alongs.x, y: offsets.y + inside * alongs.y)
        .squaredLengths
    }
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
        four.starts.set(start, lane: lane)
        four.alongs.set(along, lane: lane)
        four.inverses[lane] = square > 0 ? 1 / square : 0
      }
      return four
    }
  }

  /// Returns the distance of a point from the path, or some value up to `bound` if it does not
  /// exceed that.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - start: A segment that is probably near, to start the search at.
  ///   - bound: Distances up to this one need not be exact.
  /// - Returns: The distance, or some value up to the bound if the distance does not exceed it.
  func distance(
    from point: SIMD2<Double>, startingAt start: Int, unlessWithin bound: Double
  ) -> Double {
    // Rounding of the square must not end the search early.
    let enough = bound * bound * (1 - 1e-12)
    var least = SIMD4(repeating: Double.infinity)
    segments.withUnsafeBufferPointer { segments in
      var (after, before) = (start / Self.width, start / Self.width - 1)
      while after < segments.count || before >= 0 {
        // What was just left behind is nearer than what is to come, as a rule.
        if before >= 0 { least = least.least(segments[before].squaredDistances(from: point)) }
        if after < segments.count {
          least = least.least(segments[after].squaredDistances(from: point))
        }
        if any(least .<= enough) { break }
        (after, before) = (after + 1, before - 1)
      }
    }
    return min(min(least[0], least[1]), min(least[2], least[3])).squareRoot()
  }
}

extension LanePoints {
  fileprivate mutating func set(_ point: SIMD2<Double>, lane: Int) {
    x[lane] = point.x
    y[lane] = point.y
  }
}

extension SIMD4<Double> {
  /// The lesser number of each lane.
  @inline(__always)
  fileprivate func least(_ other: Self) -> Self { replacing(with: other, where: other .< self) }
}
