/// Recursive least squares in square-root form (inverse QR-RLS), for points in the plane.
///
/// After n updates the weights minimise, over the whole history and both axes,
///
///     δ·(Π_{j≤n} λ_j)·|w − w₀|² + Σ_i (Π_{i<j≤n} λ_j)·|d_i − Σ_k w_k·u_k(i)|²
///
/// without keeping any of it: what is kept is w and a lower triangle S with P = S·Sᵀ, the inverse of
/// the weighted correlation matrix. One event multiplies P by 1/λ once and then takes in the row of
/// x and the row of y, each by rotating the pre-array
///
///     [ 1   uᵀS ]          [ γ^−½     0     ]
///     [ 0    S  ]   into   [ k·γ^−½   S_new ]
///
/// with plane rotations from the last column to the first, which keeps S a triangle. S·Sᵀ is
/// symmetric and positive whatever the rounding, where the textbook recursion P − k·uᵀP loses both.
///
/// - *Forgetting*: λ = `forgetting` (memory about 1/(1 − λ) updates) or, with `adaptation` η above 0,
///   λ = 1 − η·|ξ|²/σ², clipped to `leastForgetting`…`forgetting`: an error greater than usual
///   shortens the memory. σ² is the running mean of |ξ|², with the share 1 − `smoothing` for the
///   newest.
/// - *Bounded trace*: in directions that no regressor excites, P grows as λ⁻ⁿ. λ is raised towards 1
///   where trace P would exceed `traceLimit`.
///
/// Cost: about 8·n² operations and 2·n square roots an update for n weights; no allocation.
///
/// Sources: Haykin, "Adaptive Filter Theory", 4th edition 2002, chapter 14, inverse QR-RLS;
/// Fortescue, Kershenbaum and Ydstie, "Implementation of self-tuning regulators with variable
/// forgetting factors", Automatica 17(6), 1981, doi:10.1016/0005-1098(81)90070-4 (their factor
/// 1 − uᵀk, between 0 and 1, is left out, since it would need the gain first).
public struct RecursiveLeastSquares: AdaptiveFilter {
  /// What can be set of the filter.
  public struct Settings: Hashable, Sendable {
    /// δ > 0, in the unit of u²: P starts as 1/δ times the unit matrix.
    public var regularisation: Double
    /// λ, above 0 and at most 1; with `adaptation` its greatest value.
    public var forgetting: Double
    /// The least value of λ, with `adaptation`.
    public var leastForgetting: Double
    /// η ≥ 0; 0 keeps λ fixed.
    public var adaptation: Double
    /// The share of the running mean of |ξ|² that stays at each update, 0..<1.
    public var smoothing: Double
    /// The greatest trace of P to which forgetting may raise it.
    public var traceLimit: Double

    /// Makes settings; by default λ is fixed.
    public init(
      regularisation: Double, forgetting: Double, leastForgetting: Double = 0.9,
      adaptation: Double = 0, smoothing: Double = 0.99, traceLimit: Double = 1e12
    ) {
      self.regularisation = regularisation
      self.forgetting = forgetting
      self.leastForgetting = leastForgetting
      self.adaptation = adaptation
      self.smoothing = smoothing
      self.traceLimit = traceLimit
    }
  }

  /// The weights.
  public private(set) var weights: [Double]
  /// The λ of the newest update; 1 before the first.
  public private(set) var forgetting = 1.0

  private let settings: Settings
  private let start: [Double]
  /// S, column by column: row i of column j stands at `i + j * weights.count` and is 0 for i < j.
  public private(set) var root: [Double]
  /// k·γ^−½ while a row is taken in.
  private var gain: [Double]
  /// The running mean of |ξ|²; nil before the first update.
  private var innovationPower: Double?

  /// Makes a filter.
  ///
  /// - Parameters:
  ///   - start: w₀, the weights at the start.
  ///   - settings: What can be set.
  public init(start: [Double], settings: Settings) {
    self.start = start
    self.settings = settings
    weights = start
    gain = Array(repeating: 0, count: start.count)
    root = Array(repeating: 0, count: start.count * start.count)
    reset()
  }

  /// P = S·Sᵀ, row by row; n³ operations, for diagnosis.
  public var inverseCorrelation: [[Double]] {
    let count = weights.count
    return (0..<count).map { row in
      (0..<count).map { column in
        (0...min(row, column)).reduce(0) { sum, inner in
          sum + root[row + inner * count] * root[column + inner * count]
        }
      }
    }
  }

  /// The trace of P: the sum of the squares of S.
  public var trace: Double {
    let count = weights.count
    var sum = 0.0
    for column in 0..<count {
      for row in column..<count {
        let value = root[row + column * count]
        sum += value * value
      }
    }
    return sum
  }

  /// Compares the output with what was desired, and corrects the weights.
  public mutating func update(
    regressor: [SIMD2<Double>], desired: SIMD2<Double>
  ) -> SIMD2<Double>? {
    guard let (innovation, _) = assess(regressor, desired) else { return nil }
    forget(after: innovation)
    absorb(regressor, axis: 0, desired: desired.x)
    absorb(regressor, axis: 1, desired: desired.y)
    return innovation
  }

  /// Puts the filter back as it was made.
  public mutating func reset() {
    let count = start.count
    for index in root.indices { root[index] = 0 }
    for index in start.indices {
      weights[index] = start[index]
      root[index + index * count] = (1 / settings.regularisation).squareRoot()
    }
    forgetting = 1
    innovationPower = nil
  }

  private mutating func forget(after innovation: SIMD2<Double>) {
    forgetting = max(wantedForgetting(innovation), min(trace / settings.traceLimit, 1))
    guard forgetting < 1 else { return }
    let factor = (1 / forgetting).squareRoot()
    for index in root.indices { root[index] *= factor }
  }

  private mutating func wantedForgetting(_ innovation: SIMD2<Double>) -> Double {
    guard settings.adaptation > 0 else { return settings.forgetting }
    let power = innovation.squaredLength
    guard let usual = innovationPower else {
      innovationPower = power
      return settings.forgetting
    }
    innovationPower = settings.smoothing * usual + (1 - settings.smoothing) * power
    // An error after none at all is infinitely unusual; none after none is not.
    let unusual = power > 0 ? power / usual : 0
    let wanted = 1 - settings.adaptation * unusual
    return min(max(wanted, settings.leastForgetting), settings.forgetting)
  }

  /// Takes in the row of one axis.
  private mutating func absorb(_ regressor: [SIMD2<Double>], axis: Int, desired: Double) {
    let count = weights.count
    var error = desired
    for index in 0..<count {
      error -= weights[index] * regressor[index][axis]
      gain[index] = 0
    }
    var pivot = 1.0
    for column in (0..<count).reversed() {
      let offset = column * count
      var element = 0.0
      for row in column..<count { element += root[row + offset] * regressor[row][axis] }
      guard element != 0 else { continue }
      let length = (pivot * pivot + element * element).squareRoot()
      let (cosine, sine) = (pivot / length, element / length)
      for row in column..<count {
        let (left, right) = (gain[row], root[row + offset])
        gain[row] = cosine * left + sine * right
        root[row + offset] = cosine * right - sine * left
      }
      pivot = length
    }
    for index in 0..<count { weights[index] += gain[index] / pivot * error }
  }
}
