/// The least-squares polynomial in time through the points of a track, kept up to date point by point.
///
/// Degrees 0 to 3 are fitted by the sums of `PolynomialMoments` and the factor of `GramFactor`: the
/// factors of steady clocks are made beforehand, those of uneven times with each fit. What these
/// cannot carry (higher degrees, badly conditioned times, numbers that overflow) is fitted by LAPACK,
/// which also settles whether there is a unique fit at all.
///
/// Cost of `fit` for n points and degree d ≤ 3: n·(d + 1) additions of both axes at once, twice that on
/// uneven times, and about (d + 1)² operations more. Of reading: d multiplications of both axes. No
/// call allocates.
package struct PlanarPolynomialFit: Sendable {
  /// How the newest fit was made.
  private enum Method {
    /// There is none.
    case none
    /// By sums, in a unit of time of `rate` a second.
    case moments
    /// By LAPACK.
    case solver
  }

  /// The degree of the polynomial.
  package let degree: Int
  private let steadyFactors: [GramFactor]
  private var solver: PlanarPolynomialSolver
  private var method = Method.none
  private var factor = GramFactor()
  private var path = CubicPath(.zero, .zero, .zero, .zero)
  private var rate = 1.0
  private var newest = SIMD2<Double>.zero

  /// Makes a fit of a degree (at least 0) to at most `maximumCount` points.
  package init(degree: Int, maximumCount: Int) {
    self.degree = max(degree, 0)
    steadyFactors =
      degree <= 3 ? GramFactor.steady(upTo: maximumCount, degree: self.degree) : []
    solver = PlanarPolynomialSolver(maximumCount: maximumCount, maximumDegree: self.degree)
  }

  /// Whether there is a fit to read.
  package var isFitted: Bool { method != .none }

  /// Forgets the fit.
  package mutating func clear() { method = .none }

  /// Fits the points of a track; see `isFitted`.
  package mutating func fit(_ track: PlanarTrack) {
    method = .none
    guard track.count > degree else { return }
    let isSteady = track.clock.isSteady(over: track.count)
    track.withPoints { points in
      newest = points[points.count - 1].position
      if fitBySums(points, isSteady: isSteady) {
        method = .moments
      } else if solver.fit(points, degree: degree) {
        method = .solver
      }
    }
  }

  /// The fitted position `horizon` seconds after the newest point; nil without a fit, or where it is
  /// not finite.
  package func position(ahead horizon: Double) -> SIMD2<Double>? {
    let value: SIMD2<Double>
    switch method {
    case .none: return nil
    case .moments: value = newest + path.value(at: horizon * rate, degree: degree)
    case .solver: value = newest + solver.read(ahead: horizon).value
    }
    return value.ifFinite
  }

  /// The slope of the fit, a second.
  ///
  /// - Precondition: There is a fit.
  package func velocity(ahead horizon: Double) -> SIMD2<Double> {
    method == .moments
      ? rate * path.slope(at: horizon * rate) : solver.read(ahead: horizon).slope
  }

  /// What is left of a point's position when the fit is taken away.
  ///
  /// - Precondition: There is a fit.
  package func residual(of point: TimedPoint, newestTime: Double) -> SIMD2<Double> {
    let time = point.time - newestTime
    let value =
      method == .moments
      ? path.value(at: time * rate, degree: degree) : solver.read(ahead: time).value
    return point.position - newest - value
  }

  /// φᵀ·(AᵀA)⁻¹·φ: the variance of the fit `horizon` seconds ahead for unit variance of the points;
  /// nil without a fit.
  package func varianceFactor(ahead horizon: Double) -> Double? {
    switch method {
    case .none: nil
    case .moments: factor.varianceFactor(at: horizon * rate, degree: degree)
    case .solver: solver.varianceFactor(ahead: horizon)
    }
  }

  private mutating func fitBySums(
    _ points: UnsafeBufferPointer<TimedPoint>, isSteady: Bool
  ) -> Bool {
    switch degree {
    case 0: fitBySums(points, isSteady: isSteady, degree: 0)
    case 1: fitBySums(points, isSteady: isSteady, degree: 1)
    case 2: fitBySums(points, isSteady: isSteady, degree: 2)
    case 3: fitBySums(points, isSteady: isSteady, degree: 3)
    default: false
    }
  }

  /// `degree` is a constant here, for which the loops are compiled.
  @inline(__always)
  private mutating func fitBySums(
    _ points: UnsafeBufferPointer<TimedPoint>, isSteady: Bool, degree: Int
  ) -> Bool {
    var sums = PolynomialMoments()
    if isSteady {
      sums.addSteady(points, 1..<points.count, degree: degree)
      factor = steadyFactors[points.count]
      rate = points.steadyRate(over: points.count)
    } else {
      sums.add(points, 1..<points.count, degree: degree)
      factor = GramFactor(sums, count: points.count, degree: degree)
      rate = 1
    }
    guard factor.degree >= degree else { return false }
    path = factor.coefficients(sums, degree: degree)
    return path.isFinite
  }
}

extension UnsafeBufferPointer<TimedPoint> {
  /// How many intervals of the newest `count` points there are to a second.
  @inline(__always)
  package func steadyRate(over count: Int) -> Double {
    Double(count - 1) / (self[self.count - 1].time - self[self.count - count].time)
  }
}
