/// Bluestein's form of some bins of a transform of N numbers: a convolution with a chirp.
///
/// With k = f + j, the first bin f and w_n = exp(−πi·n²/N), since jn = (j² + n² − (j − n)²)/2,
///
/// Z_{f+j} = w_j Σ_n (z_n·w_n·exp(−2πi·fn/N))·w̄_{j−n}.
///
/// Source: as `FourierTransform`; for a part of the bins Rabiner, Schafer and Rader, Bell System
/// Technical Journal 48, 1969, doi:10.1002/j.1538-7305.1969.tb04268.x.
struct ChirpConvolution: Sendable {
  /// The number of values transformed.
  private let count: Int
  /// The number of bins computed.
  private let binCount: Int
  /// The factors of the inputs.
  private let chirpReal: [Double]
  private let chirpImaginary: [Double]
  /// The factors of the bins, w_j.
  private let phaseReal: [Double]
  private let phaseImaginary: [Double]
  /// The transform of w̄, in bit-reversed order, divided by its length.
  private let filterReal: [Double]
  private let filterImaginary: [Double]

  /// Plans some bins of the transform of `count` numbers.
  ///
  /// - Parameters:
  ///   - count: How many numbers, at least 1.
  ///   - bins: Numbers of bins, also below 0; no more than there are numbers.
  ///   - transform: Of at least as many numbers as there are numbers and bins, less 1.
  init(count: Int, bins: Range<Int>, transform: RadixTwoTransform) {
    (self.count, binCount) = (count, bins.count)
    /// exp(−πi·turns/N); turns modulo 2N keep the angle small, and with it exact.
    func factors(_ turns: [Int]) -> (real: [Double], imaginary: [Double]) {
      let angles = turns.map { turns in
        let rest = turns % (2 * count)
        return Double.pi * Double(rest < 0 ? rest + 2 * count : rest) / Double(count)
      }
      return (angles.map(Elementary.cosine), angles.map { -Elementary.sine($0) })
    }
    let first = bins.lowerBound
    (chirpReal, chirpImaginary) = factors((0..<count).map { $0 * $0 + 2 * first * $0 })
    (phaseReal, phaseImaginary) = factors((0..<bins.count).map { $0 * $0 })
    var real = [Double](repeating: 0, count: transform.count)
    var imaginary = real
    let scale = 1 / Double(transform.count)
    let places = Array((1 - count)..<bins.count)
    let filter = factors(places.map { $0 * $0 })
    for (index, place) in places.enumerated() {
      let wrapped = place < 0 ? place + transform.count : place
      real[wrapped] = filter.real[index] * scale
      imaginary[wrapped] = -filter.imaginary[index] * scale
    }
    transform.scatter(&real, &imaginary)
    (filterReal, filterImaginary) = (real, imaginary)
  }

  /// Replaces the input by its transform.
  func apply<Number: TransformNumber>(
    _ transform: RadixTwoTransform, real: inout [Number], imaginary: inout [Number],
    scratch: inout FourierScratch<Number>
  ) {
    convolve(transform, real, imaginary, scratch: &scratch)
    multiply(
      scratch.real, scratch.imaginary, by: phaseReal, phaseImaginary, into: &real, &imaginary)
  }

  /// The sum of the squared sizes of all bins.
  func energy<Number: TransformNumber>(
    _ transform: RadixTwoTransform, _ real: [Number], _ imaginary: [Number],
    scratch: inout FourierScratch<Number>
  ) -> Number {
    convolve(transform, real, imaginary, scratch: &scratch)
    var sum = Number()
    for bin in 0..<binCount {
      let (x, y) = (scratch.real[bin], scratch.imaginary[bin])
      sum = sum.plus(x.times(x).plus(y.times(y)))
    }
    return sum
  }

  /// Leaves the bins, but for their factors, in the scratch storage.
  private func convolve<Number: TransformNumber>(
    _ transform: RadixTwoTransform, _ real: [Number], _ imaginary: [Number],
    scratch: inout FourierScratch<Number>
  ) {
    scratch.resize(transform.count)
    let half = transform.count / 2
    let upperIsZero = count <= half
    for index in count..<(upperIsZero ? half : transform.count) {
      (scratch.real[index], scratch.imaginary[index]) = (Number(), Number())
    }
    multiply(
      real, imaginary, by: chirpReal, chirpImaginary, into: &scratch.real, &scratch.imaginary)
    transform.scatter(&scratch.real, &scratch.imaginary, upperIsZero: upperIsZero)
    multiply(&scratch.real, &scratch.imaginary, by: filterReal, filterImaginary)
    // With real and imaginary parts exchanged, a forward transform is the inverse one.
    transform.gather(&scratch.imaginary, &scratch.real, lowerOnly: binCount <= half)
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
