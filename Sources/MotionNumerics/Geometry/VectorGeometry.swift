/// Plane geometry of points and vectors.
extension SIMD2 where Scalar == Double {
  /// The dot product: x·x′ + y·y′.
  @inlinable package func dot(_ other: Self) -> Double { x * other.x + y * other.y }

  /// The third component of the vector product: x·y′ − y·x′.
  ///
  /// Positive where the other vector lies counter-clockwise in axes of the usual sense; on a
  /// screen, whose y grows downwards, that looks clockwise.
  @inlinable package func cross(_ other: Self) -> Double { x * other.y - y * other.x }

  /// The square of the length: x² + y².
  @inlinable package var squaredLength: Double { dot(self) }

  /// The length: √(x² + y²).
  ///
  /// Within one unit of the last place for lengths between 1e-150 and 1e150; beyond them squares
  /// underflow to 0 or overflow to infinity.
  @inlinable package var length: Double { squaredLength.squareRoot() }

  /// Whether both numbers are finite.
  ///
  /// 0 times anything else is NaN, so that one comparison answers for both.
  @inlinable @inline(__always) package var isFinite: Bool { x * 0 + y * 0 == 0 }

  /// The vector if both numbers are finite, else nil.
  @inlinable @inline(__always) package var ifFinite: Self? { isFinite ? self : nil }

  /// The distance to another point.
  @inlinable package func distance(to other: Self) -> Double { (self - other).length }

  /// The vector of length 1 in the same direction; nil for one whose length is 0 or not finite.
  @inlinable package var normalized: Self? {
    let length = length
    return length > 0 && length.isFinite ? self / length : nil
  }

  /// The vector rotated by a right angle from x towards y: (−y, x).
  @inlinable package var perpendicular: Self { Self(-y, x) }

  /// Returns the unit vector at an angle in radians from the x axis.
  package static func direction(_ angle: Double) -> Self {
    Self(Elementary.cosine(angle), Elementary.sine(angle))
  }

  /// Returns the vector rotated by an angle in radians, from x towards y.
  package func turned(by angle: Double) -> Self {
    let turn = Self.direction(angle)
    return Self(x * turn.x - y * turn.y, x * turn.y + y * turn.x)
  }

  /// The point of a segment, ends included, that is nearest to this one.
  ///
  /// - Parameters:
  ///   - start: One end.
  ///   - end: The other; where both are the same, the segment is that point.
  /// - Returns: The nearest point.
  @inlinable package func nearest(onSegmentFrom start: Self, to end: Self) -> Self {
    let along = end - start
    let share = (self - start).dot(along) / along.squaredLength
    // Also where the segment has no length, and the share is NaN.
    guard share > 0 else { return start }
    return share < 1 ? start + share * along : end
  }

  /// The distance to a segment, ends included.
  ///
  /// - Parameters:
  ///   - start: One end.
  ///   - end: The other; where both are the same, the segment is that point.
  /// - Returns: The distance.
  @inlinable package func distance(toSegmentFrom start: Self, to end: Self) -> Double {
    distance(to: nearest(onSegmentFrom: start, to: end))
  }

  /// The distance to the nearest point of a polyline.
  ///
  /// - Parameter points: Its corners in order; one alone is a point.
  /// - Returns: The distance; nil for no points.
  /// - Complexity: O(n) for n points.
  @inlinable package func distance(toPolyline points: [Self]) -> Double? {
    guard var start = points.first else { return nil }
    var least = (self - start).squaredLength
    for end in points.dropFirst() {
      least = Swift.min(
        least, (self - nearest(onSegmentFrom: start, to: end)).squaredLength)
      start = end
    }
    return least.squareRoot()
  }
}
