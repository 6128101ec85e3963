/// A position at a time.
@usableFromInline
package protocol TimedPosition: Sendable {
  /// In seconds.
  var time: Double { get }
  /// In any unit of length.
  var position: SIMD2<Double> { get }
}

extension TimedPosition {
  /// Whether time and place are finite, by one comparison: 0 times anything else is NaN.
  @inlinable @inline(__always)
  package var isFinite: Bool { (position.x * 0 + position.y * 0) + time * 0 == 0 }
}

extension RandomAccessCollection where Element: TimedPosition, Index == Int {
  /// Returns the position `age` seconds before the newest element, interpolated linearly between
  /// the two elements around that time.
  ///
  /// - Parameter age: Seconds, at least 0.
  /// - Returns: The place; nil without elements, and before the oldest. Cost: linear in the
  ///   elements younger than `age`.
  @inlinable
  package func position(before age: Double) -> SIMD2<Double>? {
    guard var after = last, age >= 0 else { return nil }
    if age == 0 { return after.position }
    let time = after.time - age
    for before in dropLast().reversed() {
      if before.time <= time {
        let interval = after.time - before.time
        let share = interval > 0 ? (time - before.time) / interval : 0
        return before.position + share * (after.position - before.position)
      }
      after = before
    }
    return nil
  }
}

/// A position at a time, and nothing else.
@usableFromInline
package struct TimedPoint: Hashable, TimedPosition {
  @usableFromInline package let time: Double
  @usableFromInline package let position: SIMD2<Double>

  /// Creates a point.
  @inlinable @inline(__always)
  package init(time: Double, position: SIMD2<Double>) {
    self.position = position
    self.time = time
  }
}
