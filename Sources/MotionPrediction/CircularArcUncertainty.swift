import MotionNumerics

/// How white noise of σ in each axis of the samples spreads to a prediction of `arc`.
struct CircularArcUncertainty: Sendable {
  private let variance: Double
  private let influence: TrendInfluence
  private let circle: SymmetricMatrix3?
  private let anchor: CircularArcPredictor.Anchor

  /// nil where σ is 0, that is not known.
  init?(
    noise: Double, _ influence: TrendInfluence, circle: CircularArc?, _ path: SampledPath,
    _ anchor: CircularArcPredictor.Anchor
  ) {
    guard noise > 0 else { return nil }
    variance = noise * noise
    self.influence = influence
    self.anchor = anchor
    self.circle = circle.flatMap { circle in
      var normal = SymmetricMatrix3()
      for index in 0..<path.count { normal.add(Self.row(circle, at: path.places[index])) }
      return normal.inverse
    }
  }

  /// σ²·[k·I + w·(g − k)·N·Nᵀ].
  func covariance(
    at basis: TrendBasis, moment: Double,
    across: (weight: Double, circle: CircularArc, point: SIMD2<Double>)?
  ) -> PositionCovariance? {
    let along = alongFactor(basis, moment)
    guard let across else {
      return PositionCovariance(xx: variance * along, xy: 0, yy: variance * along)
    }
    guard let circle else { return nil }
    let direction = across.circle.based(nearest: across.point).normal
    let excess = across.weight * (acrossFactor(circle, across.circle, across.point) - along)
    return PositionCovariance(
      xx: variance * (along + excess * direction.x * direction.x),
      xy: variance * excess * direction.x * direction.y,
      yy: variance * (along + excess * direction.y * direction.y))
  }

  /// The variance of the fitted length, or of the newest sample and the fitted length from it.
  private func alongFactor(_ basis: TrendBasis, _ moment: Double) -> Double {
    let (there, here) = (Self.row(basis, at: moment), Self.row(basis, at: 0))
    guard anchor != .fit else { return influence.products.form(there) }
    let step = there - here
    return influence.products.form(step) + 2 * (step * influence.newest).sum() + 1
  }

  /// The variance of the fitted circle's distance at a point, on the newest sample's error if that
  /// is where it starts.
  private func acrossFactor(
    _ matrix: SymmetricMatrix3, _ circle: CircularArc, _ point: SIMD2<Double>
  ) -> Double {
    let fitted = matrix.form(Self.row(circle, at: point))
    guard anchor == .newest else { return fitted }
    return fitted + max(0, 1 - matrix.form(Self.row(circle, at: circle.point)))
  }

  private static func row(_ basis: TrendBasis, at time: Double) -> SIMD3<Double> {
    let values = basis.values(at: time)
    return SIMD3(1, values.linear, values.quadratic)
  }

  /// How the distance at a point of the circle follows a shift, a turn and a bend of it.
  ///
  /// cos κs, sin(κs)/κ and (1 − cos κs)/κ², read off the point's coordinates.
  private static func row(_ circle: CircularArc, at point: SIMD2<Double>) -> SIMD3<Double> {
    let local = circle.local(point)
    return SIMD3(1 - circle.curvature * local.y, local.x, local.squaredLength / 2)
  }
}
