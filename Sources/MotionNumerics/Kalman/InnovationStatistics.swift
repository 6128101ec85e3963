/// Statistics of a filter's innovations: the noise scale, and whether the noise model is balanced.
///
/// For a filter whose covariances are in units of an unknown measurement variance σ², the mean of
/// ‖ν‖²/(2s) estimates σ². The correlation of each innovation with the previous one tells whether
/// process and measurement noise are in the right ratio: white if so, positive if the filter
/// lags, negative if it follows noise.
///
/// Source: Mehra, "On the identification of variances and adaptive Kalman filtering", IEEE
/// Transactions on Automatic Control 15(2), 1970, doi:10.1109/TAC.1970.1099422.
package struct InnovationStatistics: Hashable, Sendable {
  private var square: RunningMean
  private var product: RunningMean
  private var previous: SIMD2<Double>?

  /// Creates empty statistics.
  ///
  /// - Parameter memory: The number of innovations that the means span, at least 1.
  package init(memory: Int) {
    square = RunningMean(memory: memory)
    product = RunningMean(memory: memory)
  }

  /// σ̂², the measurement variance in the filter's units; nil before the first innovation.
  package var scale: Double? { square.value }

  /// The correlation of successive innovations, −1…1; 0 if unknown.
  package var correlation: Double {
    guard let square = square.value, let product = product.value else { return 0 }
    let value = product / square
    return value.isFinite ? min(max(value, -1), 1) : 0
  }

  /// Adds an innovation.
  package mutating func add(_ innovation: Innovation) {
    let normalized = innovation.vector / (2 * innovation.variance).squareRoot()
    square.add(normalized.squaredLength)
    if let previous { product.add(normalized.dot(previous)) }
    previous = normalized
  }

  /// Resets to the initial state.
  package mutating func removeAll() {
    square.removeAll()
    product.removeAll()
    previous = nil
  }
}
