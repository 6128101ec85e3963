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
  private let plan: FourierPlan
  private var scratch = FourierScratch<Double>()

  /// Plans the transform of `count` numbers; fewer than none count as none.
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

/// What a transform of one length needs to know; shared by all that transform so many numbers.
final class FourierPlan: Sendable {
  /// The number of complex numbers transformed, N.
  let count: Int

  private let radixTwo: RadixTwoTransform
  private let convolution: ChirpConvolution?

  /// Plans the transform of `count` numbers; fewer than none count as none.
  init(count: Int) {
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

  /// Replaces numbers by their transform; each lane is a signal of its own.
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

  private static func powerOfTwo(atLeast count: Int) -> Int {
    var power = 1
    while power < count { power *= 2 }
    return power
  }
}

/// A number, or several beside each other that are treated alike.
///
/// Its operations have names, since operators of a protocol would burden every expression with
/// vectors in it.
protocol TransformNumber: Sendable {
  init()
  func plus(_ other: Self) -> Self
  func minus(_ other: Self) -> Self
  func times(_ other: Self) -> Self
  func times(_ factor: Double) -> Self
  func over(_ divisor: Double) -> Self
}

extension Double: TransformNumber {
  func plus(_ other: Double) -> Double { self + other }
  func minus(_ other: Double) -> Double { self - other }
  func times(_ other: Double) -> Double { self * other }
  func over(_ divisor: Double) -> Double { self / divisor }
}

extension SIMD4: TransformNumber where Scalar == Double {
  func plus(_ other: Self) -> Self { self + other }
  func minus(_ other: Self) -> Self { self - other }
  func times(_ other: Self) -> Self { self * other }
  func times(_ factor: Double) -> Self { self * factor }
  func over(_ divisor: Double) -> Self { self / divisor }
}

/// Storage that a transform works in, made once and used again.
struct FourierScratch<Number: TransformNumber>: Sendable {
  fileprivate var real: [Number] = []
  fileprivate var imaginary: [Number] = []

  fileprivate mutating func resize(_ count: Int) {
    guard real.count != count else { return }
    real = Array(repeating: Number(), count: count)
    imaginary = real
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

  init(count: Int, transform: RadixTwoTransform) {
    let angles = (0..<count).map { index in
      // n² modulo 2N keeps the angle small, and with it exact.
      Double.pi * Double((index * index) % (2 * count)) / Double(count)
    }
    chirpReal = angles.map(Elementary.cosine)
    chirpImaginary = angles.map { -Elementary.sine($0) }
    var real = [Double](repeating: 0, count: transform.count)
    var imaginary = real
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

  func apply<Number: TransformNumber>(
    _ transform: RadixTwoTransform, real signalReal: inout [Number],
    imaginary signalImaginary: inout [Number], scratch: inout FourierScratch<Number>
  ) {
    let count = signalReal.count
    scratch.resize(transform.count)
    // 2N − 1 and more numbers: those from the middle on are zero, and not wanted in the end.
    for index in count..<(transform.count / 2) {
      (scratch.real[index], scratch.imaginary[index]) = (Number(), Number())
    }
    multiply(
      signalReal, signalImaginary, by: chirpReal, chirpImaginary,
      into: &scratch.real, &scratch.imaginary)
    transform.scatter(&scratch.real, &scratch.imaginary, upperIsZero: true)
    multiply(&scratch.real, &scratch.imaginary, by: filterReal, filterImaginary)
    // With real and imaginary parts exchanged, a forward transform is the inverse one.
    transform.gather(&scratch.imaginary, &scratch.real, lowerOnly: true)
    multiply(
      scratch.real, scratch.imaginary, by: chirpReal, chirpImaginary,
      into: &signalReal, &signalImaginary)
  }

  /// The products of numbers with as many factors.
  private func multiply<Number: TransformNumber>(
    _ real: [Number], _ imaginary: [Number], by cosines: [Double],
    _ sines: [Double], into productReal: inout [Number], _ productImaginary: inout [Number]
  ) {
    let count = cosines.count
    precondition(
      min(real.count, imaginary.count, sines.count, productReal.count, productImaginary.count)
        >= count, "fewer numbers than factors")
    real.withUnsafeBufferPointer { real in
      imaginary.withUnsafeBufferPointer { imaginary in
        productReal.withUnsafeMutableBufferPointer { productReal in
          productImaginary.withUnsafeMutableBufferPointer { productImaginary in
            for index in 0..<count {
              (productReal[index], productImaginary[index]) = product(
                real[index], imaginary[index], cosines[index], sines[index])
            }
          }
        }
      }
    }
  }

  /// Multiplies numbers with as many factors.
  private func multiply<Number: TransformNumber>(
    _ real: inout [Number], _ imaginary: inout [Number], by cosines: [Double], _ sines: [Double]
  ) {
    let count = cosines.count
    precondition(
      min(real.count, imaginary.count, sines.count) >= count, "fewer numbers than factors")
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        for index in 0..<count {
          (real[index], imaginary[index]) = product(
            real[index], imaginary[index], cosines[index], sines[index])
        }
      }
    }
  }
}

@inline(__always)
private func product<Number: TransformNumber>(
  _ a: Number, _ b: Number, _ c: Double, _ d: Double
) -> (Number, Number) {
  (a.times(c).minus(b.times(d)), a.times(d).plus(b.times(c)))
}
