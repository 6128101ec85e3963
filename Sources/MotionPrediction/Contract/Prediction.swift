import MotionNumerics
import TouchInput

/// A predictor's answer for one moment.
///
/// Lengths are in the recording's unit, times in seconds. All but the position is optional: given
/// where the method yields it.
public struct Prediction: Hashable, Sendable {
  /// Where the contact is expected to be.
  public var position: SIMD2<Double>
  /// How fast it is expected to move then, per second.
  public var velocity: SIMD2<Double>?
  /// The covariance of the expected position.
  public var covariance: PositionCovariance?
  /// How far the method trusts itself here, 0 to 1.
  public var confidence: Double?
  /// The expected force, without unit.
  public var force: Double?
  /// The expected altitude, in radians.
  public var altitude: Double?
  /// The expected azimuth, in radians.
  public var azimuth: Double?
  /// The probability that the contact has ended by then, 0 to 1.
  public var liftProbability: Double?
  /// How far the regions of the covariance's shape reach; nil for those of a normal distribution.
  ///
  /// Without a covariance it means nothing.
  public var radii: RadialQuantiles?

  /// Creates a prediction; all but the position may be left out.
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
  /// Squares of great numbers overflow where the position does not; it is worth saying without them.
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

  /// Creates a covariance from its three different entries.
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
  /// newest position and Σ the covariance of p̂: the share of motion in motion and noise. It has no
  /// unit. It is 1 where the fit is exact (tr Σ = 0), 1/2 where the displacement is as long as it is
  /// uncertain, and 0 where nothing but noise is predicted, as with h = 0 at the newest sample. It is
  /// no better than Σ: a covariance without model error says nothing of how far the motion departs
  /// from the model. Without covariance it is left as it is.
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
  /// The platforms predict positions and clone everything else from the last real event.
  func carrying(_ sample: TouchSample) -> Prediction {
    var result = self
    result.force = force ?? sample.force.flatMap { $0.isFinite ? $0 : nil }
    result.altitude = sample.altitude.flatMap { $0.isFinite ? $0 : nil }
    result.azimuth = sample.azimuth.flatMap { $0.isFinite ? $0 : nil }
    return result
  }
}
