/// A sign-flip permutation test of whether the mean of paired differences is 0.
///
/// If two methods do not differ, each difference could equally have had the other sign. Of all 2ⁿ
/// sign choices, p is the fraction whose |mean| is at least the observed one: two-sided, and exact
/// for differences that are symmetric about 0. The least p possible for n differences is 2/2ⁿ:
/// 2/256 for 8, and 1/4 for 3.
///
/// Source: Fisher, "The Design of Experiments", Edinburgh 1935, section 21; for the random choice
/// of signs, Phipson and Smyth, Statistical Applications in Genetics and Molecular Biology 9(1),
/// 2010, doi:10.2202/1544-6115.1585.
public struct SignFlipPermutation: Hashable, Sendable {
  /// The two-sided p.
  public let p: Double
  /// Whether all sign choices were enumerated; else `choices` of them were drawn at random.
  public let isExact: Bool
  /// The number of sign choices examined, including the observed one.
  public let choices: Int

  /// The greatest number of differences for which all choices are enumerated.
  package static let exactLimit = 20

  /// Sums closer than this fraction of Σ|difference| are ties: they differ only by rounding.
  private static let tie = 1e-12

  /// Tests whether the mean of the differences is 0.
  ///
  /// Nil if there are no differences or one is not finite.
  ///
  /// - Parameters:
  ///   - differences: One per pair; zeros are kept, as evidence for no difference.
  ///   - draws: The number of random sign choices if there are more than 20 differences, at least
  ///     1. p is then (1 + those as extreme) / (1 + draws), never 0.
  ///   - seed: The seed of that draw.
  /// - Complexity: O(2ⁿ) up to 20 differences, else O(n · draws).
  public init?(_ differences: [Double], draws: Int, seed: UInt64) {
    let total = differences.reduce(0) { $0 + abs($1) }
    guard !differences.isEmpty, total.isFinite else { return nil }
    let observed = abs(differences.reduce(0, +)) - Self.tie * total
    isExact = differences.count <= Self.exactLimit
    if isExact {
      // The opposite choice has the same |sum|, so that the first sign may stay.
      let extreme = Self.countExtreme(differences[1...], sum: differences[0], least: observed)
      choices = 1 << differences.count
      p = 2 * Double(extreme) / Double(choices)
    } else {
      var generator = Xoshiro256StarStar(seed: seed)
      let drawn = max(draws, 1)
      var extreme = 1
      for _ in 0..<drawn where abs(Self.flipped(differences, &generator)) >= observed {
        extreme += 1
      }
      choices = drawn + 1
      p = Double(extreme) / Double(choices)
    }
  }

  private static func countExtreme(
    _ rest: ArraySlice<Double>, sum: Double, least: Double
  ) -> Int {
    guard let next = rest.first else { return abs(sum) >= least ? 1 : 0 }
    let later = rest.dropFirst()
    return countExtreme(later, sum: sum + next, least: least)
      + countExtreme(later, sum: sum - next, least: least)
  }

  private static func flipped(
    _ differences: [Double], _ generator: inout Xoshiro256StarStar
  ) -> Double {
    var (sum, bits) = (0.0, UInt64(0))
    for (index, difference) in differences.enumerated() {
      if index % 64 == 0 { bits = generator.next() }
      sum += bits & 1 == 0 ? difference : -difference
      bits >>= 1
    }
    return sum
  }
}
