import MotionNumerics

/// The weighted mean of the pen's attributes that several predictions expect of one moment.
///
/// Of each attribute the mean over those that carry it, relative to the first of them, so that equal
/// values give just that value. Azimuth is the mean angle, the direction of Σw·(cos a, sin a); where
/// opposite ones cancel it is the first.
struct PenAttributesMean {
  private var force = AttributeMean()
  private var altitude = AttributeMean()
  private var azimuth = AngleMean()

  /// Takes in a prediction with a weight of at least 0.
  mutating func add(_ prediction: Prediction, weight: Double) {
    if let value = prediction.force { force.add(value, weight: weight) }
    if let value = prediction.altitude { altitude.add(value, weight: weight) }
    if let value = prediction.azimuth { azimuth.add(value, weight: weight) }
  }

  /// The prediction with the means as its attributes; nil for what none carries with weight.
  func attributing(_ prediction: Prediction) -> Prediction {
    var result = prediction
    result.force = force.value
    result.altitude = altitude.value
    result.azimuth = azimuth.value
    return result
  }
}

/// A weighted mean, relative to the first value.
private struct AttributeMean {
  private var first: Double?
  private var sum = 0.0
  private var total = 0.0

  mutating func add(_ value: Double, weight: Double) {
    let origin = first ?? value
    first = origin
    sum += weight * (value - origin)
    total += weight
  }

  var value: Double? {
    guard let first, total > 0 else { return nil }
    let mean = first + sum / total
    return mean.isFinite ? mean : first
  }
}

/// A weighted mean of angles, relative to the first.
private struct AngleMean {
  private var first: Double?
  private var sum = SIMD2<Double>.zero
  private var total = 0.0

  mutating func add(_ angle: Double, weight: Double) {
    let origin = first ?? angle
    first = origin
    let turn = (angle - origin).wrappedAngle
    sum += weight * SIMD2(Elementary.cosine(turn), Elementary.sine(turn))
    total += weight
  }

  var value: Double? {
    guard let first, total > 0 else { return nil }
    guard sum.length > Self.cancelled * total else { return first.wrappedAngle }
    return (first + Elementary.arctangent(sum.y, sum.x)).wrappedAngle
  }

  /// A mean vector shorter than this, of unit vectors, is rounding.
  private static let cancelled = 1e-12
}
