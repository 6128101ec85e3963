/// The normalized least-mean-squares filter: its step shrinks as the regressor's energy grows.
///
/// w ← (1 − μα)·w + μ·Σ u·ξ / (δ + Σ|u_k|²), with the sum over both axes at once. The weights stay
/// bounded for 0 < μ < 2, whatever the regressor's scale: an update removes at most the fraction
/// μ of its own error.
///
/// Cost: 4·n operations per update for n weights.
///
/// Source: Nagumo and Noda, "A learning method for system identification", IEEE Transactions on
/// Automatic Control 12(3), 1967, doi:10.1109/TAC.1967.1098599.
public struct NormalizedLeastMeanSquares: AdaptiveFilter {
  /// The weights.
  public private(set) var weights: [Double]

  private let start: [Double]
  private let step: Double
  private let regularization: Double
  private let leakage: Double

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - start: The weights at the start.
  ///   - step: μ, without unit, above 0 and below 2.
  ///   - regularization: δ ≥ 0, in the unit of u²: the energy at which the step is halved.
  ///   - leakage: α ≥ 0: the decay of the weights towards 0; 0 is the plain filter.
  public init(start: [Double], step: Double, regularization: Double, leakage: Double = 0) {
    self.start = start
    self.step = step
    self.regularization = regularization
    self.leakage = leakage
    weights = start
  }

  /// Updates the weights from the error of the output.
  public mutating func update(
    regressor: [SIMD2<Double>], desired: SIMD2<Double>
  ) -> SIMD2<Double>? {
    guard let (innovation, energy) = assess(regressor, desired) else { return nil }
    let divisor = regularization + energy
    // A regressor whose energy underflows holds no direction to correct.
    guard divisor > .leastNormalMagnitude else { return innovation }
    let kept = max(1 - step * leakage, 0)
    Self.descend(&weights, keeping: kept, along: regressor, innovation, gain: step / divisor)
    return innovation
  }

  /// Resets to the initial state.
  public mutating func reset() {
    for index in start.indices { weights[index] = start[index] }
  }
}
