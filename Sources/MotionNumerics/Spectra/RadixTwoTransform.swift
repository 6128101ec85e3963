/// The discrete Fourier transform of 2^k complex numbers, as two halves that can be joined.
///
/// `scatter` takes numbers in order and leaves their transform in bit-reversed order;
/// `gather` takes bit-reversed numbers and leaves their transform in order. A convolution runs
/// one after the other and never needs to reorder.
///
/// Source: Cooley and Tukey, Mathematics of Computation 19, 1965; Gentleman and Sande, Fall Joint
/// Computer Conference, 1966.
struct RadixTwoTransform: Sendable {
  private typealias Factors = UnsafePointer<Double>

  /// The number of values transformed, a power of two.
  let count: Int
  /// cos(πk/h) at h + k for every half length h of a butterfly and k < h.
  private let cosines: [Double]
  /// −sin(πk/h), likewise.
  private let sines: [Double]

  /// Plans for `count` numbers, a power of two.
  init(count: Int) {
    self.count = count
    var cosines = [1.0]
    var sines = [0.0]
    var half = 1
    while half < count {
      for index in 0..<half {
        let angle = Double.pi * Double(index) / Double(half)
        cosines.append(Elementary.cosine(angle))
        sines.append(-Elementary.sine(angle))
      }
      half *= 2
    }
    (self.cosines, self.sines) = (cosines, sines)
  }

  /// Returns the least power of two that is at least `count`.
  static func powerOfTwo(atLeast count: Int) -> Int {
    var power = 1
    while power < count { power *= 2 }
    return power
  }

  /// In order → transform in bit-reversed order (decimation in frequency).
  ///
  /// Where the upper half of the numbers is zero it need not be there: the first pass, which does
  /// not read it then, is the same to the last bit.
  func scatter<Number: TransformNumber>(
    _ real: inout [Number], _ imaginary: inout [Number], upperIsZero: Bool = false
  ) {
    withPointers(&real, &imaginary) { real, imaginary, cosines, sines in
      var half = count / 2
      if upperIsZero, half >= 1 {
        let zero = Number()
        for low in 0..<half {
          let (x, y) = (real[low], imaginary[low])
          (real[low], imaginary[low]) = (x.plus(zero), y.plus(zero))
          let (cosine, sine) = (cosines[half + low], sines[half + low])
          real[low + half] = x.times(cosine).minus(y.times(sine))
          imaginary[low + half] = x.times(sine).plus(y.times(cosine))
        }
        half /= 2
      }
      while half >= 1 {
        for block in stride(from: 0, to: count, by: 2 * half) {
          for index in 0..<half {
            let (low, high) = (block + index, block + index + half)
            let (x, y) = (real[low].minus(real[high]), imaginary[low].minus(imaginary[high]))
            real[low] = real[low].plus(real[high])
            imaginary[low] = imaginary[low].plus(imaginary[high])
            let (cosine, sine) = (cosines[half + index], sines[half + index])
            real[high] = x.times(cosine).minus(y.times(sine))
            imaginary[high] = x.times(sine).plus(y.times(cosine))
          }
        }
        half /= 2
      }
    }
  }

  /// In bit-reversed order → transform in order (decimation in time).
  ///
  /// Where the upper half of the transform is not wanted, the last pass leaves it as it is.
  func gather<Number: TransformNumber>(
    _ real: inout [Number], _ imaginary: inout [Number], lowerOnly: Bool = false
  ) {
    withPointers(&real, &imaginary) { real, imaginary, cosines, sines in
      var half = 1
      while half < (lowerOnly ? count / 2 : count) {
        for block in stride(from: 0, to: count, by: 2 * half) {
          for index in 0..<half {
            let (low, high) = (block + index, block + index + half)
            let (cosine, sine) = (cosines[half + index], sines[half + index])
            let x = real[high].times(cosine).minus(imaginary[high].times(sine))
            let y = real[high].times(sine).plus(imaginary[high].times(cosine))
            (real[high], imaginary[high]) = (real[low].minus(x), imaginary[low].minus(y))
            real[low] = real[low].plus(x)
            imaginary[low] = imaginary[low].plus(y)
          }
        }
        half *= 2
      }
      guard lowerOnly, half < count else { return }
      for low in 0..<half {
        let (cosine, sine) = (cosines[half + low], sines[half + low])
        let (x, y) = (real[low + half], imaginary[low + half])
        real[low] = real[low].plus(x.times(cosine).minus(y.times(sine)))
        imaginary[low] = imaginary[low].plus(x.times(sine).plus(y.times(cosine)))
      }
    }
  }

  /// Swaps each number with the one at its bit-reversed place.
  func reorder<Number>(_ real: inout [Number], _ imaginary: inout [Number]) {
    var reversed = 0
    for index in 0..<count {
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
      // Adds one from the highest bit downwards.
      var bit = count / 2
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit /= 2
      }
      reversed |= bit
    }
  }

  /// Runs a pass over the parts of `count` numbers and the factors, without bounds checks inside.
  @inline(__always)
  private func withPointers<Number>(
    _ real: inout [Number], _ imaginary: inout [Number],
    _ pass: (UnsafeMutablePointer<Number>, UnsafeMutablePointer<Number>, Factors, Factors) -> Void
  ) {
    precondition(real.count == count && imaginary.count == count, "a transform of another length")
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            guard let x = real.baseAddress, let y = imaginary.baseAddress,
              let cosine = cosines.baseAddress, let sine = sines.baseAddress
            else { return }
            pass(x, y, cosine, sine)
          }
        }
      }
    }
  }
}
