import MotionNumerics
import Testing

@Suite struct Xoshiro256StarStarTests {
  /// The first outputs for seed 1234567, as published on Rosetta Code ("Pseudo-random
  /// numbers/Splitmix64") and used by many implementations.
  @Test func splitMixGivesThePublishedSequence() {
    var generator = SplitMix64(seed: 1_234_567)
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(published.map { _ in generator.next() } == published)
  }

  /// The outputs from state 1, 2, 3, 4, made with Vigna's C code by the authors of the Rust crate
  /// rand_xoshiro (src/xoshiro256starstar.rs).
  @Test func xoshiroGivesThePublishedSequence() {
    var generator = Xoshiro256StarStar(state: (1, 2, 3, 4))
    let published: [UInt64] = [
      11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      607_988_272_756_665_600, 16_172_922_978_634_559_625, 8_476_171_486_693_032_832,
      10_595_114_339_597_558_777, 2_904_607_092_377_533_576,
    ]
    #expect(published.map { _ in generator.next() } == published)
  }

  @Test func theSeedIsSpreadBySplitMix() {
    var source = SplitMix64(seed: 42)
    let state = (source.next(), source.next(), source.next(), source.next())
    #expect(Xoshiro256StarStar(seed: 42) == Xoshiro256StarStar(state: state))
    var generator = Xoshiro256StarStar(seed: 42)
    // Two independent implementations found in public agree on these.
    #expect(generator.next() == 1_546_998_764_402_558_742)
    #expect(generator.next() == 6_990_951_692_964_543_102)
  }

  @Test func theStateOfZerosIsLeft() {
    var generator = Xoshiro256StarStar(state: (0, 0, 0, 0))
    #expect(Set((0..<100).map { _ in generator.next() }).count == 100)
  }

  @Test func aCopyContinuesWithTheSameNumbers() {
    var generator = Xoshiro256StarStar(seed: 3)
    _ = generator.nextNormal()
    var copy = generator
    #expect(generator == copy)
    #expect((0..<50).allSatisfy { _ in generator.nextNormal() == copy.nextNormal() })
  }

  @Test func unitsLieInZeroUpToOneAndAreEven() {
    var generator = Xoshiro256StarStar(seed: 17)
    let count = 100_000
    let values = (0..<count).map { _ in generator.nextUnit() }
    #expect(values.allSatisfy { (0..<1).contains($0) && ($0 * 0x1p53).rounded() == $0 * 0x1p53 })
    // Five standard errors of the mean of a uniform variable, √(1/12 / n).
    let tolerance = 5 * (1.0 / 12 / Double(count)).squareRoot()
    #expect(abs(values.reduce(0, +) / Double(count) - 0.5) < tolerance)
  }

  @Test func normalsHaveTheMomentsOfTheNormalDistribution() {
    var generator = Xoshiro256StarStar(seed: 23)
    let count = 200_000.0
    var sums = [0.0, 0, 0, 0]
    for _ in 0..<Int(count) {
      let value = generator.nextNormal()
      var power = 1.0
      for order in 0..<4 {
        power *= value
        sums[order] += power
      }
    }
    // Five standard errors; the variance of z^k is E z^2k − (E z^k)²: 1, 2, 15, 96.
    for (sum, (expected, variance)) in zip(sums, [(0.0, 1.0), (1, 2), (0, 15), (3, 96)]) {
      #expect(abs(sum / count - expected) < 5 * (variance / count).squareRoot())
    }
  }

  @Test func aNormalTakesTwoDrawsWhateverCameBefore() {
    var generator = Xoshiro256StarStar(seed: 5)
    var counted = generator
    for _ in 0..<7 { _ = generator.nextNormal() }
    for _ in 0..<14 { _ = counted.next() }
    #expect(generator == counted)
  }

  @Test(arguments: [1, 2, 3, 7, 10, 64, 1000])
  func wholeNumbersAreEven(bound: Int) {
    var generator = Xoshiro256StarStar(seed: UInt64(bound))
    let draws = 2000 * bound
    var counts = Array(repeating: 0, count: bound)
    for _ in 0..<min(draws, 200_000) { counts[generator.nextInt(below: bound)] += 1 }
    let expected = Double(min(draws, 200_000)) / Double(bound)
    let chiSquare = counts.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) }
    // χ² with k degrees of freedom has mean k and variance 2k; six deviations, plus a floor that
    // only matters for the skewed cases of few degrees.
    let freedom = Double(bound - 1)
    #expect(chiSquare / expected <= freedom + 6 * (2 * freedom).squareRoot() + 6)
  }

  @Test func aBoundNearTheWidthIsNotBiased() {
    // For this bound one draw in four must be thrown away; without that the residues modulo 3 would
    // come as 3 : 3 : 2.
    let bound = 3 << 61
    var generator = Xoshiro256StarStar(seed: 9)
    let count = 40_000
    let multiples = (0..<count).count { _ in generator.nextInt(below: bound) % 3 == 0 }
    // Five standard errors of a share of one third.
    let tolerance = 5 * (2.0 / 9 / Double(count)).squareRoot()
    #expect(abs(Double(multiples) / Double(count) - 1.0 / 3) < tolerance)
  }
}
