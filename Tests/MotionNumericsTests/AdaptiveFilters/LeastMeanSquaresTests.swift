import MotionNumerics
import Testing

@Suite("Least mean squares, plain and normalized")
struct LeastMeanSquaresTests {
  /// A few roundings of numbers of order 1.
  private static let tolerance = 1e-15

  @Test("one correction by hand: both axes at once")
  func worked() throws {
    var filter = LeastMeanSquares(start: [1, 0], step: 0.1)
    // ξ = (3, 1) − (1, 2) = (2, −1); u·ξ = 1·2 − 2·1 = 0 and 0·2 − 1·1 = −1.
    let innovation = filter.update(regressor: [SIMD2(1, 2), SIMD2(0, 1)], desired: SIMD2(3, 1))
    #expect(innovation == SIMD2(2, -1))
    #expect(abs(filter.weights[0] - 1) < Self.tolerance)
    #expect(abs(filter.weights[1] + 0.1) < Self.tolerance)
  }

  @Test("one normalized correction by hand, with regularization and leakage")
  func workedNormalized() throws {
    var filter = NormalizedLeastMeanSquares(
      start: [1, 0], step: 0.5, regularization: 4, leakage: 0.1)
    // Energy 1 + 4 + 1 = 6, divisor 10; kept 1 − 0.05.
    _ = filter.update(regressor: [SIMD2(1, 2), SIMD2(0, 1)], desired: SIMD2(3, 1))
    #expect(abs(filter.weights[0] - 0.95) < Self.tolerance)
    #expect(abs(filter.weights[1] + 0.05) < Self.tolerance)
  }

  @Test("finds the weights of a system without noise", arguments: 1...5)
  func identifies(seed: Int) {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    let truth = [1.6, -0.8, 0.2]
    var plain = LeastMeanSquares(start: [1, 0, 0], step: 0.05)
    var normalized = NormalizedLeastMeanSquares(start: [1, 0, 0], step: 0.5, regularization: 0.1)
    for _ in 0..<4000 {
      let regressor = (0..<3).map { _ in SIMD2(random.nextNormal(), random.nextNormal()) }
      let desired = zip(truth, regressor).reduce(SIMD2<Double>.zero) { $0 + $1.0 * $1.1 }
      _ = plain.update(regressor: regressor, desired: desired)
      _ = normalized.update(regressor: regressor, desired: desired)
    }
    for index in truth.indices {
      #expect(abs(plain.weights[index] - truth[index]) < 1e-9, "seed \(seed)")
      #expect(abs(normalized.weights[index] - truth[index]) < 1e-9, "seed \(seed)")
    }
  }

  @Test("no correction overshoots its own error, however great the regressor", arguments: 1...20)
  func stable(seed: Int) {
    var random = Xoshiro256StarStar(seed: UInt64(seed))
    var plain = LeastMeanSquares(start: [1, 0], step: 1)
    var normalized = NormalizedLeastMeanSquares(start: [1, 0], step: 1, regularization: 0)
    for _ in 0..<2000 {
      var scale = 1.0
      for _ in 0..<random.nextInt(below: 13) { scale *= 10 }
      let regressor = (0..<2).map { _ in scale * SIMD2(random.nextNormal(), random.nextNormal()) }
      // What is asked for is within reach of weights of order 1.
      let desired = 0.5 * regressor[0] + random.nextUnit() * regressor[1]
      guard let before = plain.update(regressor: regressor, desired: desired) else {
        Issue.record("refused, seed \(seed)")
        return
      }
      let after = desired - plain.output(for: regressor)
      #expect(after.length <= before.length * (1 + 1e-9), "seed \(seed)")
      _ = normalized.update(regressor: regressor, desired: desired)
      for weight in plain.weights + normalized.weights { #expect(abs(weight) < 10) }
    }
  }

  @Test("leakage draws the weights towards 0")
  func leaks() {
    var plain = LeastMeanSquares(start: [1], step: 0.1, leakage: 0.5)
    var normalized = NormalizedLeastMeanSquares(
      start: [1], step: 0.1, regularization: 1, leakage: 0.5)
    for _ in 0..<100 {
      _ = plain.update(regressor: [.zero], desired: .zero)
      _ = normalized.update(regressor: [.zero], desired: .zero)
    }
    // 0.95^100 = 0.00592.
    #expect(abs(plain.weights[0] - 0.005_920_529) < 1e-8)
    #expect(abs(normalized.weights[0] - 0.005_920_529) < 1e-8)
  }

  @Test("what cannot be used changes nothing; reset is fresh")
  func refusals() {
    var plain = LeastMeanSquares(start: [1, 0], step: 0.1)
    var normalized = NormalizedLeastMeanSquares(start: [1, 0], step: 0.1, regularization: 0)
    for bad in [Double.nan, .infinity, -.infinity, 1e300] {
      #expect(plain.update(regressor: [SIMD2(bad, 0), .zero], desired: .zero) == nil)
      #expect(normalized.update(regressor: [.zero, .zero], desired: SIMD2(bad, 0)) == nil)
    }
    #expect(normalized.update(regressor: [.zero, .zero], desired: SIMD2(1, 0)) == SIMD2(1, 0))
    #expect(plain.weights == [1, 0] && normalized.weights == [1, 0])
    _ = plain.update(regressor: [SIMD2(1, 0), .zero], desired: .zero)
    _ = normalized.update(regressor: [SIMD2(1, 0), .zero], desired: .zero)
    #expect(plain.weights != [1, 0] && normalized.weights != [1, 0])
    plain.reset()
    normalized.reset()
    #expect(plain.weights == [1, 0] && normalized.weights == [1, 0])
  }
}
