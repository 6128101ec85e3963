/// The least-squares polynomial in time through the points of a track, updated point by point.
///
/// Degrees 0 to 3 are fitted by the sums of `PolynomialMoments` and the factor of `GramFactor`: the
/// factors of steady clocks are computed beforehand, those of uneven times with each fit. All else
/// (higher degrees, ill-conditioned times) is fitted by LAPACK, which also decides whether there is
/// a unique fit at all. With the solver `lapack` every fit is one call of `dgelsy`.
///
/// Cost of `fit` for n points and degree d ≤ 3: n·(d + 1) additions of both axes at once, twice
/// that on uneven times, plus about (d + 1)² operations. Cost of evaluation: d multiplications of
/// both axes. No call allocates.
///
/// The state read by every evaluation is small and contiguous, since a caller in another module may
/// copy the whole structure; the state of LAPACK is in an array of one.
@usableFromInline
package struct PlanarPolynomialFit: Sendable {
  /// How the newest fit was computed.
  @usableFromInline
  package enum Method: Sendable {
    /// No fit.
    case none
    /// By sums, in a unit of time of `rate` per second.
    case moments
    /// By LAPACK.
    case solver
  }

  /// The degree of the polynomial.
  @usableFromInline package let degree: Int
  /// The degree if sums are tried first; −1 if LAPACK computes every fit.
  @usableFromInline internal let summedDegree: Int
  @usableFromInline internal let steadyFactors: [GramFactor]
  @usableFromInline package internal(set) var solver: [PlanarPolynomialSolver]
  @usableFromInline package internal(set) var method = Method.none
  @usableFromInline package internal(set) var path = CubicPath(.zero, .zero, .zero, .zero)
  @usableFromInline package internal(set) var rate = 1.0
  @usableFromInline package internal(set) var newest = SIMD2<Double>.zero

  /// Creates a fit of a degree (at least 0) to at most `maximumCount` points.
  package init(degree: Int, maximumCount: Int, solver kind: FitSolver = .streaming) {
    self.degree = max(degree, 0)
    summedDegree = kind == .streaming && degree <= 3 ? self.degree : -1
    steadyFactors =
      summedDegree >= 0 ? GramFactor.steady(upTo: maximumCount, degree: self.degree) : []
    solver = [PlanarPolynomialSolver(maximumCount: maximumCount, maximumDegree: self.degree)]
  }

  /// Whether there is a fit.
  package var isFitted: Bool { method != .none }

  /// Discards the fit.
  package mutating func clear() { method = .none }

  /// Fits the newest points of a stream; see `isFitted`.
  ///
  /// - Parameters:
  ///   - points: The points, the oldest first.
  ///   - isSteady: Whether their times are evenly spaced.
  @inlinable @inline(__always)
  package mutating func fit(_ points: UnsafeBufferPointer<TimedPoint>, isSteady: Bool) {
    guard points.count > degree else {
      method = .none
      return
    }
    newest = points[points.count - 1].position
    if fitBySums(points, isSteady: isSteady) {
      method = .moments
    } else {
      fitBySolver(points)
    }
  }

  @usableFromInline @inline(never)
  internal mutating func fitBySolver(_ points: UnsafeBufferPointer<TimedPoint>) {
    method = solver[0].fit(points, degree: degree) ? .solver : .none
  }

  /// The fitted position `horizon` seconds after the newest point; nil without a fit, or where it
  /// is not finite.
  @inlinable @inline(__always)
  package func position(ahead horizon: Double) -> SIMD2<Double>? {
    if method == .moments {
      return (newest + path.value(at: horizon * rate, degree: degree)).ifFinite
    }
    guard method == .solver else { return nil }
    return (newest + Self.offset(solver, ahead: horizon)).ifFinite
  }

  /// The slope of the fit, per second.
  ///
  /// - Precondition: There is a fit.
  package func velocity(ahead horizon: Double) -> SIMD2<Double> {
    method == .moments
      ? rate * path.slope(at: horizon * rate) : solver[0].read(ahead: horizon).slope
  }

  /// Returns Σ r_x², Σ r_x·r_y and Σ r_y² of the residuals, and `spread`, the sum of the points'
  /// squared distances from the newest one.
  ///
  /// - Precondition: There is a fit to these points.
  package func residualProducts(
    of points: UnsafeBufferPointer<TimedPoint>
  ) -> (xx: Double, xy: Double, yy: Double, spread: Double) {
    guard method == .moments else {
      let solver = solver
      return residualProducts(of: points) { Self.offset(solver, ahead: $0) }
    }
    let (path, rate) = (path, rate)
    return switch degree {
    case 0: residualProducts(of: points) { path.value(at: $0 * rate, degree: 0) }
    case 1: residualProducts(of: points) { path.value(at: $0 * rate, degree: 1) }
    case 2: residualProducts(of: points) { path.value(at: $0 * rate, degree: 2) }
    default: residualProducts(of: points) { path.value(at: $0 * rate, degree: 3) }
    }
  }

  @inline(__always)
  private func residualProducts(
    of points: UnsafeBufferPointer<TimedPoint>, from value: (Double) -> SIMD2<Double>
  ) -> (xx: Double, xy: Double, yy: Double, spread: Double) {
    let last = points[points.count &- 1].time
    var (squares, product, spread) = (SIMD2<Double>.zero, 0.0, SIMD2<Double>.zero)
    for point in points {
      let offset = point.position - newest
      let residual = offset - value(point.time - last)
      squares += residual * residual
      product += residual.x * residual.y
      spread += offset * offset
    }
    return (squares.x, product, squares.y, spread.sum())
  }

  /// φᵀ·(AᵀA)⁻¹·φ: the variance of the fit `horizon` seconds ahead for unit variance of the points.
  ///
  /// - Parameters:
  ///   - track: The fitted track.
  ///   - horizon: Seconds.
  /// - Returns: The variance; nil without a fit.
  package func varianceFactor(of track: PlanarTrack, ahead horizon: Double) -> Double? {
    switch method {
    case .none: nil
    case .moments: factor(of: track).varianceFactor(at: horizon * rate, degree: degree)
    case .solver: solver[0].varianceFactor(ahead: horizon)
    }
  }

  /// The values of LAPACK's fit; not a method, since calling one would copy the whole structure.
  @usableFromInline
  package static func offset(
    _ solver: [PlanarPolynomialSolver], ahead horizon: Double
  ) -> SIMD2<Double> {
    solver[0].read(ahead: horizon).value
  }

  /// Recomputes the factor with which the points of a track were fitted.
  private func factor(of track: PlanarTrack) -> GramFactor {
    if track.clock.isSteady(over: track.count) { return steadyFactors[track.count] }
    return track.withPoints { points in
      var sums = PolynomialMoments()
      sums.add(points, 1..<points.count, degree: 3)
      return GramFactor(
        sums, inverseCount: steadyFactors[points.count].inverse0, degree: degree)
    }
  }

  @inlinable @inline(__always)
  internal mutating func fitBySums(
    _ points: UnsafeBufferPointer<TimedPoint>, isSteady: Bool
  ) -> Bool {
    switch summedDegree {
    case 0: fitBySums(points, isSteady: isSteady, degree: 0)
    case 1: fitBySums(points, isSteady: isSteady, degree: 1)
    case 2: fitBySums(points, isSteady: isSteady, degree: 2)
    case 3: fitBySums(points, isSteady: isSteady, degree: 3)
    default: false
    }
  }

  /// `degree` is a constant here, for which the loops are compiled.
  @inlinable @inline(__always)
  internal mutating func fitBySums(
    _ points: UnsafeBufferPointer<TimedPoint>, isSteady: Bool, degree: Int
  ) -> Bool {
    if isSteady {
      var sums = SteadySums()
      sums.add(points, 1..<points.count, degree: degree)
      rate = points.steadyRate(over: points.count)
      path = steadyFactors[points.count].coefficients(
        sums.moments(count: points.count, degree: degree), degree: degree)
    } else {
      var sums = PolynomialMoments()
      sums.add(points, 1..<points.count, degree: degree)
      let factor = GramFactor(
        sums, inverseCount: steadyFactors[points.count].inverse0, degree: degree)
      guard factor.degree >= degree else { return false }
      rate = 1
      path = factor.coefficients(sums, degree: degree)
    }
    return true
  }
}

extension UnsafeBufferPointer<TimedPoint> {
  /// Returns the number of intervals per second among the newest `count` points.
  @inlinable @inline(__always)
  package func steadyRate(over count: Int) -> Double {
    Double(count - 1) / (self[self.count - 1].time - self[self.count - count].time)
  }
}
