/// The orthogonal polynomials of degree 0, 1 and 2 on weighted times, for least squares by sums.
///
/// On times τ with weights w they are 1, φ₁ = τ − τ̄ and φ₂ = φ₁² − c·φ₁ − mean(φ₁²), all means
/// being weighted, with c = Σwφ₁³ / Σwφ₁². The weighted sum of the product of any two is 0, so each
/// coefficient of a fit is one quotient of sums, Σwφ·value / Σwφ², and a fit of lower degree is the
/// same without its last terms.
///
/// Source: Forsythe 1957, doi:10.1137/0105007.
package struct TrendBasis: Hashable, Sendable {
  /// The sum of the weights.
  package let total: Double
  /// The weighted mean of the times, τ̄.
  package let mean: Double
  /// Σwφ₁²; 0 if all times with a weight above 0 are equal.
  package let linearSquare: Double
  /// Σwφ₂²; 0 if a parabola is not determined (fewer than three different times).
  package let quadraticSquare: Double
  private let skew: Double

  /// Creates the basis of the first `count` times and weights.
  ///
  /// Scale the times to about 1 first: their fourth powers are summed.
  ///
  /// - Precondition: Both arrays hold at least `count` numbers, and a weight is above 0.
  package init(times: [Double], weights: [Double], count: Int) {
    self = times.withUnsafeBufferPointer { times in
      weights.withUnsafeBufferPointer { weights in
        TrendBasis(
          times: UnsafeBufferPointer(rebasing: times[..<count]),
          weights: UnsafeBufferPointer(rebasing: weights[..<count]))
      }
    }
  }

  /// Creates the basis of times and as many weights in buffers.
  package init(times: UnsafeBufferPointer<Double>, weights: UnsafeBufferPointer<Double>) {
    let count = times.count
    var (total, mean) = (0.0, 0.0)
    for index in 0..<count {
      total += weights[index]
      mean += weights[index] * times[index]
    }
    mean /= total
    var (second, third) = (0.0, 0.0)
    for index in 0..<count {
      let offset = times[index] - mean
      second += weights[index] * offset * offset
      third += weights[index] * offset * offset * offset
    }
    let skew = second > 0 ? third / second : 0
    var fourth = 0.0
    for index in 0..<count {
      let offset = times[index] - mean
      let quadratic = (offset - skew) * offset - second / total
      fourth += weights[index] * quadratic * quadratic
    }
    self.total = total
    self.mean = mean
    self.skew = skew
    linearSquare = second
    // What is left for fewer than three different times is rounding of (Σwφ₁²)².
    quadraticSquare = fourth > 1e-24 * second * second ? fourth : 0
  }

  /// φ₁ and φ₂ at a time.
  package func values(at time: Double) -> (linear: Double, quadratic: Double) {
    let offset = time - mean
    return (offset, (offset - skew) * offset - linearSquare / total)
  }

  /// The derivative of φ₂ at a time; that of φ₁ is 1.
  package func quadraticSlope(at time: Double) -> Double { 2 * (time - mean) - skew }
}
