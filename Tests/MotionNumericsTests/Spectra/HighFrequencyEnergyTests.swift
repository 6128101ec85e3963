import MotionNumerics
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite struct HighFrequencyEnergyTests {
  /// Of the signal's own energy: the transform's rounding, squared amplitudes of order 1.
  private static let tolerance = 1e-13

  private static func tone(
    _ amplitude: SIMD2<Double>, hertz: Double, rate: Double, count: Int
  ) -> [SIMD2<Double>] {
    (0..<count).map { amplitude * sin(2 * .pi * hertz * Double($0) / rate + 0.3) }
  }

  private static func variance(_ signal: [SIMD2<Double>]) -> Double {
    let mean = signal.reduce(.zero, +) / Double(signal.count)
    return signal.reduce(0) { $0 + ($1 - mean).squaredLength } / Double(signal.count)
  }

  /// (rate, count) hold whole periods of 3, 6 and 9 Hz, and their bins.
  @Test(arguments: [(60.0, 60), (120, 240), (120, 1000), (90, 30), (100, 700)])
  func aToneCountsFromTheCutoffUpwards(rate: Double, count: Int) {
    let amplitude = SIMD2(2.0, 0)
    for hertz in [3.0, 6, 9] {
      let signal = Self.tone(amplitude, hertz: hertz, rate: rate, count: count)
      let energy = HighFrequencyEnergy.energy(of: signal, sampleRate: rate, above: 6)
      let expected = hertz < 6 ? 0 : 4.0 / 2
      #expect(abs((energy ?? .nan) - expected) < Self.tolerance, "\(hertz) Hz, N = \(count)")
    }
  }

  @Test func bothAxesAddAndLowTonesAndTheMeanDoNot() {
    let low = Self.tone(SIMD2(5, -3), hertz: 2, rate: 120, count: 360)
    let high = Self.tone(SIMD2(0.3, 0.4), hertz: 20, rate: 120, count: 360)
    let signal = zip(low, high).map { $0 + $1 + SIMD2(1000, -500) }
    let energy = HighFrequencyEnergy.energy(of: signal, sampleRate: 120, above: 6)
    // 0.3²/2 + 0.4²/2; the mean of 1000 costs six digits.
    #expect(abs((energy ?? .nan) - 0.125) < 1e-10)
  }

  @Test func aCircleTurningEitherWayCountsTheSame() {
    for direction in [1.0, -1] {
      let signal = (0..<240).map { index in
        let angle = direction * 2 * .pi * 10 * Double(index) / 120
        return SIMD2(cos(angle), sin(angle))
      }
      let energy = HighFrequencyEnergy.energy(of: signal, sampleRate: 120, above: 6)
      #expect(abs((energy ?? .nan) - 1) < Self.tolerance)
    }
  }

  @Test(arguments: [2, 3, 31, 64, 97, 500])
  func cutoffZeroIsTheVarianceAndOneComplexTransformServesBothAxes(count: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(count))
    let signal = (0..<count).map { _ in SIMD2(generator.nextNormal(), generator.nextNormal()) }
    var measure = HighFrequencyEnergy(sampleRate: 60, cutoff: 0)
    #expect(abs((measure.energy(of: signal) ?? .nan) - Self.variance(signal)) < Self.tolerance)
    let both = HighFrequencyEnergy.energy(of: signal, sampleRate: 60, above: 6) ?? .nan
    let x = signal.map { SIMD2($0.x, 0) }
    let y = signal.map { SIMD2(0, $0.y) }
    let apart = [x, y].map { HighFrequencyEnergy.energy(of: $0, sampleRate: 60, above: 6) ?? .nan }
    #expect(abs(both - apart[0] - apart[1]) < Self.tolerance)
    #expect(both <= Self.variance(signal) + Self.tolerance)
  }

  /// Bins one by one, by their definition.
  private static func energyByBins(
    _ signal: [SIMD2<Double>], rate: Double, above cutoff: Double
  ) -> Double {
    let count = signal.count
    let mean = signal.reduce(.zero, +) / Double(count)
    return (0..<count).reduce(0) { sum, bin in
      guard Double(min(bin, count - bin)) * rate / Double(count) >= cutoff else { return sum }
      var (real, imaginary) = (0.0, 0.0)
      for (index, point) in signal.enumerated() {
        let angle = -2 * Double.pi * Double((bin * index) % count) / Double(count)
        let z = point - mean
        real += z.x * cos(angle) - z.y * sin(angle)
        imaginary += z.x * sin(angle) + z.y * cos(angle)
      }
      return sum + (real * real + imaginary * imaginary) / Double(count * count)
    }
  }

  /// Rough signals, smooth ones whose energy from the cutoff on is a small share of all, and lengths
  /// for which all bins are the cheaper ones (64, 128) and for which the lowest are.
  @Test(arguments: [30, 37, 60, 64, 97, 128, 211, 390], [0.0, 1e-3, 1e-7])
  func isTheSumOfTheBins(count: Int, roughness: Double) {
    var generator = Xoshiro256StarStar(seed: UInt64(count))
    let signal = (0..<count).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(count)
      let noise = SIMD2(generator.nextNormal(), generator.nextNormal())
      return SIMD2(cos(angle), sin(2 * angle)) + roughness * noise
    }
    for (rate, cutoff) in [(60.0, 6.0), (240, 6), (60, 29)] {
      let expected = Self.energyByBins(signal, rate: rate, above: cutoff)
      let found = HighFrequencyEnergy.energy(of: signal, sampleRate: rate, above: cutoff) ?? .nan
      // A difference that keeps three digits fewer, or amplitudes with the rounding of the whole.
      let allowed = 1e-11 * expected + 4e-15 * expected.squareRoot() + 1e-29
      #expect(abs(found - expected) < allowed, "\(found) for \(expected), \(rate), \(cutoff)")
    }
  }

  @Test func aMeasureServesManySignalsInAnyOrder() {
    var generator = Xoshiro256StarStar(seed: 8)
    var measure = HighFrequencyEnergy(sampleRate: 120, cutoff: 6)
    for count in [50, 64, 50, 1, 333, 64, 100_000, 200_000, 50] {
      let signal = (0..<count).map { _ in SIMD2(generator.nextNormal(), generator.nextNormal()) }
      #expect(
        measure.energy(of: signal)
          == HighFrequencyEnergy.energy(of: signal, sampleRate: 120, above: 6))
    }
  }

  @Test func aRateWithARoundingKeepsTheBinAtTheCutoff() {
    let rate = 1 / (1.0 / 120 * (1 + 1e-12))
    let signal = Self.tone(SIMD2(1, 0), hertz: 6, rate: 120, count: 200)
    for rate in [rate, 2 * 120 - rate] {
      let energy = HighFrequencyEnergy.energy(of: signal, sampleRate: rate, above: 6)
      #expect(abs((energy ?? .nan) - 0.5) < Self.tolerance)
    }
  }

  @Test func whatCannotBeMeasuredIsNil() {
    func energy(_ signal: [SIMD2<Double>], _ rate: Double, _ cutoff: Double) -> Double? {
      HighFrequencyEnergy.energy(of: signal, sampleRate: rate, above: cutoff)
    }
    #expect(energy([], 60, 6) == nil)
    #expect(energy([SIMD2(1, 2)], 60, 6) == 0)
    #expect(energy([SIMD2(1, 2), SIMD2(.nan, 0)], 60, 6) == nil)
    #expect(energy([SIMD2(1, 2), SIMD2(0, .infinity)], 60, 6) == nil)
    #expect(energy([SIMD2(1e300, 0), SIMD2(-1e300, 0)], 60, 6) == nil)
    for rate in [0, -60, Double.nan, .infinity] { #expect(energy([.zero, .zero], rate, 6) == nil) }
    for cutoff in [-1, Double.nan] { #expect(energy([.zero, .zero], 60, cutoff) == nil) }
  }
}
