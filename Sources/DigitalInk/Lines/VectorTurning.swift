import MotionNumerics

extension SIMD2<Double> {
  /// The vector of length 1 at an angle in radians from the x axis.
  static func direction(_ angle: Double) -> Self {
    Self(Elementary.cosine(angle), Elementary.sine(angle))
  }

  /// The vector turned by an angle in radians, x towards y.
  func turned(by angle: Double) -> Self {
    let turn = Self.direction(angle)
    return Self(x * turn.x - y * turn.y, x * turn.y + y * turn.x)
  }
}
