/// The discrete Fourier transform of complex numbers, for one length of any size.
///
/// Z_k = Σ_{n<N} z_n · exp(−2πi·kn/N), k = 0…N−1, without a factor in front. Bin k stands for the
/// frequency k/N of the sample rate, or (k − N)/N above the middle.
///
/// Tables that depend only on the length are computed once, at creation, so reuse one value for all
/// signals of its length. It holds scratch storage: each task needs its own copy.
///
/// A power of two is transformed directly; any other length N by Bluestein's convolution with two
/// transforms of the next power of two ≥ 2N − 1. The relative error in the 2-norm is a few units of
/// the last place times log₂ N.
///
/// Cost: O(N log N) for every N; nothing is allocated.
///
/// Source: Bluestein, "A linear filtering approach to the computation of discrete Fourier
/// transform", IEEE Transactions on Audio and Electroacoustics 18(4), 1970,
/// doi:10.1109/TAU.1970.1162132.
public struct FourierTransform: Sendable {
  private let plan: FourierPlan
  private var scratch = FourierScratch<Double>()

  /// Plans a transform of `count` numbers; a negative count means 0.
  public init(count: Int) { plan = FourierPlan(count: count) }

  /// The number of complex numbers transformed, N.
  public var count: Int { plan.count }

  /// Replaces numbers by their transform.
  ///
  /// - Parameters:
  ///   - real: The real parts, `count` of them.
  ///   - imaginary: The imaginary parts, as many.
  /// - Precondition: Both arrays hold `count` numbers. Numbers that are not finite spread over the
  ///   whole result.
  public mutating func transform(real: inout [Double], imaginary: inout [Double]) {
    plan.transform(real: &real, imaginary: &imaginary, scratch: &scratch)
  }
}

/// The precomputed tables of a transform of one length, shared by all users.
final class FourierPlan: Sendable {
  /// The number of complex numbers transformed, N.
  let count: Int

  private let radixTwo: RadixTwoTransform
  private let convolution: ChirpConvolution?

  /// Plans a transform of `count` numbers; a negative count means 0.
  ///
  /// - Parameters:
  ///   - count: The number of values.
  ///   - transform: Plans a transform of a power of two.
  init(count: Int, transform: (Int) -> RadixTwoTransform = RadixTwoTransform.init(count:)) {
    self.count = max(count, 0)
    let length = Self.length(for: self.count)
    radixTwo = transform(length)
    convolution =
      length == self.count || self.count == 0
      ? nil : ChirpConvolution(count: self.count, bins: 0..<self.count, transform: radixTwo)
  }

  /// Replaces numbers by their transform; each lane is a separate signal.
  func transform<Number: TransformNumber>(
    real: inout [Number], imaginary: inout [Number], scratch: inout FourierScratch<Number>
  ) {
    precondition(
      real.count == count && imaginary.count == count,
      "this transform takes \(count) numbers, not \(real.count) and \(imaginary.count)")
    guard count > 1 else { return }
    guard let convolution else {
      radixTwo.scatter(&real, &imaginary)
      radixTwo.reorder(&real, &imaginary)
      return
    }
    convolution.apply(radixTwo, real: &real, imaginary: &imaginary, scratch: &scratch)
  }

  /// The length of the power-of-two transforms that compute one of `count` values.
  static func length(for count: Int) -> Int {
    let power = RadixTwoTransform.powerOfTwo(atLeast: count)
    return power == count ? power : RadixTwoTransform.powerOfTwo(atLeast: max(2 * count - 1, 1))
  }
}

/// A number, or several processed in parallel.
///
/// Its operations are named methods, since operators in a protocol would slow down type checking of
/// vector expressions.
protocol TransformNumber: Sendable {
  /// How many numbers it holds, 1 or 4.
  static var laneCount: Int { get }

  init()
  func plus(_ other: Self) -> Self
  func minus(_ other: Self) -> Self
  func times(_ other: Self) -> Self
  func times(_ factor: Double) -> Self
  func over(_ divisor: Double) -> Self
  /// Whether one of the numbers is not at or above another's.
  func isAnyBelow(_ other: Self) -> Bool
  /// The numbers that are at or above another's, and the replacements of those that are not.
  func replacedBelow(_ other: Self, by replacement: Self) -> Self
}

extension Double: TransformNumber {
  static var laneCount: Int { 1 }

  func plus(_ other: Double) -> Double { self + other }
  func minus(_ other: Double) -> Double { self - other }
  func times(_ other: Double) -> Double { self * other }
  func over(_ divisor: Double) -> Double { self / divisor }
  func isAnyBelow(_ other: Double) -> Bool { !(self >= other) }
  func replacedBelow(_ other: Double, by replacement: Double) -> Double {
    self >= other ? self : replacement
  }
}

extension SIMD4: TransformNumber where Scalar == Double {
  static var laneCount: Int { 4 }

  func plus(_ other: Self) -> Self { self + other }
  func minus(_ other: Self) -> Self { self - other }
  func times(_ other: Self) -> Self { self * other }
  func times(_ factor: Double) -> Self { self * factor }
  func over(_ divisor: Double) -> Self { self / divisor }
  func isAnyBelow(_ other: Self) -> Bool { !all(self .>= other) }
  func replacedBelow(_ other: Self, by replacement: Self) -> Self {
    replacement.replacing(with: self, where: self .>= other)
  }
}

/// Reusable scratch storage of a transform.
struct FourierScratch<Number: TransformNumber>: Sendable {
  var real: [Number] = []
  var imaginary: [Number] = []

  mutating func resize(_ count: Int) {
    guard real.count != count else { return }
    real = Array(repeating: Number(), count: count)
    imaginary = real
  }
}
