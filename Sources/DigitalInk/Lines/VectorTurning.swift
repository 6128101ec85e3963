import MotionNumerics

extension SIMD2<Double> {
  /// Returns the unit vector at an angle in radians from the x axis.
  static func direction(_ angle: Double) -> Self {
    Self(Elementary.cosine(angle), Elementary.sine(angle))
  }

  /// Returns the vector rotated by an angle in radians, from x towards y.
  func turned(by angle: Double) -> Self {
    let turn = Self.direction(angle)
    return Self(x * turn.x - y * turn.y, x * turn.y + y * turn.x)
  }
}
