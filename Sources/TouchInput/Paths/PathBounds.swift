/// The smallest upright rectangle around points.
public struct PathBounds: Hashable, Sendable {
  /// The corner with the least x and y.
  public var minimum: SIMD2<Double>
  /// The corner with the greatest x and y.
  public var maximum: SIMD2<Double>

  /// Makes the rectangle around positions; nil where there is none.
  public init?(around positions: some Sequence<SIMD2<Double>>) {
    var iterator = positions.makeIterator()
    guard let first = iterator.next() else { return nil }
    minimum = first
    maximum = first
    while let next = iterator.next() {
      minimum = pointwiseMin(minimum, next)
      maximum = pointwiseMax(maximum, next)
    }
  }
}
