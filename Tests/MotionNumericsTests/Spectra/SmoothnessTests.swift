import MotionNumerics
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// SPARC and LDLJ of movements whose values are published or known in closed form.
@Suite struct SmoothnessTests {
  /// The published values are printed to five decimals.
  private static let printed = 0.5e-5
  /// Changes of unit are exact but for the rounding of a transform.
  private static let rounding = 1e-12

  /// exp(−5t²) from −1 s to 0.99 s at 100 Hz: the example of the authors' own program.
  private static let example = (0..<200).map { index in
    let time = Double(index) / 100 - 1
    return exp(-5 * time * time)
  }

  /// The speed of a reach of minimum jerk over a distance and a duration of 1, at `count` moments
  /// from the beginning to the end.
  private static func reach(_ count: Int) -> [Double] {
    (0..<count).map { index in
      let share = Double(index) / Double(count - 1)
      return 30 * share * share * (1 - share) * (1 - share)
    }
  }

  private static func arcLength(_ speeds: [Double], rate: Double = 100) -> Double? {
    var measure = SpectralArcLength(sampleRate: rate)
    return measure.value(of: speeds)
  }

  // MARK: - Golden values

  @Test func theAuthorsExample() throws {
    let arc = try #require(Self.arcLength(Self.example))
    let jerk = try #require(LogDimensionlessJerk.dimensionlessJerk(of: Self.example))
    let logarithm = try #require(LogDimensionlessJerk.value(of: Self.example))
    #expect(abs(arc + 1.41403) <= Self.printed)
    #expect(abs(jerk + 335.74684) <= Self.printed)
    #expect(abs(logarithm + 5.81636) <= Self.printed)
  }

  @Test func theArcLengthOfAReachOfMinimumJerk() throws {
    let arc = try #require(Self.arcLength(Self.reach(101)))
    #expect(abs(arc + 1.40583) <= Self.printed, "\(arc)")
  }

  /// ∫ jerk² = 720 A²/D⁵ and v_p = 1.875 A/D, so |DJ| = 720/1.875² = 204.8.
  ///
  /// Sums are not integrals: the ends, where jerk is greatest, count by half a sample too little.
  @Test func theJerkOfAReachOfMinimumJerk() throws {
    for count in [1001, 10_001, 100_001] {
      let tolerance = 30 / Double(count)
      let jerk = try #require(LogDimensionlessJerk.dimensionlessJerk(of: Self.reach(count)))
      #expect(abs(jerk + 204.8) <= 204.8 * tolerance, "\(count): \(jerk)")
      let logarithm = try #require(LogDimensionlessJerk.value(of: Self.reach(count)))
      #expect(abs(logarithm + 5.3220) <= 0.5e-4 + tolerance, "\(count): \(logarithm)")
    }
  }

  /// Two reaches one after the other, with a pause, are less smooth than one.
  @Test func moreSubmovementsAreLessSmooth() throws {
    let pause = [Double](repeating: 0, count: 20)
    let two = Self.reach(60) + pause + Self.reach(60)
    #expect(try #require(Self.arcLength(two)) < (try #require(Self.arcLength(Self.reach(100)))))
    #expect(
      try #require(LogDimensionlessJerk.value(of: two))
        < (try #require(LogDimensionlessJerk.value(of: Self.reach(100)))))
  }

  // MARK: - Invariance

  @Test(arguments: [1e-6, 3.7, 1e9])
  func theUnitOfSpeedDoesNotMatter(factor: Double) throws {
    let scaled = Self.example.map { factor * $0 }
    let arc = try #require(Self.arcLength(Self.example))
    #expect(abs(try #require(Self.arcLength(scaled)) - arc) <= Self.rounding)
    let jerk = try #require(LogDimensionlessJerk.value(of: Self.example))
    #expect(abs(try #require(LogDimensionlessJerk.value(of: scaled)) - jerk) <= Self.rounding)
  }

  @Test func oneMeasureServesManyMovements() {
    var measure = SpectralArcLength(sampleRate: 100)
    let first = measure.value(of: Self.example)
    _ = measure.value(of: Self.reach(60))
    #expect(measure.value(of: Self.example) == first)
  }

  // MARK: - Edges

  @Test func whatHasNoSmoothness() {
    let still = [Double](repeating: 0, count: 50)
    #expect(Self.arcLength(still) == nil)
    #expect(LogDimensionlessJerk.value(of: still) == nil)
    #expect(Self.arcLength([1]) == nil)
    #expect(LogDimensionlessJerk.value(of: [1, 2]) == nil)
    #expect(Self.arcLength([1, .nan, 2]) == nil)
    #expect(LogDimensionlessJerk.value(of: [1, .nan, 2]) == nil)
    #expect(Self.arcLength([1, .infinity, 2]) == nil)
    #expect(LogDimensionlessJerk.value(of: [1, .infinity, 2]) == nil)
    #expect(Self.arcLength(Self.example, rate: 0) == nil)
    // So short beside the rate that no bin but that of the mean is at most 10 Hz.
    #expect(Self.arcLength([1, 2], rate: 1e6) == nil)
  }

  @Test func anEvenSpeedHasNoJerk() throws {
    let even = (0..<50).map { 2 + 0.1 * Double($0) }
    #expect(LogDimensionlessJerk.value(of: even) == nil)
    #expect(abs(try #require(LogDimensionlessJerk.dimensionlessJerk(of: even))) < 1e-20)
    #expect(LogDimensionlessJerk.value(of: [0, 1, 0]) != nil)
  }
}
