/// Four compensated sums in SIMD lanes.
///
/// Each lane is bit-identical to `CompensatedSum`. Both compute the rounding error of an addition
/// exactly: Neumaier with a branch on the greater term, this type with Knuth's six branch-free
/// operations. The loops of `CLoops` add to it too.
///
/// Source: Knuth, The Art of Computer Programming, volume 2, section 4.2.2, theorem B.
struct CompensatedSums: Sendable {
  private var sum = SIMD4<Double>()
  private var compensation = SIMD4<Double>()

  /// The sums of all lanes.
  var values: SIMD4<Double> { sum + compensation }

  /// Returns the sum of one lane with its compensation.
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
  mutating func merge(_ other: CompensatedSums) {
    add(other.sum)
    compensation += other.compensation
  }

  @inline(__always)
  static func += (left: inout CompensatedSums, right: SIMD4<Double>) { left.add(right) }
}

/// The share of judged cases for which a condition holds.
struct CaseShare: Sendable {
  private(set) var judged = 0
  private(set) var found = 0

  /// The share, 0 to 1; nil if nothing could be judged.
  var value: Double? { proportion(found, of: judged) }

  mutating func judge(_ isFound: Bool) {
    judged += 1
    if isFound { found += 1 }
  }

  mutating func judge(_ cases: Int, found: Int) {
    judged += cases
    self.found += found
  }

  mutating func merge(_ other: CaseShare) {
    judged += other.judged
    found += other.found
  }
}

/// A compensated running mean.
struct RunningMean: Sendable {
  private var sum = CompensatedSum()
  private(set) var count = 0

  /// The mean; nil if there are no values.
  var value: Double? { count == 0 ? nil : sum.value / Double(count) }

  mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  mutating func merge(_ other: RunningMean) {
    sum.merge(other.sum)
    count += other.count
  }
}
