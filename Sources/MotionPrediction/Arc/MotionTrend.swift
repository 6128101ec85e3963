import MotionNumerics

/// A motion in the plane as a function of time: constant speed, and a share of an acceleration along
/// it, in an orthogonal basis.
struct MotionTrend: Sendable {
  let basis: TrendBasis
  let constant: SIMD2<Double>
  let linear: SIMD2<Double>
  let quadratic: SIMD2<Double>

  func value(at time: Double) -> SIMD2<Double> {
    let at = basis.values(at: time)
    return constant + at.linear * linear + at.quadratic * quadratic
  }

  /// The velocity; 0 from the moment at which a motion that slows down has stopped.
  func slope(at time: Double) -> SIMD2<Double> {
    time < stop ? linear + basis.quadraticSlope(at: time) * quadratic : .zero
  }

  /// The moment at which the motion is where it is at `time`: not after it has stopped.
  func held(_ time: Double) -> Double { min(time, stop) }

  /// When the motion comes to a stop after time 0; infinity where it does not slow down.
  private var stop: Double {
    guard quadratic != .zero else { return .infinity }
    let velocity = linear + basis.quadraticSlope(at: 0) * quadratic
    let slowing = velocity.dot(quadratic)
    return slowing < 0 ? velocity.squaredLength / (-2 * slowing) : .infinity
  }
}

/// Weighted least squares of a window's values over time.
///
/// Value and speed come from the weights; the acceleration from all samples alike, since over the few
/// that decide the speed it is not to be seen.
struct TrendFitting: Sendable {
  private let basis: TrendBasis
  private let wide: TrendBasis?
  private let acceleration: Double

  init(_ path: PathSamples, acceleration: Double) {
    self.acceleration = acceleration
    basis = TrendBasis(times: path.times, weights: path.weights)
    let wide = acceleration > 0 ? TrendBasis(times: path.times, weights: path.ones) : nil
    self.wide = wide.flatMap { $0.quadraticSquare > 0 ? $0 : nil }
  }

  /// The trend of values, one a sample; nil if their times do not tell a speed.
  func trend(
    of values: UnsafeBufferPointer<SIMD2<Double>>, _ path: PathSamples
  ) -> MotionTrend? {
    guard basis.linearSquare > 0 else { return nil }
    var (constant, linear) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for index in 0..<path.count {
      let weighted = path.weights[index] * values[index]
      constant += weighted
      linear += (path.times[index] - basis.mean) * weighted
    }
    linear /= basis.linearSquare
    return MotionTrend(
      basis: basis, constant: constant / basis.total, linear: linear,
      quadratic: quadratic(of: values, path, along: linear))
  }

  /// The share of the fitted acceleration that lies along the velocity.
  private func quadratic(
    of values: UnsafeBufferPointer<SIMD2<Double>>, _ path: PathSamples,
    along velocity: SIMD2<Double>
  ) -> SIMD2<Double> {
    guard let wide, let direction = velocity.normalized else { return .zero }
    var sum = SIMD2<Double>.zero
    for index in 0..<path.count {
      sum += wide.values(at: path.times[index]).quadratic * values[index]
    }
    return (acceleration / wide.quadraticSquare) * sum.dot(direction) * direction
  }

  /// How the samples' values enter the three coefficients.
  func influence(_ path: PathSamples) -> TrendInfluence {
    TrendInfluence(basis, wide, acceleration, path)
  }
}

/// The influence of each sample's value on a trend's three coefficients.
struct TrendInfluence: Sendable {
  /// The coefficients' covariance under unit noise in the values.
  private(set) var products = SymmetricMatrix3()
  /// Their covariance with the newest sample.
  private(set) var newest = SIMD3<Double>.zero
  private let basis: TrendBasis
  private let wide: TrendBasis?
  private let acceleration: Double

  /// 1/Σw and 1/Σwφ₁².
  private let inverse: SIMD2<Double>

  fileprivate init(
    _ basis: TrendBasis, _ wide: TrendBasis?, _ acceleration: Double, _ path: PathSamples
  ) {
    self.basis = basis
    self.wide = wide
    self.acceleration = acceleration
    inverse = 1 / SIMD2(basis.total, basis.linearSquare)
    for index in 0..<path.count {
      newest = row(path, index)
      products.add(newest)
    }
  }

  /// The derivatives of the three coefficients with respect to the value of one sample.
  @inline(__always)
  func row(_ path: PathSamples, _ index: Int) -> SIMD3<Double> {
    let (time, weight) = (path.times[index], path.weights[index])
    var row = SIMD3(weight * inverse.x, weight * (time - basis.mean) * inverse.y, 0)
    if let wide {
      row.z = acceleration * wide.values(at: time).quadratic / wide.quadraticSquare
    }
    return row
  }
}
