import MotionNumerics

/// The quantiles of a stream of numbers at the levels of `RadialQuantiles`, tracked one by one.
///
/// q_p ← q_p + γ·w_p·(1{z > q_p} − (1 − p)): however the numbers are distributed, the share of them below q_p converges
/// to p, to within (range of z)/(γ·w_p·n) after n of them. γ falls as 1/(`trust` + n) down to 1/memory,
/// so that a drift is followed. w_p = 1/f(q_p), f being the density that the logarithm of the length
/// of a plane normal error has at its quantile p, times 0.6 for heavier tails.
///
/// Source: Gibbs, Candès, NeurIPS 2021, arXiv:2106.00170; Angelopoulos, Candès, Tibshirani, NeurIPS 2023,
/// arXiv:2307.16895, whose quantile tracker this is.
struct LevelTracker: Sendable {
  /// The quantiles at the six levels, the smallest first; the rest of the lanes are not used.
  private(set) var quantiles: SIMD8<Double>
  private var count = 0.0

  /// The weight of the initial quantiles, as a number of observations.
  private static let trust = 50.0

  private static let up = steps { level, density in level / density }
  private static let down = steps { level, density in (level - 1) / density }

  private static func steps(_ step: (_ level: Double, _ density: Double) -> Double) -> SIMD8<Double>
  {
    var result = SIMD8<Double>.zero
    for (lane, level) in RadialQuantiles.levels.enumerated() {
      let depth = -Elementary.logarithm(1 - level)
      result[lane] = step(level, 0.6 * 2 * depth * (1 - level))
    }
    return result
  }

  /// Creates a tracker that begins with given quantiles.
  init(_ quantiles: SIMD8<Double>) { self.quantiles = quantiles }

  /// Takes in a number, which is not NaN.
  mutating func settle(_ number: Double, memory: Double) {
    count += 1
    let gain = max(1 / (Self.trust + count), 1 / memory)
    let isAbove = SIMD8(repeating: number) .> quantiles
    quantiles += gain * Self.down.replacing(with: Self.up, where: isAbove)
  }
}
