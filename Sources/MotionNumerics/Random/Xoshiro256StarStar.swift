/// A seeded random number generator with a fixed sequence.
///
/// The period is 2²⁵⁶ − 1. Use its own `nextUnit`, `nextNormal` and `nextInt` if a result must be
/// the same in every version of Swift, which `Double.random(in:using:)` and `shuffled(using:)` do
/// not guarantee. Not for cryptography.
///
/// A value is a snapshot: a copy continues with the same numbers.
///
/// Source: Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM Transactions
/// on Mathematical Software 47(4), 2021, doi:10.1145/3460772.
public struct Xoshiro256StarStar: RandomNumberGenerator, Sendable, Hashable {
  private var s0: UInt64
  private var s1: UInt64
  private var s2: UInt64
  private var s3: UInt64

  /// Fills the state with four outputs of `SplitMix64`, as its authors advise; any seed works.
  public init(seed: UInt64) {
    var source = SplitMix64(seed: seed)
    (s0, s1, s2, s3) = (source.next(), source.next(), source.next(), source.next())
  }

  /// Continues from a saved state.
  ///
  /// - Parameter state: Any four words, not all zero; all zeros are replaced by `init(seed: 0)`.
  package init(state: (UInt64, UInt64, UInt64, UInt64)) {
    self.init(seed: 0)
    if state != (0, 0, 0, 0) { (s0, s1, s2, s3) = state }
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    let result = Self.rotated(s1 &* 5, by: 7) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = Self.rotated(s3, by: 45)
    return result
  }

  /// Returns a number in 0..<1, all multiples of 2⁻⁵³ equally likely.
  ///
  /// Uses the upper 53 bits of one draw.
  public mutating func nextUnit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// Returns a normally distributed number with mean 0 and standard deviation 1.
  ///
  /// Box and Muller's transform: √(−2 ln(1 − u)) · cos(2πv), u drawn first, then v. Always two
  /// draws without cached values, so the sequence does not depend on earlier calls. |result| ≤
  /// 8.58, since 1 − u ≥ 2⁻⁵³. Its last bit may depend on the C library.
  ///
  /// Source: Box and Muller, Annals of Mathematical Statistics 29(2), 1958,
  /// doi:10.1214/aoms/1177706645.
  public mutating func nextNormal() -> Double {
    let radius = (-2 * Elementary.logarithm(1 - nextUnit())).squareRoot()
    return radius * Elementary.cosine(2 * .pi * nextUnit())
  }

  /// Returns an integer in 0..<`bound`, all equally likely.
  ///
  /// The upper word of draw × bound; draws whose lower word is below 2⁶⁴ mod bound are rejected,
  /// which makes it exact. Nearly always one draw.
  ///
  /// Source: Lemire, "Fast random integer generation in an interval", ACM Transactions on Modeling
  /// and Computer Simulation 29(1), 2019, doi:10.1145/3230636.
  ///
  /// - Precondition: `bound` is at least 1.
  public mutating func nextInt(below bound: Int) -> Int {
    precondition(bound >= 1, "nextInt(below:) needs a bound of at least 1, not \(bound)")
    let width = UInt64(bound)
    var product = next().multipliedFullWidth(by: width)
    if product.low < width {
      let rejected = (0 &- width) % width
      while product.low < rejected { product = next().multipliedFullWidth(by: width) }
    }
    return Int(product.high)
  }

  private static func rotated(_ value: UInt64, by count: UInt64) -> UInt64 {
    (value << count) | (value >> (64 - count))
  }
}
