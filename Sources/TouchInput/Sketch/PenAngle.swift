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
#endif

/// The trigonometric functions that a pen's pose needs.
enum PenAngle {
  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }

  /// The unit vector at an angle in radians from the x axis.
  static func direction(_ angle: Double) -> SIMD2<Double> { SIMD2(cos(angle), sin(angle)) }
}
