/// A Kalman filter for a point in the plane whose position is measured.
///
/// Both axes follow the same `KinematicModel` with the same noise, so they share one covariance
/// P and one gain; the filter is therefore equivariant under rotation of the plane.
///
/// P is kept as its lower triangular root, P = L·Lᵀ. A step is L ← triangle(F·L, C), see
/// `Matrix4.triangle`. Since only the position is measured, H = (1, 0, 0, 0) and Hᵀ's image under
/// Lᵀ has one entry, and the update has a closed form: with s = L₁₁² + R and the gain K =
/// L₁₁·L_{·1}/s, the first column of L is multiplied by √(R/s) and the others stay. (P − K·s·Kᵀ =
/// L·Lᵀ − (L₁₁²/s)·L_{·1}·L_{·1}ᵀ, exactly.) Nothing is ever subtracted from a covariance, so P is
/// symmetric and positive regardless of rounding.
///
/// Cost: about 300 operations for step and update together; nothing is allocated.
///
/// Source: Kalman 1960, doi:10.1115/1.3662552; the triangular root after Carlson, AIAA Journal
/// 11(9), 1973, doi:10.2514/3.6907.
public struct PlanarKalmanFilter: Hashable, Sendable {
  /// The motion model.
  public var model: KinematicModel
  /// R, the variance of a measured position along each axis.
  public let measurementVariance: Double
  /// The estimated state of the first axis: position, velocity, acceleration, jerk.
  public internal(set) var x: SIMD4<Double>
  /// The estimated state of the second axis.
  public internal(set) var y: SIMD4<Double>
  /// L, lower triangular, with L·Lᵀ the covariance of either axis' state.
  package internal(set) var root: Matrix4
  /// K of the newest update; (1, 0, 0, 0) before the first.
  package private(set) var gain = SIMD4<Double>(1, 0, 0, 0)

  /// Creates a filter at a measured position.
  ///
  /// The initial position is the measured one with variance R; the derivatives are 0 with the given
  /// standard deviations.
  ///
  /// - Parameters:
  ///   - model: The motion model.
  ///   - position: The first measured position.
  ///   - measurementVariance: R, above 0.
  ///   - derivativeDeviations: Initial standard deviations of velocity, acceleration and jerk;
  ///     those of derivatives that the model lacks are ignored.
  public init(
    model: KinematicModel, position: SIMD2<Double>, measurementVariance: Double,
    derivativeDeviations: SIMD3<Double>
  ) {
    self.model = model
    self.measurementVariance = measurementVariance
    x = SIMD4(position.x, 0, 0, 0)
    y = SIMD4(position.y, 0, 0, 0)
    let order = model.order
    root = Matrix4(
      diagonal: SIMD4(
        measurementVariance.squareRoot(), derivativeDeviations.x,
        order > 2 ? derivativeDeviations.y : 0, order > 3 ? derivativeDeviations.z : 0))
  }

  /// P = L·Lᵀ, the covariance of either axis' state.
  package var covariance: Matrix4 { root.squared }

  /// The estimated position.
  public var position: SIMD2<Double> { SIMD2(x.x, y.x) }

  /// Whether all state is finite.
  public var isFinite: Bool {
    ((x * 0) + (y * 0)).sum() == 0 && root.isFinite
  }

  /// Advances by a time step: state ← F·state, P ← F·P·Fᵀ + Q.
  ///
  /// - Parameter step: The time step, at least 0; 0 changes nothing under continuous noise.
  package mutating func advance(by step: Double) { advance(over: model.step(over: step)) }

  /// Advances by a step of this model.
  package mutating func advance(over step: KinematicStep) {
    let strength = model.density.squareRoot()
    guard model.order > 2 else { return advancePair(over: step, strength: strength) }
    x = step.transition * x
    y = step.transition * y
    root = Matrix4.triangle(
      step.transition * root, strength * step.unitNoiseFactor, order: model.order)
  }

  /// The same for models of position and velocity, without the rows and columns that are 0.
  private mutating func advancePair(over step: KinematicStep, strength: Double) {
    let (carried, kept) = (step.transition.row0.y, step.transition.row1.y)
    x = SIMD4(x.x + carried * x.y, kept * x.y, 0, 0)
    y = SIMD4(y.x + carried * y.y, kept * y.y, 0, 0)
    let (top, below) = (root.row0.x + carried * root.row1.x, carried * root.row1.y)
    let noise = strength * step.unitNoiseFactor.row1.lowHalf
    let first = SIMD4(top, below, strength * step.unitNoiseFactor.row0.x, 0)
    var second = SIMD4(kept * root.row1.x, kept * root.row1.y, noise.x, noise.y)
    let length = (first * first).sum().squareRoot()
    let direction = length > 0 ? first / length : .zero
    let share = (direction * second).sum()
    second -= share * direction
    root = Matrix4(
      SIMD4(length, 0, 0, 0), SIMD4(share, (second * second).sum().squareRoot(), 0, 0))
  }

