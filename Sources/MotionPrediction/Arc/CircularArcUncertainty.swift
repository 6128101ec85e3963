import MotionNumerics

/// The covariance of a prediction of `arc` for white noise of σ in each axis of the samples, to first order.
///
/// With α and β a sample's errors along and across the circle, ψ(s) = (cos κs, sin(κs)/κ,
/// (1 − cos κs)/κ²) what a shift, a turn and a bend of the circle do to the distance at arc length s,
/// G = (Σψψᵀ)⁻¹ and Ψ the integral of ψ from 0, the fitted circle is off by δ = G·Σψβ. A prediction at
/// arc length s, whose estimator gives sample i the weight g_i, is then off by
///
/// along:  Σg_i·α_i + c·δ with c = κ·(Ψ(s) − Σg_i·Ψ(s_i)): a curve moved outwards is longer;
/// across: ψ(s)·δ.
///
/// The anchor `newest` adds the newest sample's distance from the fitted circle, which no δ knows of.
struct CircularArcUncertainty: Sendable {
  private let variance: Double
  private let trend: TrendInfluence
  private let circle: CircleInfluence?
  private let anchor: CircularArcPredictor.Anchor

  /// nil if σ is 0, that is not known.
  init?(
    noise: Double, _ trend: TrendInfluence, circle: CircularArc?, _ path: PathSamples,
    _ anchor: CircularArcPredictor.Anchor
  ) {
    guard noise > 0 else { return nil }
    variance = noise * noise
    self.trend = trend
    self.anchor = anchor
    self.circle = circle.flatMap { CircleInfluence($0, path, trend) }
  }

  /// The covariance on the line alone: as much along as across.
  func covariance(_ basis: TrendBasis, at moment: Double) -> PositionCovariance {
    let along = variance * alongFactor(basis, moment)
    return PositionCovariance(xx: along, xy: 0, yy: along)
  }

  /// The covariance of a blend with share `weight` of an arc on which the prediction lies at `length`.
  ///
  /// That of line and arc in the same shares, which is at most too great. nil where the samples do
  /// not tell that of the arc.
  func covariance(
    _ basis: TrendBasis, at moment: Double, weight: Double, length: Double
  ) -> PositionCovariance? {
    guard let circle else { return nil }
    let along = alongFactor(basis, moment)
    let terms = anchor == .fit ? basis.row(at: moment) : basis.row(at: moment) - basis.row(at: 0)
    var arc = circle.covariance(at: length, trend: terms, along: along)
    if anchor == .newest { arc.add(circle.newestDistance, circle.normal) }
    return PositionCovariance(
      xx: variance * (along + weight * (arc.xx - along)), xy: variance * weight * arc.xy,
      yy: variance * (along + weight * (arc.yy - along)))
  }

  /// The variance of the fitted length, or of the newest sample and the fitted length from it.
  private func alongFactor(_ basis: TrendBasis, _ moment: Double) -> Double {
    let there = basis.row(at: moment)
    guard anchor != .fit else { return trend.products.form(there) }
    let step = there - basis.row(at: 0)
    return trend.products.form(step) + 2 * (step * trend.newest).sum() + 1
  }
}

/// The variance of a point of the circle for unit noise across it.
private struct CircleInfluence: Sendable {
  private let circle: CircularArc
  /// G.
  private let inverse: SymmetricMatrix3
  /// κ·Σg_i·Ψ(s_i) for each of the three terms of the trend.
  private let lengthening: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  /// The variance of the newest sample's distance from the fitted circle.
  let newestDistance: Double

  /// Across the circle at the newest sample.
  var normal: SIMD2<Double> { circle.normal }

  init?(_ circle: CircularArc, _ path: PathSamples, _ trend: TrendInfluence) {
    var products = SymmetricMatrix3()
    var sums = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)
    for index in 0..<path.count {
      let local = circle.local(path.places[index])
      products.add(Self.distance(circle.curvature, local))
      let row = trend.row(path, index)
      let integral = Self.lengthening(circle.curvature, local, path.lengths[index].x)
      sums.0 += row.x * integral
      sums.1 += row.y * integral
      sums.2 += row.z * integral
    }
    guard let inverse = products.inverse else { return nil }
    self.circle = circle
    self.inverse = inverse
    lengthening = sums
    newestDistance = max(0, 1 - inverse.form(Self.distance(circle.curvature, .zero)))
  }

  /// The covariance at arc length `length`, in the plane.
  func covariance(
    at length: Double, trend: SIMD3<Double>, along: Double
  ) -> PositionCovariance {
    let tangent = circle.direction(at: length)
    let local = circle.local(circle.position(at: length))
    let across = Self.distance(circle.curvature, local)
    let longer =
      Self.lengthening(circle.curvature, local, length)
      - trend.x * lengthening.0 - trend.y * lengthening.1 - trend.z * lengthening.2
    // The error is tangent·(along + longer·δ) + normal·(across·δ).
    let (tt, nn) = (along + inverse.form(longer), inverse.form(across))
    let tn = (inverse.form(longer + across) - inverse.form(longer) - nn) / 2
    let normal = tangent.perpendicular
    return PositionCovariance(
      xx: tt * tangent.x * tangent.x + 2 * tn * tangent.x * normal.x + nn * normal.x * normal.x,
      xy: tt * tangent.x * tangent.y + tn * (tangent.x * normal.y + tangent.y * normal.x)
        + nn * normal.x * normal.y,
      yy: tt * tangent.y * tangent.y + 2 * tn * tangent.y * normal.y + nn * normal.y * normal.y)
  }

  /// ψ, read off a point's coordinates in the frame of the circle.
  private static func distance(_ curvature: Double, _ local: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3(1 - curvature * local.y, local.x, local.squaredLength / 2)
  }

  /// κ·Ψ = (sin κs, 1 − cos κs over κ, κs − sin κs over κ²).
  private static func lengthening(
    _ curvature: Double, _ local: SIMD2<Double>, _ length: Double
  ) -> SIMD3<Double> {
    let turn = curvature * length
    // Below 0.1 the difference cancels and its series, to the fourth power, does not.
    let third =
      abs(turn) < 0.1
      ? length * length * turn * (1.0 / 6 - turn * turn / 120 + turn * turn * turn * turn / 5040)
      : (length - local.x) / curvature
    return SIMD3(curvature * local.x, local.y, third)
  }
}

extension PositionCovariance {
  /// Adds the variance of an independent error along a direction.
  fileprivate mutating func add(_ variance: Double, _ direction: SIMD2<Double>) {
    xx += variance * direction.x * direction.x
    xy += variance * direction.x * direction.y
    yy += variance * direction.y * direction.y
  }
}

extension TrendBasis {
  /// The three polynomials of the basis at a time.
  fileprivate func row(at time: Double) -> SIMD3<Double> {
    let values = values(at: time)
    return SIMD3(1, values.linear, values.quadratic)
  }
}
