/// A 64-bit counter run through a mixing function; it spreads one seed over a larger state.
///
/// s ← s + 0x9e3779b97f4a7c15, and the output is a bijective hash of s, so that its 2⁶⁴ outputs are
/// all different and similar seeds give unrelated ones. Use it to seed `Xoshiro256StarStar`, or to
/// derive the seeds of independent runs from one; draw numbers from the other.
///
/// Cost: a few operations a number.
///
/// Source: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014,
/// doi:10.1145/2660193.2660195.
package struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Creates a generator from any seed.
  package init(seed: UInt64) { state = seed }

  /// The next of 2⁶⁴ equally frequent values.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
