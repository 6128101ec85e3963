import MotionNumerics
import Testing

@Suite struct SignFlipPermutationTests {
  private static func p(_ differences: [Double]) -> Double? {
    SignFlipPermutation(differences, draws: 1000, seed: 1)?.p
  }

  @Test func eightOnOneSideGiveTwoIn256() {
    let test = SignFlipPermutation([-1, -2, -0.5, -3, -1.2, -0.1, -2.2, -1.7], draws: 1, seed: 1)
    #expect(test?.p == 2.0 / 256)
    #expect(test?.isExact == true)
    #expect(test?.choices == 256)
  }

  /// The eight sums of ±1 ±2 ±4 are ±1, ±3, ±5, ±7, all different.
  @Test func threeByHand() {
    #expect(Self.p([1, 2, 4]) == 2.0 / 8)
    #expect(Self.p([-1, 2, 4]) == 4.0 / 8)
    #expect(Self.p([1, -2, 4]) == 6.0 / 8)
    #expect(Self.p([1, 2, -4]) == 1)
  }

  /// ±1 ±1 ±1: |sum| is 3 twice and 1 six times; ties with the observed sum count.
  @Test func tiesCount() {
    #expect(Self.p([1, 1, 1]) == 0.25)
    #expect(Self.p([1, 1, -1]) == 1)
    // 0.1 + 0.2 − 0.3 is not 0 in binary, and is a tie with 0 all the same.
    #expect(Self.p([0.1, 0.2, -0.3]) == 1)
    #expect(Self.p([0.1, 0.2, 0.3]) == 0.25)
  }

  @Test func zerosAreEvidenceForNoDifference() {
    #expect(Self.p([0, 0]) == 1)
    #expect(Self.p([1, 2, 4, 0]) == 4.0 / 16)
    #expect(Self.p([5]) == 1)
  }

  @Test func signAndScaleDoNotMatter() {
    let differences = [0.3, -1.1, 2.5, 0.9, -0.2, 1.4]
    let p = Self.p(differences)
    #expect(p == Self.p(differences.map { -$0 }))
    #expect(p == Self.p(differences.map { 1024 * $0 }))
    #expect(p == Self.p(differences.reversed()))
  }

  /// Twenty are gone through, twenty-one are drawn; one more of nearly 0 hardly moves p.
  @Test func aRandomChoiceOfSignsAgreesWithAllOfThem() throws {
    let seed: UInt64 = 21
    var generator = Xoshiro256StarStar(seed: seed)
    let differences = (0..<20).map { _ in 0.4 + generator.nextNormal() }
    let exact = try #require(SignFlipPermutation(differences, draws: 1, seed: seed))
    let draws = 20_000
    let drawn = try #require(
      SignFlipPermutation(differences + [1e-9], draws: draws, seed: seed))
    #expect(exact.isExact)
    #expect(exact.choices == 1 << 20)
    #expect(!drawn.isExact)
    #expect(drawn.choices == draws + 1)
    // Five standard errors of a share, and the one that is added.
    let tolerance = 5 * (exact.p * (1 - exact.p) / Double(draws)).squareRoot() + 1 / Double(draws)
    #expect(abs(drawn.p - exact.p) < tolerance, "seed \(seed): \(drawn.p) for \(exact.p)")
  }

  @Test func aRandomChoiceIsNeverWithoutTheObservedOne() {
    let test = SignFlipPermutation(Array(repeating: 1, count: 40), draws: 99, seed: 4)
    #expect(test?.p == 0.01)
  }

  @Test func nothingGivesNothing() {
    #expect(Self.p([]) == nil)
    #expect(Self.p([1, .nan]) == nil)
    #expect(Self.p([1, .infinity]) == nil)
  }
}
