#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif hasFeature(Extern)
  // Embedded Swift for WebAssembly: a C library that is linked, or the page, provides these.
  @_extern(c) private func sin(_ angle: Double) -> Double
  @_extern(c) private func cos(_ angle: Double) -> Double
  @_extern(c) private func atan2(_ y: Double, _ x: Double) -> Double
  @_extern(c) private func log(_ value: Double) -> Double
  @_extern(c) private func exp(_ value: Double) -> Double
  @_extern(c) private func pow(_ base: Double, _ exponent: Double) -> Double
  @_extern(c) private func expm1(_ value: Double) -> Double
#endif

/// The elementary functions of the system's C library, which the standard library lacks.
///
/// They are not correctly rounded: the last bit may differ between C libraries, which is why a run
/// records the one it used.
package enum Elementary {
  /// The sine of an angle in radians.
  package static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The cosine of an angle in radians.
  package static func cosine(_ angle: Double) -> Double { cos(angle) }

  /// The angle of the vector (x, y) from the x axis, in −π…π radians; 0 for (0, 0).
  package static func arctangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }

  /// The natural logarithm.
  package static func logarithm(_ value: Double) -> Double { log(value) }

  /// The exponential function.
  package static func exponential(_ value: Double) -> Double { exp(value) }

  /// The base to the power `exponent`; NaN for a negative base and a fraction.
  package static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// exp(value) − 1, without cancellation near 0.
  package static func exponentialMinusOne(_ value: Double) -> Double { expm1(value) }
}
