import MotionNumerics

/// The Kalman filter that Chromium, androidx and ink-stroke-modeler each run once for every axis.
///
/// The state of an axis is [p, v, a, j] in the peer's own unit of time, its first measurement sets p
/// alone and leaves the covariance at the identity, and of the state only p is measured, with
/// variance `model.measurement`:
///
/// x ← F·x,  P ← F·P·Fᵀ + q·g·gᵀ,  K = P·e₁/(P₁₁ + r),  x ← x + K·(z − p),  P ← (I − K·e₁ᵀ)·P·(…)ᵀ + r·K·Kᵀ
///
/// (Joseph's form; with the optimal gain it equals (I − K·e₁ᵀ)·P, which androidx uses, but for
/// rounding.) The gains do not depend on the measurements, so that one covariance serves all axes,
/// which are the lanes of the vectors: x, y and force. The filter is linear: it commutes with turning
/// and scaling.
///
/// Cost of an update: 400 multiplications; nothing is allocated.
package struct PeerKalmanFilter: Sendable {
  /// The noise and the motion that a peer assumes.
  package struct Model: Sendable {
    /// F, column by column: how a step of time changes the state.
    package var transition: PeerStateMatrix
    /// g, the direction of the process noise.
    package var noise: SIMD4<Double>
    /// q, the variance of the process noise along g.
    package var process: Double
    /// r, the variance of a measurement.
    package var measurement: Double
  }

  /// The estimated position, an axis a lane.
  package private(set) var position = SIMD4<Double>.zero
  /// The estimated velocity, per unit of the peer's time.
  package private(set) var velocity = SIMD4<Double>.zero
  /// The estimated acceleration.
  package private(set) var acceleration = SIMD4<Double>.zero
  /// The estimated jerk.
  package private(set) var jerk = SIMD4<Double>.zero
  /// The newest gain K.
  package private(set) var gain = SIMD4<Double>.zero
  /// How many measurements were taken in since the start, the first included.
  package private(set) var count = 0

  private var covariance: PeerStateMatrix
  private let initial: PeerStateMatrix

  /// Creates a filter with the diagonal of its first covariance: 1 for every state it has, else 0.
  package init(initialVariance: SIMD4<Double>) {
    initial = PeerStateMatrix(diagonal: initialVariance)
    covariance = initial
  }

  /// Whether the state is finite; where it is not, only a restart helps.
  package var isFinite: Bool {
    let sum = (position + velocity + acceleration + jerk).sum() + covariance.sum
    return sum.isFinite
  }

  /// Starts with a first measurement: it is the position, everything else is 0.
  package mutating func start(at measurement: SIMD4<Double>) {
    self = PeerKalmanFilter(initial)
    position = measurement
    count = 1
  }

  /// Takes in a measurement one step of `model` after the last.
  package mutating func update(_ measurement: SIMD4<Double>, _ model: Model) {
    propagate(model)
    gain = covariance.columns.0 / (covariance.columns.0.x + model.measurement)
    let innovation = measurement - position
    position += gain.x * innovation
    velocity += gain.y * innovation
    acceleration += gain.z * innovation
    jerk += gain.w * innovation
    let keeping = PeerStateMatrix.identity.subtractingFromFirstColumn(gain)
    covariance =
      keeping.congruence(covariance) + PeerStateMatrix(outer: gain, scaledBy: model.measurement)
    count += 1
  }

  private init(_ initial: PeerStateMatrix) {
    self.initial = initial
    covariance = initial
  }

  private mutating func propagate(_ model: Model) {
    let columns = model.transition.columns
    let old = (position, velocity, acceleration, jerk)
    func row(_ index: Int) -> SIMD4<Double> {
      let low = columns.0[index] * old.0 + columns.1[index] * old.1
      return low + columns.2[index] * old.2 + columns.3[index] * old.3
    }
    (position, velocity, acceleration, jerk) = (row(0), row(1), row(2), row(3))
    covariance =
      model.transition.congruence(covariance)
      + PeerStateMatrix(outer: model.noise, scaledBy: model.process)
  }
}

/// A 4 × 4 matrix, column by column.
package struct PeerStateMatrix: Sendable {
  /// The columns.
  package var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// The unit matrix.
  static let identity = PeerStateMatrix(diagonal: .one)

  /// A matrix from its rows, as they are read in a formula.
  init(
    rows: SIMD4<Double>, _ second: SIMD4<Double>, _ third: SIMD4<Double>, _ fourth: SIMD4<Double>
  ) {
    func column(_ index: Int) -> SIMD4<Double> {
      SIMD4(rows[index], second[index], third[index], fourth[index])
    }
    columns = (column(0), column(1), column(2), column(3))
  }

  /// A diagonal matrix.
  init(diagonal: SIMD4<Double>) {
    columns = (
      SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
      SIMD4(0, 0, 0, diagonal.w)
    )
  }

  /// s·v·vᵀ.
  init(outer vector: SIMD4<Double>, scaledBy scale: Double) {
    let scaled = scale * vector
    columns = (scaled * vector.x, scaled * vector.y, scaled * vector.z, scaled * vector.w)
  }

  private init(_ columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.columns = columns
  }

  /// The sum of all entries.
  var sum: Double { (columns.0 + columns.1 + columns.2 + columns.3).sum() }

  static func + (left: PeerStateMatrix, right: PeerStateMatrix) -> PeerStateMatrix {
    PeerStateMatrix(
      (
        left.columns.0 + right.columns.0, left.columns.1 + right.columns.1,
        left.columns.2 + right.columns.2, left.columns.3 + right.columns.3
      ))
  }

  static func * (matrix: PeerStateMatrix, vector: SIMD4<Double>) -> SIMD4<Double> {
    let low = matrix.columns.0 * vector.x + matrix.columns.1 * vector.y
    return low + matrix.columns.2 * vector.z + matrix.columns.3 * vector.w
  }

  /// The matrix with a vector taken from its first column.
  func subtractingFromFirstColumn(_ vector: SIMD4<Double>) -> PeerStateMatrix {
    var result = self
    result.columns.0 -= vector
    return result
  }

  /// A·S·Aᵀ for this matrix A and a symmetric S.
  func congruence(_ symmetric: PeerStateMatrix) -> PeerStateMatrix {
    let half = times(symmetric)
    // (A·S·Aᵀ)ᵀ = A·(A·S)ᵀ, and the result is symmetric.
    return times(half.transposed)
  }

  private var transposed: PeerStateMatrix {
    PeerStateMatrix(rows: columns.0, columns.1, columns.2, columns.3)
  }

  private func times(_ other: PeerStateMatrix) -> PeerStateMatrix {
    PeerStateMatrix(
      (
        self * other.columns.0, self * other.columns.1, self * other.columns.2,
        self * other.columns.3
      ))
  }
}
