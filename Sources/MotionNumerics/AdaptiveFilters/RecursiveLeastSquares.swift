/// Recursive least squares in square-root form (inverse QR-RLS), for points in the plane.
///
/// After n updates the weights minimize, over the whole history and both axes,
///
///     δ·(Π_{j≤n} λ_j)·|w − w₀|² + Σ_i (Π_{i<j≤n} λ_j)·|d_i − Σ_k w_k·u_k(i)|²
///
/// without storing the history: the state is w and a lower triangle S with P = S·Sᵀ, the inverse of
/// the weighted correlation matrix. Each update multiplies P by 1/λ once and then adds the row of
/// x and the row of y, each by rotating the pre-array
///
///     [ 1   uᵀS ]          [ γ^−½     0     ]
///     [ 0    S  ]   into   [ k·γ^−½   S_new ]
///
/// with plane rotations from the last column to the first, which keeps S a triangle. S·Sᵀ is
/// symmetric and positive regardless of rounding, unlike in the textbook recursion P − k·uᵀP.
///
/// - *Forgetting*: λ = `forgetting` (memory about 1/(1 − λ) updates) or, with `adaptation` η above
///   0, λ = 1 − η·|ξ|²/σ², clipped to `leastForgetting`…`forgetting`: an error greater than usual
///   shortens the memory. σ² is the running mean of |ξ|², with weight 1 − `smoothing` for the
///   newest.
/// - *Bounded trace*: in directions that no regressor excites, P grows as λ⁻ⁿ. λ is raised towards
///   1 where trace P would exceed `traceLimit`.
///
/// The plane rotations of one row are independent: with e = Sᵀu the lengths are the square roots of
/// the partial sums 1 + Σe², known before any rotation, so two rows of S are rotated at once and
/// the weight rows side by side.
///
/// With the solver `lapack`, LAPACK minimizes the same criterion with the same prior, forgetting
/// and bound: each update is one call of `dtpqrt` (`InformationTriangle`). The two agree to 1e-9
/// while the trace limit is not reached and the problem is well conditioned.
///
/// Cost: about 8·n² operations and 2·n square roots per update for n weights; no allocation. With
/// `lapack` n³ + 4·n² operations.
///
/// Sources: Haykin, "Adaptive Filter Theory", 4th edition 2002, chapter 14, inverse QR-RLS;
/// Fortescue, Kershenbaum and Ydstie, "Implementation of self-tuning regulators with variable
/// forgetting factors", Automatica 17(6), 1981, doi:10.1016/0005-1098(81)90070-4 (their factor
/// 1 − uᵀk, between 0 and 1, is omitted, since it would need the gain first).
public struct RecursiveLeastSquares: AdaptiveFilter {
  /// The settings of the filter.
  public struct Settings: Hashable, Sendable {
    /// δ > 0, in the unit of u²: P starts as 1/δ times the unit matrix.
    public var regularization: Double
    /// λ, above 0 and at most 1; with `adaptation` its greatest value.
    public var forgetting: Double
    /// The least value of λ, with `adaptation`.
    public var leastForgetting: Double
    /// η ≥ 0; 0 keeps λ fixed.
    public var adaptation: Double
    /// The fraction of the running mean of |ξ|² kept at each update, 0..<1.
    public var smoothing: Double
    /// The greatest trace of P to which forgetting may raise it.
    public var traceLimit: Double
    /// The solver that updates the triangle.
    public var solver: FitSolver

    /// Creates settings; by default λ is fixed.
    public init(
      regularization: Double, forgetting: Double, leastForgetting: Double = 0.9,
      adaptation: Double = 0, smoothing: Double = 0.99, traceLimit: Double = 1e12,
      solver: FitSolver = .streaming
    ) {
      self.regularization = regularization
      self.forgetting = forgetting
      self.leastForgetting = leastForgetting
      self.adaptation = adaptation
      self.smoothing = smoothing
      self.traceLimit = traceLimit
      self.solver = solver
    }
  }

  /// The weights.
  public private(set) var weights: [Double]
  /// The λ of the newest update; 1 before the first.
  public private(set) var forgetting = 1.0

  private let settings: Settings
  private let start: [Double]
  /// S, without rows if LAPACK solves.
  private var triangle: RotatedTriangle
  /// The triangle that LAPACK updates: one, or none.
  ///
  /// An array, so that copies cost the other solver nothing.
  private var information: [InformationTriangle]
  /// The running mean of |ξ|²; nil before the first update.
  private var innovationPower: Double?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - start: w₀, the weights at the start.
  ///   - settings: The settings.
  public init(start: [Double], settings: Settings) {
    self.start = start
    self.settings = settings
    weights = start
    let isStreaming = settings.solver == .streaming || start.isEmpty
    triangle = RotatedTriangle(order: isStreaming ? start.count : 0)
    information = isStreaming ? [] : [InformationTriangle(order: start.count)]
    reset()
  }

  /// S, column by column: row i of column j stands at `i + j * weights.count` and is 0 for i < j.
  ///
  /// A copy, for diagnostics.
  package var root: [Double] { information.first?.root ?? triangle.columns }

  /// The trace of P: the sum of the squares of S.
  package var trace: Double {
    information.isEmpty ? triangle.sumOfSquares : information[0].inverseSquares
  }

  /// Updates the weights from the error of the output.
  public mutating func update(
    regressor: [SIMD2<Double>], desired: SIMD2<Double>
  ) -> SIMD2<Double>? {
    guard let (innovation, _) = assess(regressor, desired) else { return nil }
    forgetting = max(wantedForgetting(innovation), min(trace / settings.traceLimit, 1))
    guard information.isEmpty else {
      information[0].absorb(
        regressor, desired, decay: forgetting.squareRoot(), into: &weights)
      return innovation
    }
    let growth = forgetting < 1 ? (1 / forgetting).squareRoot() : 1
    regressor.withUnsafeBufferPointer { points in
      weights.withUnsafeMutableBufferPointer { weights in
        triangle.absorb(points, axis: 0, error: innovation.x, growth: growth, into: weights)
        // The error of the second axis, with the weights already updated by the first.
        var error = desired.y
        for index in 0..<weights.count { error -= weights[index] * points[index].y }
        triangle.absorb(points, axis: 1, error: error, growth: 1, into: weights)
      }
    }
    return innovation
  }

  /// Resets to the initial state.
  public mutating func reset() {
    for index in start.indices { weights[index] = start[index] }
    triangle.reset(diagonal: (1 / settings.regularization).squareRoot())
    if !information.isEmpty {
      information[0].reset(diagonal: settings.regularization.squareRoot(), weights: start)
    }
    forgetting = 1
    innovationPower = nil
  }

  private mutating func wantedForgetting(_ innovation: SIMD2<Double>) -> Double {
    guard settings.adaptation > 0 else { return settings.forgetting }
    let power = innovation.squaredLength
    guard let usual = innovationPower else {
      innovationPower = power
      return settings.forgetting
    }
    innovationPower = settings.smoothing * usual + (1 - settings.smoothing) * power
    // An error after no error at all is infinitely unusual.
    let unusual = power > 0 ? power / usual : 0
    let wanted = 1 - settings.adaptation * unusual
    return min(max(wanted, settings.leastForgetting), settings.forgetting)
  }
}
