/// A linear motion model along one axis: the state transition and its process noise.
///
/// The state is position, velocity, acceleration and jerk; the model uses the first
/// `order` of them. Any consistent units work: a filter with its own unit of time uses the
/// same model with other numbers.
public struct KinematicModel: Hashable, Sendable {
  /// The derivative that is constant except for noise.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Constant velocity.
    case velocity
    /// Constant acceleration.
    case acceleration
    /// Constant jerk.
    case jerk
    /// Acceleration that decays exponentially (Singer).
    case singer
    /// Velocity that decays exponentially (the integral of an Ornstein–Uhlenbeck process).
    case damped

    /// Whether its highest derivative decays.
    package var decays: Bool { self == .singer || self == .damped }
  }

  /// How the noise enters.
  public enum Excitation: String, Hashable, Sendable, CaseIterable {
    /// Continuous white noise, consistent on uneven clocks.
    case continuous
    /// Noise that is constant during a step.
    case discrete
  }

  /// The derivative that is constant except for noise.
  public let kind: Kind
  /// How the noise enters; decaying models support only `continuous`.
  public let excitation: Excitation
  /// The noise strength: `density` of `ProcessNoise.continuous` (for a decaying derivative with
  /// variance σ², 2σ²/τ), or `variance` of `ProcessNoise.discrete`.
  public var density: Double
  /// τ, the time in which the acceleration of `singer`, or the velocity of `damped`, decays to 1/e;
  /// ignored otherwise.
  public let decayTime: Double
  private let unitNoise: Matrix4

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - kind: The derivative that is constant except for noise.
  ///   - excitation: How the noise enters. Default: continuous.
  ///   - density: The noise strength.
  ///   - decayTime: τ of a model that decays, above 0. Default: 1.
  public init(
    kind: Kind, excitation: Excitation = .continuous, density: Double, decayTime: Double = 1
  ) {
    self.kind = kind
    self.excitation = kind.decays ? .continuous : excitation
    self.density = density
    self.decayTime = decayTime
    let order = Self.order(of: kind)
    unitNoise = ProcessNoise.integratedNoise(order: order).choleskyFactor
  }

  /// The number of state variables, position included: 2…4.
  public var order: Int { Self.order(of: kind) }

  private static func order(of kind: Kind) -> Int {
    switch kind {
    case .velocity, .damped: 2
    case .acceleration, .singer: 3
    case .jerk: 4
    }
  }

  /// F(T): the state after a step of T is F·state; T may be negative.
  package func transition(over step: Double) -> Matrix4 {
    let half = step * step / 2
    switch kind {
    case .velocity:
      return Matrix4(SIMD4(1, step, 0, 0), SIMD4(0, 1, 0, 0))
    case .acceleration:
      return Matrix4(SIMD4(1, step, half, 0), SIMD4(0, 1, step, 0), SIMD4(0, 0, 1, 0))
    case .jerk:
      return Matrix4(
        SIMD4(1, step, half, half * step / 3), SIMD4(0, 1, step, half), SIMD4(0, 0, 1, step),
        SIMD4(0, 0, 0, 1))
    case .singer:
      let b = step / decayTime
      return Matrix4(
        SIMD4(1, step, step * step * SingerModel.positionGain(b), 0),
        SIMD4(0, 1, step * SingerModel.speedGain(b), 0),
        SIMD4(0, 0, Elementary.exponential(-b), 0))
    case .damped:
      let b = step / decayTime
      return Matrix4(
        SIMD4(1, step * SingerModel.speedGain(b), 0, 0),
        SIMD4(0, Elementary.exponential(-b), 0, 0))
    }
  }

  /// Q₁₁(T): the variance that a step adds to the position, for T of at least 0.
  package func positionNoise(over step: Double) -> Double {
    guard excitation == .continuous else {
      let gain = ProcessNoise.discreteGain(order: order, step: step).x
      return density * gain * gain
    }
    let share =
      switch kind {
      case .singer: SingerModel.positionNoise(step / decayTime)
      case .damped: SingerModel.dampedPositionNoise(step / decayTime)
      default: unitNoise.row0.x * unitNoise.row0.x
      }
    let scale = ProcessNoise.powers(order: order, step: step).x
    return density * scale * scale * share
  }

  /// C(T) with C·Cᵀ = Q(T), lower triangular, for T of at least 0.
  ///
  /// The powers of T are factored out of Q first, so short steps lose no precision.
  package func noiseFactor(over step: Double) -> Matrix4 {
    density.squareRoot() * unitNoiseFactor(over: step)
  }

  /// C(T) for a density of 1.
  func unitNoiseFactor(over step: Double) -> Matrix4 {
    guard excitation == .continuous else {
      let gain = ProcessNoise.discreteGain(order: order, step: step)
      return Matrix4(
        SIMD4(gain.x, 0, 0, 0), SIMD4(gain.y, 0, 0, 0), SIMD4(gain.z, 0, 0, 0),
        SIMD4(gain.w, 0, 0, 0))
    }
    let unit =
      switch kind {
      case .singer: SingerModel.noise(step / decayTime).choleskyFactor
      case .damped: SingerModel.dampedNoise(step / decayTime).choleskyFactor
      default: unitNoise
      }
    let scale = ProcessNoise.powers(order: order, step: step)
    return Matrix4(
      scale.x * unit.row0, scale.y * unit.row1, scale.z * unit.row2, scale.w * unit.row3)
  }

  /// Returns the transition and the noise of one step.
  package func step(over seconds: Double) -> KinematicStep {
    KinematicStep(
      seconds: seconds, transition: transition(over: seconds),
      unitNoiseFactor: unitNoiseFactor(over: seconds))
  }
}
