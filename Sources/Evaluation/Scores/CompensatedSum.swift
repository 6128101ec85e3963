/// A compensated sum.
///
/// Neumaier's variant of Kahan's summation: the error stays near one rounding, whatever the number
/// of terms, so that merging in another order agrees to about 1e-16.
///
/// Source: Neumaier, ZAMM 54 (1974) 39–51, doi:10.1002/zamm.19740540106.
struct CompensatedSum: Sendable {
  private var sum: Double
  private var compensation: Double

  /// Creates a sum, by default 0.
  init(sum: Double = 0, compensation: Double = 0) {
    (self.sum, self.compensation) = (sum, compensation)
  }

  var value: Double { sum + compensation }

  mutating func add(_ term: Double) {
    let total = sum + term
    compensation += abs(sum) >= abs(term) ? (sum - total) + term : (term - total) + sum
    sum = total
  }

  mutating func merge(_ other: CompensatedSum) {
    add(other.sum)
    compensation += other.compensation
  }

  static func += (left: inout CompensatedSum, right: Double) { left.add(right) }
}
