/// The least-mean-squares filter: a step against the gradient of the squared error.
///
/// w ← (1 − μα)·w + μ′·Σ u·ξ, with the sum over both axes at once (not one after the other, which
/// would make the answer depend on the choice of axes) and μ′ = min(μ, 1/Σ|u_k|²). The minimum is
/// the stability limit: no single update overshoots its own error, so an outlier cannot make the
/// weights diverge. The mean converges for μ below 2 / trace E[U·Uᵀ].
///
/// Cost: 4·n operations per update for n weights.
///
/// Source: Widrow and Hoff, "Adaptive switching circuits", IRE WESCON 1960; leakage as in Haykin,
/// "Adaptive Filter Theory", 4th edition 2002, section 5.
public struct LeastMeanSquares: AdaptiveFilter {
  /// The weights.
  public private(set) var weights: [Double]

  private let start: [Double]
  private let step: Double
  private let leakage: Double

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - start: The weights at the start.
  ///   - step: μ, the fraction of the gradient taken, above 0; its unit is that of 1/u².
  ///   - leakage: α ≥ 0: the decay of the weights towards 0; 0 is the plain filter.
  public init(start: [Double], step: Double, leakage: Double = 0) {
    self.start = start
    self.step = step
    self.leakage = leakage
    weights = start
  }

  /// Updates the weights from the error of the output.
  public mutating func update(
    regressor: [SIMD2<Double>], desired: SIMD2<Double>
  ) -> SIMD2<Double>? {
    guard let (innovation, energy) = assess(regressor, desired) else { return nil }
    let gain = energy * step > 1 ? 1 / energy : step
    let kept = max(1 - step * leakage, 0)
    Self.descend(&weights, keeping: kept, along: regressor, innovation, gain: gain)
    return innovation
  }

  /// Resets to the initial state.
  public mutating func reset() {
    for index in start.indices { weights[index] = start[index] }
  }
}
