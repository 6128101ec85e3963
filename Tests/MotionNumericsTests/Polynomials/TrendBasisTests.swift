import MotionNumerics
import Testing

@Suite("Trend basis")
struct TrendBasisTests {
  /// A few roundings of sums of numbers about 1.
  static let rounding = 1e-13

  @Test("the basis is orthogonal under its weights, on uneven times")
  func orthogonal() {
    var random = Xoshiro256StarStar(seed: 4)
    for _ in 0..<100 {
      let count = 3 + random.nextInt(below: 12)
      let times = (0..<count).map { _ in random.nextUnit() - 1 }
      let weights = (0..<count).map { _ in random.nextUnit() }
      let basis = TrendBasis(times: times, weights: weights, count: count)
      var sums = [Double](repeating: 0, count: 5)
      for (time, weight) in zip(times, weights) {
        let (linear, quadratic) = basis.values(at: time)
        let terms = [
          linear, quadratic, linear * quadratic, linear * linear, quadratic * quadratic,
        ]
        for index in sums.indices { sums[index] += weight * terms[index] }
      }
      for index in 0..<3 { #expect(abs(sums[index]) < Self.rounding) }
      #expect(abs(sums[3] - basis.linearSquare) < Self.rounding)
      #expect(abs(sums[4] - basis.quadraticSquare) < Self.rounding)
    }
  }

  @Test("a parabola's coefficients are found again, and its slope")
  func parabola() {
    let times = [-1, -0.7, -0.65, -0.2, 0]
    let weights = [0.1, 0.4, 0.5, 0.9, 1]
    func value(_ time: Double) -> Double { 3 - 2 * time + 5 * time * time }
    let basis = TrendBasis(times: times, weights: weights, count: 5)
    var (constant, linear, quadratic) = (0.0, 0.0, 0.0)
    for (time, weight) in zip(times, weights) {
      let at = basis.values(at: time)
      constant += weight * value(time) / basis.total
      linear += weight * at.linear * value(time) / basis.linearSquare
      quadratic += weight * at.quadratic * value(time) / basis.quadraticSquare
    }
    for time in [-1.5, 0, 0.8] {
      let at = basis.values(at: time)
      let fitted = constant + linear * at.linear + quadratic * at.quadratic
      #expect(abs(fitted - value(time)) < 1e-12)
      let slope = linear + quadratic * basis.quadraticSlope(at: time)
      #expect(abs(slope - (-2 + 10 * time)) < 1e-12)
    }
  }

  @Test("what the times do not tell has a square of 0")
  func degenerate() {
    let once = TrendBasis(times: [-0.3, -0.3], weights: [1, 1], count: 2)
    #expect(once.linearSquare == 0 && once.quadraticSquare == 0)
    let twice = TrendBasis(times: [-1, 0, -1, 0.0], weights: [1, 1, 1, 1], count: 4)
    #expect(twice.linearSquare == 1 && twice.quadraticSquare == 0)
    let unweighed = TrendBasis(times: [-1, -0.5, 0], weights: [0, 0, 1], count: 3)
    #expect(unweighed.linearSquare == 0)
  }
}
