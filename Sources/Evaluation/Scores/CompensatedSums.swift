/// Four sums beside each other, each with the digits that a plain sum would lose.
///
/// Lane by lane the bits of `CompensatedSum`: of one addition both compute the rounding error
/// exactly, Neumaier by a branch on the greater of the two, this by Knuth's six operations without
/// one, which the lanes can do at once.
///
/// Source: Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B.
struct CompensatedSums: Sendable {
  private var sum = SIMD4<Double>()
  private var compensation = SIMD4<Double>()

  /// The sum of one lane.
  subscript(lane: Int) -> Double { sum[lane] + compensation[lane] }

  /// The sum of one lane, to be gone on with.
  func sum(ofLane lane: Int) -> CompensatedSum {
    CompensatedSum(sum: sum[lane], compensation: compensation[lane])
  }

  @inline(__always)
  mutating func add(_ terms: SIMD4<Double>) {
    let total = sum + terms
    let part = total - sum
    compensation += (sum - (total - part)) + (terms - part)
    sum = total
  }

  @inline(__always)
  static func += (left: inout CompensatedSums, right: SIMD4<Double>) { left.add(right) }
}
