import MotionNumerics

/// A linear combination of several displacements, fitted to where the contact went.
///
/// For each horizon, w minimizes Σ_i γ^(n−i)·ω_i·|Σ_k w_k·d_{k,i} − y_i|² + λ·|w − w₀|² over the moments i
/// that have come: d_{k,i} are the displacements on offer, y_i is the contact's, γ = 0.9915. ω_i is
/// 1/(u·max(e_i, 1.95·u)), with e_i the combination's error then and u the usual one (`UsualLength`,
/// γ = 0.982): errors much longer than usual count linearly, as in a least absolute fit. ω_i is less where
/// ω_i·Σ_k |d_{k,i}|² would exceed 300, so that no moment decides alone. λ = 1.07: as the displacements
/// are measured in usual errors, a weight leaves w₀ once it has explained a few of them.
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

  private var fits: [Fit]
  private let prior: SIMD8<Double>

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
    fits[slot].displacement(offers)
  }

  /// Learns from what was on offer when the contact then moved by `truth`.
  mutating func learn(_ slot: Int, _ offers: Offers, truth: SIMD2<Double>) {
    fits[slot].learn(offers, truth: truth, prior: prior)
  }
}

/// The fit for one horizon.
private struct Fit: Sendable {
  /// Σ ω·(d_a·d_b) at 8·a + b for a ≤ b; the rest is not used.
  private var gram = InlineArray<64, Double>(repeating: 0)
  /// Σ ω·(d_a·y).
  private var target = InlineArray<8, Double>(repeating: 0)
  private var weights: SIMD8<Double>
  private var usualError = UsualLength(memory: 0.982)

  private static let forgetting = 0.9915
  private static let ridge = 1.07
  private static let leastError = 1.95
  private static let greatestSquare = 300.0

  init(weights: SIMD8<Double>) { self.weights = weights }

  /// The combination of what is on offer.
  func displacement(_ offers: FittedBlend.Offers) -> SIMD2<Double> {
    SIMD2((weights * offers.x).sum(), (weights * offers.y).sum())
  }

  /// Learns from what was on offer when the contact then moved by `truth`.
  mutating func learn(_ offers: FittedBlend.Offers, truth: SIMD2<Double>, prior: SIMD8<Double>) {
    let distance = (displacement(offers) - truth).length
    guard distance.isFinite else { return }
    let usual = usualError.add(distance)
    let squares = (offers.x * offers.x).sum() + (offers.y * offers.y).sum()
    let weight = min(
      1 / (usual * max(distance, Self.leastError * usual)), Self.greatestSquare / squares)
    guard weight.isFinite, squares.isFinite else { return }
    add(offers, truth, weight)
    solve(prior)
  }

  private mutating func add(
    _ offers: FittedBlend.Offers, _ truth: SIMD2<Double>, _ weight: Double
  ) {
    var displacements = InlineArray<8, SIMD2<Double>>(repeating: .zero)
    for index in 0..<8 { displacements[unchecked: index] = offers[index] }
    for row in 0..<8 {
      let weighted = weight * displacements[unchecked: row]
      for column in row..<8 {
        let product = (weighted * displacements[unchecked: column]).sum()
        let place = 8 * row + column
        gram[unchecked: place] = Self.forgetting * gram[unchecked: place] + product
      }
      target[unchecked: row] =
        Self.forgetting * target[unchecked: row] + (weighted * truth).sum()
    }
  }

  /// Finds the weights by elimination; they stay as they are if the new ones are not finite.
  private mutating func solve(_ prior: SIMD8<Double>) {
    var (rows, sides) = (gram, target)
    for row in 0..<8 {
      rows[unchecked: 9 * row] += Self.ridge
      sides[unchecked: row] += Self.ridge * prior[row]
    }
    // The matrix is symmetric: what is left of the diagonal is what is above it.
    for pivot in 0..<7 {
      let inverse = 1 / rows[unchecked: 9 * pivot]
      for row in (pivot + 1)..<8 {
        let factor = rows[unchecked: 8 * pivot + row] * inverse
        for column in row..<8 {
          rows[unchecked: 8 * row + column] -= factor * rows[unchecked: 8 * pivot + column]
        }
        sides[unchecked: row] -= factor * sides[unchecked: pivot]
      }
    }
    for row in (0..<8).reversed() {
      var side = sides[unchecked: row]
      for column in (row + 1)..<8 {
        side -= sides[unchecked: column] * rows[unchecked: 8 * row + column]
      }
      sides[unchecked: row] = side / rows[unchecked: 9 * row]
    }
    var found = SIMD8<Double>.zero
    for row in 0..<8 { found[row] = sides[unchecked: row] }
    if found.sum().isFinite { weights = found }
  }
}
