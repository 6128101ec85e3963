/// Several sums beside each other, each with the digits that a plain sum would lose.
///
/// Lane by lane the bits of `CompensatedSum`: of one addition both compute the rounding error
/// exactly, Neumaier by a branch on the greater of the two, this by Knuth's six operations without
/// one, which several lanes can do at once.
///
/// Source: Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B.
struct CompensatedSums<Lanes: SIMD & Sendable>: Sendable where Lanes.Scalar == Double {
  private var sum = Lanes(repeating: 0)
  private var compensation = Lanes(repeating: 0)

  /// The sum of one lane.
  subscript(lane: Int) -> Double { sum[lane] + compensation[lane] }

  @inline(__always)
  mutating func add(_ terms: Lanes) {
    let total = sum + terms
    let part = total - sum
    compensation += (sum - (total - part)) + (terms - part)
    sum = total
  }

  mutating func merge(_ other: Self) {
    add(other.sum)
    compensation += other.compensation
  }

  @inline(__always)
  static func += (left: inout Self, right: Lanes) { left.add(right) }
}