  /// Updates the estimate with a measured position.
  ///
  /// - Returns: The difference from the expected position.
  @discardableResult
  public mutating func update(with position: SIMD2<Double>) -> Innovation {
    let column = root.firstColumn
    let variance = column.x * column.x + measurementVariance
    let innovation = position - self.position
    gain = column * (column.x / variance)
    x += innovation.x * gain
    y += innovation.y * gain
    let remainder = (measurementVariance / variance).squareRoot()
    root.row0.x *= remainder
    root.row1.x *= remainder
    root.row2.x *= remainder
    root.row3.x *= remainder
    return Innovation(vector: innovation, variance: variance)
  }

  /// Returns the expected position after `horizon`; a negative horizon looks back along the model.
  ///
  /// The variance is entry (1, 1) of F·P·Fᵀ + Q(|horizon|); for the past it exceeds a smoother's.
  public func forecast(after horizon: Double) -> Forecast {
    let transition = model.transition(over: horizon)
    let noise = model.positionNoise(over: abs(horizon))
    let spread = transition.row0.combining(root)
    return Forecast(
      position: SIMD2((transition.row0 * x).sum(), (transition.row0 * y).sum()),
      velocity: SIMD2((transition.row1 * x).sum(), (transition.row1 * y).sum()),
      variance: (spread * spread).sum() + noise)
  }

  /// The same displacement as `forecast`, from the newest measured position instead of the
  /// estimate.
  ///
  /// The error is n + g·(v̂ − v) − w, n being the measurement's error, g the first row of F without
  /// its first entry and w the noise to come; n and v̂ − v have covariance K·R. Its variance is
  /// R + g·P·gᵀ + 2·g·K·R + Q₁₁.
  ///
  /// - Parameters:
  ///   - horizon: How much later.
  ///   - measured: The position given to the newest update.
  /// - Returns: The forecast.
  public func forecast(after horizon: Double, from measured: SIMD2<Double>) -> Forecast {
    let transition = model.transition(over: horizon)
    let noise = model.positionNoise(over: abs(horizon))
    var row = transition.row0
    row.x = 0
    let spread = row.y * root.row1 + row.z * root.row2 + row.w * root.row3
    let variance =
      measurementVariance * (1 + 2 * (row * gain).sum()) + (spread * spread).sum()
      + noise
    return Forecast(
      position: measured + SIMD2((row * x).sum(), (row * y).sum()),
      velocity: SIMD2((transition.row1 * x).sum(), (transition.row1 * y).sum()),
      variance: variance)
  }

  /// The position of `forecast(after:)` alone.
  public func position(after horizon: Double) -> SIMD2<Double> {
    let row = model.transition(over: horizon).row0
    return SIMD2((row * x).sum(), (row * y).sum())
  }

  /// The position of `forecast(after:from:)` alone.
  public func position(after horizon: Double, from measured: SIMD2<Double>) -> SIMD2<Double> {
    var row = model.transition(over: horizon).row0
    row.x = 0
    return measured + SIMD2((row * x).sum(), (row * y).sum())
  }

  /// A forecast of a filter.
  public struct Forecast: Hashable, Sendable {
    /// The expected position.
    public var position: SIMD2<Double>
    /// The expected velocity.
    public var velocity: SIMD2<Double>
    /// The variance of the position along each axis.
    public var variance: Double
  }
}

/// The difference between a measured and an expected position.
public struct Innovation: Hashable, Sendable {
  /// Measured minus expected.
  public var vector: SIMD2<Double>
  /// s, its expected variance along each axis.
  public var variance: Double

  /// Creates an innovation.
  public init(vector: SIMD2<Double>, variance: Double) {
    self.vector = vector
    self.variance = variance
  }

  /// The normalized innovation squared, ‖ν‖²/s.
  ///
  /// If model and noise match the motion, it has a χ² distribution with two
  /// degrees of freedom: mean 2.
  public var normalizedSquare: Double { vector.squaredLength / variance }
}
