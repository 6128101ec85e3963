/// What a run of innovations says of a filter's noise: its scale, and whether it is balanced.
///
/// Of a filter that measures covariances in units of an unknown measurement variance σ², the mean of
/// ‖ν‖²/(2s) estimates σ². The correlation of each innovation with the one before says whether
/// process noise and measurement noise have the right ratio: white if so; positive where the filter
/// follows too slowly, negative where it follows noise.
///
/// Source: Mehra, "On the identification of variances and adaptive Kalman filtering", IEEE
/// Transactions on Automatic Control 15(2), 1970, doi:10.1109/TAC.1970.1099422.
package struct InnovationStatistics: Hashable, Sendable {
  private var square: RunningMean
  private var product: RunningMean
  private var previous: SIMD2<Double>?

  /// Makes empty statistics.
  ///
  /// - Parameter memory: Over how many innovations the means reach, at least 1.
  package init(memory: Int) {
    square = RunningMean(memory: memory)
    product = RunningMean(memory: memory)
  }

  /// σ̂², the measurement variance in units of the filter's; nil before the first innovation.
  package var scale: Double? { square.value }

  /// The correlation of successive innovations, −1…1; 0 where nothing is known.
  package var correlation: Double {
    guard let square = square.value, let product = product.value else { return 0 }
    let value = product / square
    return value.isFinite ? min(max(value, -1), 1) : 0
  }

  /// Takes in the next innovation.
  package mutating func add(_ innovation: Innovation) {
    let normalized = innovation.vector / (2 * innovation.variance).squareRoot()
    square.add(normalized.squaredLength)
    if let previous { product.add(normalized.dot(previous)) }
    previous = normalized
  }

  /// Forgets everything.
  package mutating func removeAll() {
    square.removeAll()
    product.removeAll()
    previous = nil
  }
}
