import MotionNumerics
import TouchInput

/// A predictor's answer for one moment.
///
/// Lengths are in the recording's unit, times in seconds. Everything but the position is optional, and
/// stated only if the method provides it.
public struct Prediction: Hashable, Sendable {
  /// Where the contact is expected to be.
  public var position: SIMD2<Double>
  /// The expected velocity at that time, in length units per second.
  public var velocity: SIMD2<Double>?
  /// The covariance of the expected position.
  public var covariance: PositionCovariance?
  /// The predictor's confidence in this prediction, 0 to 1.
  public var confidence: Double?
  /// The expected force, without unit.
  public var force: Double?
  /// The expected altitude, in radians.
  public var altitude: Double?
  /// The expected azimuth, in radians.
  public var azimuth: Double?
  /// The probability that the contact has ended by then, 0 to 1.
  public var liftProbability: Double?
  /// The radii of the uncertainty regions whose shape is the covariance; nil for those of a normal
  /// distribution.
  ///
  /// Meaningless without a covariance.
  public var radii: RadialQuantiles?

  /// Creates a prediction; everything but the position is optional.
  public init(
    position: SIMD2<Double>,
    velocity: SIMD2<Double>? = nil,
    covariance: PositionCovariance? = nil,
    confidence: Double? = nil,
    force: Double? = nil,
    altitude: Double? = nil,
    azimuth: Double? = nil,
    liftProbability: Double? = nil,
    radii: RadialQuantiles? = nil
  ) {
    self.position = position
    self.velocity = velocity
    self.covariance = covariance
    self.confidence = confidence
    self.force = force
    self.altitude = altitude
    self.azimuth = azimuth
    self.liftProbability = liftProbability
    self.radii = radii
  }

  /// Whether every number in it is finite.
  public var isFinite: Bool {
    // A product with 0 is 0 for finite numbers and NaN for all others.
    var probe = (position * 0).sum()
    if let velocity { probe += (velocity * 0).sum() }
    if let covariance { probe += covariance.xx * 0 + covariance.xy * 0 + covariance.yy * 0 }
    if let confidence { probe += confidence * 0 }
    if let force { probe += force * 0 }
    if let altitude { probe += altitude * 0 }
    if let azimuth { probe += azimuth * 0 }
    if let liftProbability { probe += liftProbability * 0 }
    return probe == 0
  }

  /// The prediction itself where it is finite, else nil.
  public var ifFinite: Prediction? { isFinite ? self : nil }

  /// The prediction without a velocity or covariance that is not finite.
  ///
  /// Squares of large numbers can overflow where the position does not; the position is still useful.
  var withoutOverflow: Prediction {
    var result = self
    if let velocity, !(velocity.x.isFinite && velocity.y.isFinite) { result.velocity = nil }
    if let covariance, !covariance.isFinite { result.covariance = nil }
    return result
  }
}

/// A symmetric 2 × 2 covariance of a position, in squared length units.
public struct PositionCovariance: Hashable, Sendable {
  /// The variance along x.
  public var xx: Double
  /// The covariance of x and y.
  public var xy: Double
  /// The variance along y.
  public var yy: Double

  /// Creates a covariance from its three distinct entries.
  public init(xx: Double, xy: Double, yy: Double) {
    self.xx = xx
    self.xy = xy
    self.yy = yy
  }

  /// Whether all entries are finite.
  public var isFinite: Bool { xx.isFinite && xy.isFinite && yy.isFinite }

  /// The covariance itself where it is finite, else nil.
  var ifFinite: PositionCovariance? { isFinite ? self : nil }

  /// The covariance with every entry multiplied by `factor`.
  func scaled(by factor: Double) -> PositionCovariance {
    PositionCovariance(xx: factor * xx, xy: factor * xy, yy: factor * yy)
  }

  /// Adds `weight` times the outer product of a deviation with itself.
  mutating func add(_ deviation: SIMD2<Double>, weight: Double = 1) {
    xx += weight * deviation.x * deviation.x
    xy += weight * deviation.x * deviation.y
    yy += weight * deviation.y * deviation.y
  }
}

extension Prediction {
  /// The prediction with the confidence that its covariance gives.
  ///
  /// confidence = d²/(d² + tr Σ), d = ‖p̂ − p_n‖ being the length of what is predicted beyond the
  /// newest position and Σ the covariance of p̂: motion as a fraction of motion plus noise. It is
  /// dimensionless. It is 1 where the fit is exact (tr Σ = 0), 1/2 where the displacement is as long as its
  /// standard deviation, and 0 where only noise is predicted, as with h = 0 at the newest sample. It is
  /// only as good as Σ: a covariance without model error does not include how far the motion departs
  /// from the model. Without a covariance the confidence is unchanged.
  func confident(from newest: SIMD2<Double>) -> Prediction {
    var result = self
    result.gainConfidence(from: newest)
    return result
  }

  /// Writes the confidence that the covariance gives into the prediction itself.
  @inline(__always)
  mutating func gainConfidence(from newest: SIMD2<Double>) {
    guard let covariance else { return }
    confidence = covariance.shareOfMotion(in: position - newest)
  }
}

extension PositionCovariance {
  /// d²/(d² + tr Σ) for a displacement of length d; nil if it is not a number.
  @inline(__always)
  fileprivate func shareOfMotion(in displacement: SIMD2<Double>) -> Double? {
    let trace = xx + yy
    guard trace > 0 else { return trace.isNaN ? nil : 1 }
    // The ratio of roots keeps to the range of numbers where squares would leave it.
    let ratio = trace.squareRoot() / displacement.length
    let share = 1 / (1 + ratio * ratio)
    return share.isNaN ? nil : share
  }
}

extension Prediction {
  /// The prediction with force, altitude and azimuth copied from a sample, where they are finite.
  ///
  /// The platforms predict only positions and copy everything else from the last real event.
  func carrying(_ sample: TouchSample) -> Prediction {
    var result = self
    result.force = force ?? sample.force.flatMap { $0.isFinite ? $0 : nil }
    result.altitude = sample.altitude.flatMap { $0.isFinite ? $0 : nil }
    result.azimuth = sample.azimuth.flatMap { $0.isFinite ? $0 : nil }
    return result
  }
}
