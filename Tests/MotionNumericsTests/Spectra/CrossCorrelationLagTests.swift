import MotionNumerics
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Signals delayed by a known time.
@Suite struct CrossCorrelationLagTests {
  /// Frequencies of drawing: up to 3 Hz, at 60 Hz.
  private static func signal(delay: Double, count: Int = 90) -> [SIMD2<Double>] {
    (0..<count).map { index in
      let time = (Double(index) - delay) / 60
      return SIMD2(
        cos(6 * time) + 0.5 * sin(19 * time + 1), sin(5 * time + 2) - 0.3 * cos(13 * time))
    }
  }

  /// Between samples the correlation is a cosine where the parabola is one: in samples.
  private static let fractionTolerance = 0.02
  /// Whole delays are found by the pairs being equal; the parabola adds what the ends lack.
  private static let wholeTolerance = 0.02

  @Test(arguments: [-6.0, -1, 0, 1, 2, 5, 9])
  func wholeDelays(delay: Double) throws {
    let lag = try #require(
      CrossCorrelationLag.samples(
        of: Self.signal(delay: delay), behind: Self.signal(delay: 0), reach: 12))
    #expect(abs(lag - delay) <= Self.wholeTolerance, "\(lag)")
  }

  @Test(arguments: [-3.25, -0.5, 0.1, 0.4, 1.5, 4.75])
  func delaysBetweenSamples(delay: Double) throws {
    let lag = try #require(
      CrossCorrelationLag.samples(
        of: Self.signal(delay: delay), behind: Self.signal(delay: 0), reach: 12))
    #expect(abs(lag - delay) <= Self.fractionTolerance, "\(lag)")
  }

  @Test func exchangingTheSignalsChangesTheSign() throws {
    let (a, b) = (Self.signal(delay: 2.3), Self.signal(delay: 0))
    let forth = try #require(CrossCorrelationLag.samples(of: a, behind: b, reach: 8))
    let back = try #require(CrossCorrelationLag.samples(of: b, behind: a, reach: 8))
    #expect(forth == -back)
    #expect(CrossCorrelationLag.samples(of: a, behind: a, reach: 8) == 0)
  }

  @Test func sizeAndOffsetDoNotMatter() throws {
    let (a, b) = (Self.signal(delay: 3.4), Self.signal(delay: 0))
    let moved = a.map { 7.5 * $0 + SIMD2(100, -40) }
    let lag = try #require(CrossCorrelationLag.samples(of: a, behind: b, reach: 8))
    let other = try #require(CrossCorrelationLag.samples(of: moved, behind: b, reach: 8))
    // Sums of numbers a hundred times as great.
    #expect(abs(lag - other) <= 1e-9)
  }

  @Test func whatHasNoLag() {
    let signal = Self.signal(delay: 0)
    let constant = Array(repeating: SIMD2(3.0, 4), count: signal.count)
    #expect(CrossCorrelationLag.samples(of: constant, behind: signal, reach: 8) == nil)
    #expect(CrossCorrelationLag.samples(of: signal, behind: constant, reach: 8) == nil)
    #expect(
      CrossCorrelationLag.samples(of: Self.signal(delay: 20), behind: signal, reach: 5) == nil,
      "the lag is beyond the reach")
    #expect(CrossCorrelationLag.samples(of: signal, behind: signal, reach: 0) == nil)
    #expect(CrossCorrelationLag.samples(of: signal, behind: signal, reach: 88) == nil)
    #expect(CrossCorrelationLag.samples(of: [], behind: [], reach: 1) == nil)
    #expect(CrossCorrelationLag.samples(of: signal, behind: Array(signal[1...]), reach: 3) == nil)
    var broken = signal
    broken[7].x = .nan
    #expect(CrossCorrelationLag.samples(of: broken, behind: signal, reach: 8) == nil)
  }
}
