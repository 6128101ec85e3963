import MotionNumerics
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite struct FourierTransformTests {
  /// Of the result's 2-norm: 20 units of the last place for log₂ N up to 18 stages twice.
  private static let tolerance = 5e-15

  private static func signal(_ count: Int, seed: UInt64) -> (real: [Double], imaginary: [Double]) {
    var generator = Xoshiro256StarStar(seed: seed)
    return (
      (0..<count).map { _ in generator.nextNormal() },
      (0..<count).map { _ in generator.nextNormal() }
    )
  }

  /// One bin by the definition.
  private static func bin(
    _ k: Int, of signal: (real: [Double], imaginary: [Double])
  ) -> SIMD2<Double> {
    let count = signal.real.count
    var sum = SIMD2<Double>.zero
    for n in 0..<count {
      let angle = -2 * Double.pi * Double(k * n % count) / Double(count)
      let (c, s) = (cos(angle), sin(angle))
      let (x, y) = (signal.real[n], signal.imaginary[n])
      sum += SIMD2(x * c - y * s, x * s + y * c)
    }
    return sum
  }

  private static func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }

  @Test(arguments: Array(1...64) + [97, 127, 128, 130, 241, 360, 509, 1000, 1024])
  func agreesWithTheDefinition(count: Int) {
    let signal = Self.signal(count, seed: UInt64(count))
    var (real, imaginary) = signal
    var transform = FourierTransform(count: count)
    transform.transform(real: &real, imaginary: &imaginary)
    let norm = (Self.squares(real) + Self.squares(imaginary)).squareRoot()
    for k in 0..<count {
      let error = (SIMD2(real[k], imaginary[k]) - Self.bin(k, of: signal)).length
      #expect(error <= Self.tolerance * norm, "N = \(count), bin \(k)")
    }
  }

  @Test(arguments: [4999, 10_007, 65_536, 65_537, 100_000])
  func agreesWithTheDefinitionAtGreatLengths(count: Int) {
    let signal = Self.signal(count, seed: UInt64(count))
    var (real, imaginary) = signal
    var transform = FourierTransform(count: count)
    transform.transform(real: &real, imaginary: &imaginary)
    let energy = Self.squares(real) + Self.squares(imaginary)
    // Parseval: Σ|Z|² = N Σ|z|².
    let expected = Double(count) * (Self.squares(signal.real) + Self.squares(signal.imaginary))
    #expect(abs(energy / expected - 1) < Self.tolerance)
    for k in [0, 1, 2, count / 3, count / 2, count - 1] {
      let error = (SIMD2(real[k], imaginary[k]) - Self.bin(k, of: signal)).length
      // The definition's own sum of N terms errs by about √N roundings.
      #expect(error <= 10 * Self.tolerance * energy.squareRoot(), "N = \(count), bin \(k)")
    }
  }

  @Test(arguments: [1, 7, 8, 100])
  func aPlanServesMoreThanOnce(count: Int) {
    let signal = Self.signal(count, seed: 1)
    var transform = FourierTransform(count: count)
    var first = signal
    transform.transform(real: &first.real, imaginary: &first.imaginary)
    var between = Self.signal(count, seed: 2)
    transform.transform(real: &between.real, imaginary: &between.imaginary)
    var second = signal
    transform.transform(real: &second.real, imaginary: &second.imaginary)
    #expect(first == second)
  }

  @Test(arguments: [12, 13, 16])
  func anImpulseAndAToneAreOneAnothersTransform(count: Int) {
    var real = (0..<count).map { cos(2 * .pi * 3 * Double($0) / Double(count)) }
    var imaginary = (0..<count).map { sin(2 * .pi * 3 * Double($0) / Double(count)) }
    var transform = FourierTransform(count: count)
    transform.transform(real: &real, imaginary: &imaginary)
    for k in 0..<count {
      let expected = k == 3 ? Double(count) : 0
      let error = (SIMD2(real[k], imaginary[k]) - SIMD2(expected, 0)).length
      #expect(error < Self.tolerance * Double(count))
    }
  }

  @Test func nothingAndOneNumberStay() {
    var (real, imaginary): ([Double], [Double]) = ([], [])
    var none = FourierTransform(count: 0)
    none.transform(real: &real, imaginary: &imaginary)
    #expect(real.isEmpty && none.count == 0 && FourierTransform(count: -3).count == 0)
    (real, imaginary) = ([2], [-1])
    var one = FourierTransform(count: 1)
    one.transform(real: &real, imaginary: &imaginary)
    #expect(real == [2] && imaginary == [-1])
  }
}
