/// The discrete Fourier transform of complex numbers, for one length of any size.
///
/// Z_k = Σ_{n<N} z_n · exp(−2πi·kn/N), k = 0…N−1, without a factor in front. Bin k stands for the
/// frequency k/N of the sample rate, or (k − N)/N above the middle.
///
/// All that depends on the length alone is computed once, when the transform is made, so one value
/// should serve all signals of its length. It holds scratch storage: each task takes its own copy.
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
  /// The number of complex numbers transformed, N.
  public let count: Int

  private let radixTwo: RadixTwoTransform
  private var convolution: ChirpConvolution?

  /// Plans the transform of `count` numbers; fewer than none count as none.
  public init(count: Int) {
    self.count = max(count, 0)
    let power = Self.powerOfTwo(atLeast: self.count)
    guard power > self.count, self.count > 0 else {
      radixTwo = RadixTwoTransform(count: power)
      convolution = nil
      return
    }
    radixTwo = RadixTwoTransform(count: Self.powerOfTwo(atLeast: 2 * self.count - 1))
    convolution = ChirpConvolution(count: self.count, transform: radixTwo)
  }

  /// Replaces numbers by their transform.
  ///
  /// - Parameters:
  ///   - real: The real parts, `count` of them.
  ///   - imaginary: The imaginary parts, as many.
  /// - Precondition: Both arrays hold `count` numbers. Numbers that are not finite spread over the
  ///   whole result.
  public mutating func transform(real: inout [Double], imaginary: inout [Double]) {
    precondition(
      real.count == count && imaginary.count == count,
      "this transform takes \(count) numbers, not \(real.count) and \(imaginary.count)")
    guard count > 1 else { return }
    if convolution != nil {
      convolution?.apply(radixTwo, real: &real, imaginary: &imaginary)
      return
    }
    radixTwo.scatter(&real, &imaginary)
    radixTwo.reorder(&real, &imaginary)
  }

  private static func powerOfTwo(atLeast count: Int) -> Int {
    var power = 1
    while power < count { power *= 2 }
    return power
  }
}

/// Bluestein's form of a transform of N numbers: a convolution with a chirp.
///
/// Because kn = (k² + n² − (k − n)²)/2, Z_k = w_k Σ_n (z_n·w_n)·w̄_{k−n} with w_n = exp(−πi·n²/N).
private struct ChirpConvolution: Sendable {
  private let chirpReal: [Double]
  private let chirpImaginary: [Double]
  /// The transform of w̄, in bit-reversed order, divided by its length.
  private let filterReal: [Double]
  private let filterImaginary: [Double]
  private var real: [Double]
  private var imaginary: [Double]

  init(count: Int, transform: RadixTwoTransform) {
    let angles = (0..<count).map { index in
      // n² modulo 2N keeps the angle small, and with it exact.
      Double.pi * Double((index * index) % (2 * count)) / Double(count)
    }
    chirpReal = angles.map(Elementary.cosine)
    chirpImaginary = angles.map { -Elementary.sine($0) }
    real = Array(repeating: 0, count: transform.count)
    imaginary = real
    let scale = 1 / Double(transform.count)
    for index in 0..<count {
      for place in [index, (transform.count - index) % transform.count] {
        real[place] = chirpReal[index] * scale
        imaginary[place] = -chirpImaginary[index] * scale
      }
    }
    transform.scatter(&real, &imaginary)
    (filterReal, filterImaginary) = (real, imaginary)
  }

  mutating func apply(
    _ transform: RadixTwoTransform, real signalReal: inout [Double],
    imaginary signalImaginary: inout [Double]
  ) {
    let count = signalReal.count
    for index in 0..<count {
      (real[index], imaginary[index]) = product(
        signalReal[index], signalImaginary[index], chirpReal[index], chirpImaginary[index])
    }
    for index in count..<real.count { (real[index], imaginary[index]) = (0, 0) }
    transform.scatter(&real, &imaginary)
    for index in real.indices {
      (real[index], imaginary[index]) = product(
        real[index], imaginary[index], filterReal[index], filterImaginary[index])
    }
    // With real and imaginary parts exchanged, a forward transform is the inverse one.
    transform.gather(&imaginary, &real)
    for index in 0..<count {
      (signalReal[index], signalImaginary[index]) = product(
        real[index], imaginary[index], chirpReal[index], chirpImaginary[index])
    }
  }
}

@inline(__always)
private func product(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> (Double, Double) {
  (a * c - b * d, a * d + b * c)
}
