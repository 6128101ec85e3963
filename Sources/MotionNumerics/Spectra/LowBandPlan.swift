/// The precomputed tables for the energy in the lowest bins of a transform of one length.
///
/// A convolution that gives only those bins is often half as long as one that gives all.
final class LowBandPlan: Sendable {
  private let radixTwo: RadixTwoTransform
  private let convolution: ChirpConvolution

  /// Plans the bins −reach…reach of `count` numbers; nil if all bins cost no more.
  ///
  /// - Parameters:
  ///   - count: How many numbers.
  ///   - reach: The highest bin.
  ///   - transform: Plans a transform of a power of two.
  init?(count: Int, reach: Int, transform: (Int) -> RadixTwoTransform) {
    guard reach >= 0, reach < count / 2 else { return nil }
    let length = RadixTwoTransform.powerOfTwo(atLeast: count + 2 * reach)
    guard length < FourierPlan.length(for: count) else { return nil }
    radixTwo = transform(length)
    convolution = ChirpConvolution(
      count: count, bins: -reach..<(reach + 1), transform: radixTwo)
  }

  /// Σ|Z_k|² over the bins of the plan, of `count` numbers.
  func energy<Number: TransformNumber>(
    _ real: [Number], _ imaginary: [Number], scratch: inout FourierScratch<Number>
  ) -> Number {
    convolution.energy(radixTwo, real, imaginary, scratch: &scratch)
  }
}
