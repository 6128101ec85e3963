/// An interacting multiple model (IMM) filter: several Kalman filters, one of which is right at a
/// time.
///
/// Which one is right follows a Markov chain. Each cycle:
///
/// 1. mixing: c̄_j = Σ_i M_ij·μ_i, ω_ij = M_ij·μ_i/c̄_j, x₀_j = Σ_i ω_ij·x_i and
///    P₀_j = Σ_i ω_ij·(P_i + (x_i − x₀_j)(x_i − x₀_j)ᵀ);
/// 2. prediction and update of each filter with the measured position: ν_j, s_j;
/// 3. μ_j ∝ c̄_j·Λ_j with Λ_j = exp(−‖ν_j‖²/(2·s_j))/(2π·s_j).
///
/// Both axes share a covariance (see `PlanarKalmanFilter`), so that the spread of means in P₀_j is
/// the mean over the axes, the covariance with that symmetry that is nearest to the mixture in
/// Kullback–Leibler divergence. Derivatives that a model lacks count as 0.
/// Likelihoods are compared as logarithms, and P₀_j is assembled from square roots, so neither
/// underflow nor rounding can corrupt them.
///
/// Filters may keep covariances in units of an unknown measurement variance; `scale` is then that
/// value, and 1 otherwise.
///
/// Source: Blom and Bar-Shalom, "The interacting multiple model algorithm for systems with
/// Markovian switching coefficients", IEEE Transactions on Automatic Control 33(8), 1988,
/// doi:10.1109/9.1299.
package struct InteractingModels: Hashable, Sendable {
  /// The greatest number of models.
  package static let maximumCount = 4

  /// The filters, 1 to 4 of them.
  package private(set) var filters: [PlanarKalmanFilter]
  /// μ, the probability of each filter's model; 0 beyond the number of filters.
  package private(set) var probabilities: SIMD4<Double>
  private var mixed: [PlanarKalmanFilter]
  /// The steps of each filter's model.
  private var steps: [KinematicSteps]
  private let order: Int

  /// Creates a set of filters.
  ///
  /// - Precondition: There are 1 to 4 filters.
  /// - Parameters:
  ///   - filters: The filters, all tracking the same point.
  ///   - probabilities: The initial μ, normalized to sum to 1. Default: uniform.
  package init(filters: [PlanarKalmanFilter], probabilities: SIMD4<Double>? = nil) {
    precondition((1...Self.maximumCount).contains(filters.count), "1 to 4 models can interact")
    self.filters = filters
    mixed = filters
    steps = filters.map { _ in KinematicSteps() }
    order = filters.reduce(2) { max($0, $1.model.order) }
    var weights = SIMD4<Double>.zero
    for index in filters.indices { weights[index] = probabilities?[index] ?? 1 }
    self.probabilities = weights / weights.sum()
  }

  /// Replaces all filters and resets the probabilities to uniform.
  ///
  /// - Parameter filter: Returns the filter at an index.
  package mutating func restart(with filter: (Int) -> PlanarKalmanFilter) {
    // Set all four: a NaN beyond the last filter would persist forever.
    probabilities = .zero
    for index in filters.indices {
      filters[index] = filter(index)
      mixed[index] = filters[index]
      steps[index].removeAll()
      probabilities[index] = 1 / Double(filters.count)
    }
  }

  /// Whether all state is finite.
  package var isFinite: Bool {
    probabilities.sum().isFinite && filters.allSatisfy { $0.isFinite }
  }

  /// Mixes the filters' states according to the model transition probabilities.
  ///
  /// - Parameters:
  ///   - transition: M; row i holds the probabilities of switching from model i to each model and
  ///     sums to 1.
  ///   - scale: The measurement variance in units of the filters'; above 0.
  package mutating func mix(_ transition: Matrix4, scale: Double = 1) {
    let count = filters.count
    var predicted = SIMD4<Double>.zero
    for from in 0..<count { predicted += probabilities[from] * transition[from] }
    for to in 0..<count {
      guard predicted[to] > 0 else {
        mixed[to] = filters[to]
        continue
      }
      var shares = SIMD4<Double>.zero
      for from in 0..<count {
        shares[from] = transition[from, to] * probabilities[from] / predicted[to]
      }
      combine(shares, into: to, scale: scale)
    }
    swap(&filters, &mixed)
    probabilities = predicted / predicted.sum()
  }

  private mutating func combine(_ shares: SIMD4<Double>, into target: Int, scale: Double) {
    var (x, y) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
    for index in filters.indices {
      x += shares[index] * filters[index].x
      y += shares[index] * filters[index].y
    }
    var root: Matrix4?
    let unit = (1 / (2 * scale)).squareRoot()
    for index in filters.indices where shares[index] > 0 {
      let weight = shares[index].squareRoot()
      let part = weight * filters[index].root
      let gathered = root.map { Matrix4.triangle($0, part, order: order) } ?? part
      let spread = weight * unit
      let (dx, dy) = (spread * (filters[index].x - x), spread * (filters[index].y - y))
      root = Matrix4.triangle(
        gathered,
        Matrix4(
          SIMD4(dx.x, dy.x, 0, 0), SIMD4(dx.y, dy.y, 0, 0), SIMD4(dx.z, dy.z, 0, 0),
          SIMD4(dx.w, dy.w, 0, 0)), order: order)
    }
    mixed[target].x = x
    mixed[target].y = y
    mixed[target].root = root ?? Matrix4()
  }

  /// Advances every filter by a time step.
  package mutating func advance(by step: Double) {
    for index in filters.indices { filters[index].advance(by: step) }
  }

  /// Advances every filter to `time`, like `advance(by:)`; a repeated step costs less.
  package mutating func advance(by step: Double, to time: Double) {
    for index in filters.indices { steps[index].advance(&filters[index], by: step, to: time) }
  }

  /// Updates the estimate with a measured position.
  ///
  /// - Parameters:
  ///   - position: The measured position.
  ///   - scale: The measurement variance in units of the filters'; nil if it is not known, and
  ///     the probabilities then remain unchanged.
  /// - Returns: Σ μ_j·‖ν_j‖²/s_j with the new probabilities: for matched models its mean is twice
  ///   the scale.
  @discardableResult
  package mutating func update(with position: SIMD2<Double>, scale: Double? = 1) -> Double {
    var (squares, logarithms) = (SIMD4<Double>.zero, SIMD4<Double>(repeating: -.infinity))
    for index in filters.indices {
      let innovation = filters[index].update(with: position)
      squares[index] = innovation.normalizedSquare
      logarithms[index] =
        -squares[index] / (2 * (scale ?? 1)) - Elementary.logarithm(innovation.variance)
    }
    if scale != nil { reweigh(logarithms) }
    return (probabilities * squares).sum()
  }

  private mutating func reweigh(_ logarithms: SIMD4<Double>) {
    var greatest = -Double.infinity
    for index in filters.indices where probabilities[index] > 0 {
      greatest = max(greatest, logarithms[index])
    }
    guard greatest.isFinite else { return }
    for index in filters.indices {
      probabilities[index] *= Elementary.exponential(logarithms[index] - greatest)
    }
    probabilities /= probabilities.sum()
  }

  /// Returns the mean over the filters, weighted by their probabilities.
  package func mean(_ value: (PlanarKalmanFilter) -> SIMD2<Double>) -> SIMD2<Double> {
    var sum = SIMD2<Double>.zero
    for index in filters.indices { sum += probabilities[index] * value(filters[index]) }
    return sum
  }
}
