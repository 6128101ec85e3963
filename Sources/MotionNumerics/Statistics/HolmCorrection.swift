/// Holm's correction of p values for multiple tests.
///
/// With p₍₁₎ ≤ … ≤ p₍ₘ₎, the corrected p₍ᵢ₎ is the greatest of min(1, (m − j + 1)·p₍ⱼ₎) over j ≤ i.
/// Rejecting those of at most α makes one or more false rejections with a probability of at most α,
/// however the tests depend on each other, and never rejects less than Bonferroni's correction.
///
/// Source: Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics 6(2), 1979.
package enum HolmCorrection {
  /// Returns the corrected p values, in the order given.
  ///
  /// - Parameter values: p values in 0…1; nil for a test that gave none, which does not count as
  ///   one.
  /// - Returns: The corrected values, in 0…1; nil if none was given.
  /// - Complexity: O(m log m).
  package static func corrected(_ values: [Double?]) -> [Double?] {
    let tests = values.enumerated().compactMap { index, p in p.map { (index: index, p: $0) } }
      .sorted { ($0.p, $0.index) < ($1.p, $1.index) }
    var result: [Double?] = values.map { _ in nil }
    var greatest = 0.0
    for (rank, test) in tests.enumerated() {
      greatest = max(greatest, min(1, Double(tests.count - rank) * test.p))
      result[test.index] = greatest
    }
    return result
  }
}
