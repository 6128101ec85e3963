import MotionNumerics

/// A linear combination of several displacements, fitted to where the contact went.
///
/// For each horizon, w minimizes Σ_i γ^(n−i)·ω_i·|Σ_k w_k·d_{k,i} − y_i|² + λ·|w − w₀|² over the moments i
/// that have come: d_{k,i} are the displacements on offer, y_i is the contact's, γ = 0.995. ω_i is
/// 1/(u·max(e_i, 0.3·u)), with e_i the combination's error then and u its running mean (forgetting
/// factor 0.98): errors much longer than usual count linearly, as in a least absolute fit. λ is 0.1/c of
/// the mean of the diagonal, c being the discounted number of moments, at most 50: with little evidence w
/// stays at w₀.
///
/// Scaling or turning all displacements changes no weight. Cost of a moment: about 400 multiplications.
///
/// Source: ridge regression, Hoerl, Kennard, Technometrics 12 (1970) 55–67, doi:10.2307/1267351; iterative
/// reweighting, Holland, Welsch, Commun. Stat. A 6 (1977) 813–827, doi:10.1080/03610927708827533.
struct FittedBlend: Sendable {
  /// Displacements on offer, an axis each.
  struct Offers: Sendable {
    var x = SIMD8<Double>.zero
    var y = SIMD8<Double>.zero

    /// The displacement at a place.
    subscript(index: Int) -> SIMD2<Double> {
      get { SIMD2(x[index], y[index]) }
      set { (x[index], y[index]) = (newValue.x, newValue.y) }
    }
  }

  /// The fit for one horizon.
  private struct Fit: Sendable {
    /// Σ ω·(d_a·d_b), row a.
    var gram = InlineArray<8, SIMD8<Double>>(repeating: .zero)
    /// Σ ω·(d_a·y).
    var target = SIMD8<Double>.zero
    var weights: SIMD8<Double>
    /// The discounted sum of errors, and their number.
    var error = 0.0
    var count = 0.0
  }

  private var fits: [Fit]
  private let prior: SIMD8<Double>

  private static let forgetting = 0.995
  private static let errorForgetting = 0.98
  private static let ridge = 0.1
  private static let leastError = 0.3

  /// Creates a blend with the weights of the start.
  ///
  /// - Parameters:
  ///   - horizons: For how many horizons there is a fit.
  ///   - prior: w₀.
  init(horizons: Int, prior: SIMD8<Double>) {
    self.prior = prior
    fits = Array(repeating: Fit(weights: prior), count: horizons)
  }

  /// Forgets what was learned.
  mutating func reset() {
    for slot in fits.indices { fits[slot] = Fit(weights: prior) }
  }

  /// The combination of what is on offer.
  func displacement(_ slot: Int, _ offers: Offers) -> SIMD2<Double> {
    let weights = fits[slot].weights
    return SIMD2((weights * offers.x).sum(), (weights * offers.y).sum())
  }

  /// Learns from what was on offer when the contact then moved by `truth`.
  mutating func learn(_ slot: Int, _ offers: Offers, truth: SIMD2<Double>) {
    let error = (displacement(slot, offers) - truth).length
    guard error.isFinite else { return }
    fits[slot].error = Self.errorForgetting * fits[slot].error + error
    fits[slot].count = Self.errorForgetting * fits[slot].count + 1
    let usual = fits[slot].error / fits[slot].count
    let weight = 1 / (usual * max(error, Self.leastError * usual))
    let square = weight * ((offers.x * offers.x).sum() + (offers.y * offers.y).sum())
    guard weight.isFinite, square.isFinite else { return }
    let (x, y) = (weight * offers.x, weight * offers.y)
    for row in 0..<8 {
      fits[slot].gram[row] =
        Self.forgetting * fits[slot].gram[row] + (x[row] * offers.x + y[row] * offers.y)
    }
    fits[slot].target = Self.forgetting * fits[slot].target + (truth.x * x + truth.y * y)
    if let weights = solve(fits[slot]) { fits[slot].weights = weights }
  }

  /// The weights of a fit, by elimination; nil if they are not finite.
  private func solve(_ fit: Fit) -> SIMD8<Double>? {
    var (gram, target) = (fit.gram, fit.target)
    var trace = 0.0
    for row in 0..<8 { trace += gram[row][row] }
    let ridge = Self.ridge * trace / (8 * max(fit.count, 1))
    guard ridge > 0, ridge.isFinite else { return nil }
    for row in 0..<8 { gram[row][row] += ridge }
    target += ridge * prior
    for pivot in 0..<8 {
      let inverse = 1 / gram[pivot][pivot]
      for row in (pivot + 1)..<8 {
        let factor = gram[row][pivot] * inverse
        gram[row] -= factor * gram[pivot]
        target[row] -= factor * target[pivot]
      }
    }
    var weights = SIMD8<Double>.zero
    for row in (0..<8).reversed() {
      weights[row] = (target[row] - (weights * gram[row]).sum()) / gram[row][row]
    }
    return weights.sum().isFinite ? weights : nil
  }
}
