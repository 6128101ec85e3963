import CLoops

/// The discrete Fourier transform of 2^k complex numbers, as two halves that can be joined.
///
/// `scatter` takes numbers in order and leaves their transform in bit-reversed order;
/// `gather` takes bit-reversed numbers and leaves their transform in order. A convolution runs
/// one after the other and never needs to reorder.
///
/// Source: Cooley and Tukey, Mathematics of Computation 19, 1965; Gentleman and Sande, Fall Joint
/// Computer Conference, 1966.
struct RadixTwoTransform: Sendable {
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
    withNumbers(&real, &imaginary) { real, imaginary in
      numbers_scatter(real, imaginary, cosines, sines, count, Number.laneCount, upperIsZero)
    }
  }

  /// In bit-reversed order → transform in order (decimation in time).
  ///
  /// Where the upper half of the transform is not wanted, the last pass leaves it as it is.
  func gather<Number: TransformNumber>(
    _ real: inout [Number], _ imaginary: inout [Number], lowerOnly: Bool = false
  ) {
    withNumbers(&real, &imaginary) { real, imaginary in
      numbers_gather(real, imaginary, cosines, sines, count, Number.laneCount, lowerOnly)
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

  /// Calls `body` with the lanes of the parts of `count` numbers.
  private func withNumbers<Number: TransformNumber>(
    _ real: inout [Number], _ imaginary: inout [Number],
    _ body: (UnsafeMutablePointer<Double>?, UnsafeMutablePointer<Double>?) -> Void
  ) {
    precondition(real.count == count && imaginary.count == count, "a transform of another length")
    real.withUnsafeMutableBytes { real in
      imaginary.withUnsafeMutableBytes { imaginary in
        body(
          real.assumingMemoryBound(to: Double.self).baseAddress,
          imaginary.assumingMemoryBound(to: Double.self).baseAddress)
      }
    }
  }
}
