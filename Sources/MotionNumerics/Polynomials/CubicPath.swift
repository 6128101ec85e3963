/// A polynomial of degree 3 or less in the plane: c_0 + c_1·u + c_2·u² + c_3·u³.
@usableFromInline
package struct CubicPath: Sendable {
  /// c_0.
  @usableFromInline package let constant: SIMD2<Double>
  /// c_1.
  @usableFromInline package let linear: SIMD2<Double>
  /// c_2.
  @usableFromInline package let quadratic: SIMD2<Double>
  /// c_3.
  @usableFromInline package let cubic: SIMD2<Double>

  /// Creates a polynomial from its coefficients.
  @inlinable @inline(__always)
  package init(
    _ constant: SIMD2<Double>, _ linear: SIMD2<Double>, _ quadratic: SIMD2<Double>,
    _ cubic: SIMD2<Double>
  ) {
    self.constant = constant
    self.linear = linear
    self.quadratic = quadratic
    self.cubic = cubic
  }

  /// The value at u, by Horner's rule from `degree`, beyond which all coefficients are 0.
  @inlinable @inline(__always)
  package func value(at time: Double, degree: Int) -> SIMD2<Double> {
    switch degree {
    case 0: constant
    case 1: constant + time * linear
    case 2: constant + time * (linear + time * quadratic)
    default: constant + time * (linear + time * (quadratic + time * cubic))
    }
  }

  /// The derivative with respect to u.
  @inlinable @inline(__always)
  package func slope(at time: Double) -> SIMD2<Double> {
    linear + time * (2 * quadratic + time * (3 * cubic))
  }
}
