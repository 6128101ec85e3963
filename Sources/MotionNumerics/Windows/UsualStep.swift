/// The usual step of a stroke, which tells a contact that rests from one that was lost.
///
/// It is the median distance between consecutive samples, over the intervals shorter than 1.5 times
/// the stroke's median interval.
package struct UsualStep: Hashable, Sendable {
  /// The length, in the unit of the positions; 0 if there is no such interval.
  package let length: Double

  /// An interval shorter than this many median intervals is usual.
  private static let longShare = 1.5
  /// The rounding of a length, as a share of it.
  private static let rounding = 1e-9

  /// Measures a stroke.
  ///
  /// - Parameters:
  ///   - times: The times of its samples, in seconds.
  ///   - positions: Their positions, as many.
  /// - Complexity: O(n log n) for n samples.
  package init(times: [Double], positions: [SIMD2<Double>]) {
    let intervals = zip(times.dropFirst(), times).map { $0 - $1 }
    guard let median = Self.median(intervals.filter { $0 > 0 }) else {
      length = 0
      return
    }
    let steps = intervals.indices.filter { intervals[$0] < Self.longShare * median }
      .map { (positions[$0 + 1] - positions[$0]).length }
    length = Self.median(steps) ?? 0
  }

  /// Indicates whether a contact that was at one position and then at another may have rested
  /// between them: they are no farther apart than a usual step.
  package func spans(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Bool {
    (second - first).length <= length * (1 + Self.rounding)
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
