import MotionNumerics
import Testing

@Suite("Process noise and motion models")
struct ProcessNoiseTests {
  /// Rounding of products of a few numbers, relative to the greatest entry of a row and a column.
  static let tolerance = 1e-13

  static let models: [KinematicModel] =
    [KinematicModel.Kind.velocity, .acceleration, .jerk].map {
      KinematicModel(kind: $0, density: 7)
    } + [0.01, 0.3, 20, 1e9].map { KinematicModel(kind: .singer, density: 7, decayTime: $0) }
    + [0.01, 0.3, 20, 1e9].map { KinematicModel(kind: .damped, density: 7, decayTime: $0) }

  private func product(_ a: Matrix4, _ b: Matrix4) -> [[Double]] {
    (0..<4).map { i in
      (0..<4).map { j in (0..<4).reduce(0) { $0 + a[i, $1] * b[$1, j] } }
    }
  }

  private func transposed(_ a: Matrix4) -> Matrix4 {
    var result = Matrix4()
    for i in 0..<4 { for j in 0..<4 { result[j, i] = a[i, j] } }
    return result
  }

  private func expectEqual(
    _ found: Matrix4, _ expected: (Int, Int) -> Double, tolerance: Double = Self.tolerance,
    _ comment: Comment
  ) {
    for i in 0..<4 {
      for j in 0..<4 {
        // Entries differ by orders of magnitude; the diagonal gives each its measure.
        let size = (abs(expected(i, i)) * abs(expected(j, j))).squareRoot()
        #expect(
          abs(found[i, j] - expected(i, j)) <= tolerance * size, "\(comment), entry \(i), \(j)")
      }
    }
  }

  @Test("the published matrices of continuous white noise")
  func continuous() {
    let (t, q) = (0.3, 5.0)
    let velocity = ProcessNoise.continuous(order: 2, step: t, density: q)
    let two = [[t * t * t / 3, t * t / 2], [t * t / 2, t]]
    expectEqual(velocity, { i, j in i < 2 && j < 2 ? q * two[i][j] : 0 }, "velocity")
    let acceleration = ProcessNoise.continuous(order: 3, step: t, density: q)
    let (t2, t3) = (t * t, t * t * t)
    let three = [
      [t2 * t3 / 20, t2 * t2 / 8, t3 / 6], [t2 * t2 / 8, t3 / 3, t2 / 2], [t3 / 6, t2 / 2, t],
    ]
    expectEqual(
      acceleration, { i, j in i < 3 && j < 3 ? q * three[i][j] : 0 }, "acceleration")
  }

  @Test("the published matrices of noise that is constant during a step")
  func discrete() {
    let (t, variance) = (0.4, 3.0)
    let gains = [
      2: [t * t / 2, t, 0, 0], 3: [t * t / 2, t, 1, 0], 4: [t * t * t / 6, t * t / 2, t, 1],
    ]
    for (order, gain) in gains {
      expectEqual(
        ProcessNoise.discrete(order: order, step: t, variance: variance),
        { variance * gain[$0] * gain[$1] }, "order \(order)")
    }
    let velocity = ProcessNoise.discrete(order: 2, step: t, variance: variance)
    #expect(abs(velocity[0, 0] - variance * t * t * t * t / 4) < Self.tolerance)
    #expect(abs(velocity[0, 1] - variance * t * t * t / 2) < Self.tolerance)
  }

  @Test(
    "Singer's matrix at the published values",
    arguments: [
      (1.0, 20.0, [0.0049, 0.0121, 0.0159, 0.0321, 0.0476, 0.0952]),
      (2.0, 10.0, [0.2868, 0.3508, 0.2188, 0.4603, 0.3286, 0.3297]),
    ])
  func singerGolden(step: Double, decayTime: Double, entries: [Double]) {
    let matrix = ProcessNoise.singer(
      step: step, decayTime: decayTime, accelerationVariance: 1)
    let places = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    for (place, expected) in zip(places, entries) {
      // Four published decimals.
      #expect(abs(matrix[place.0, place.1] - expected) <= 0.5e-4)
      #expect(matrix[place.0, place.1] == matrix[place.1, place.0])
    }
  }

  @Test("Singer's matrix against its defining integral", arguments: [-9, -6, -4, -2, -1, 0, 1, 2])
  func singerQuadrature(decade: Int) {
    // ∫ φφᵀ over the step by Simpson's rule, φ from their power series or closed forms in parts.
    for mantissa in [1.0, 2.5, 6, 9.999] {
      let b = (0..<abs(decade)).reduce(mantissa) { value, _ in decade < 0 ? value / 10 : value * 10
      }
      guard b < 50 else { continue }
      let alpha = b
      func response(_ s: Double) -> [Double] {
        let z = alpha * s
        if z < 0.5 {
          var (terms, factor) = ([0.0, 0, 0], 1.0)
          // e^(−z), (1 − e^(−z))/z·s and (z − 1 + e^(−z))/z²·s².
          for n in 0..<22 {
            terms[2] += factor
            terms[1] += factor * s / Double(n + 1)
            terms[0] += factor * s * s / Double((n + 1) * (n + 2))
            factor *= -z / Double(n + 1)
          }
          return terms
        }
        let e = exponential(-z)
        return [(e - 1 + z) / (alpha * alpha), (1 - e) / alpha, e]
      }
      let panels = 4000
      var integral = [[Double]](repeating: [0, 0, 0], count: 3)
      for index in 0...panels {
        let weight = index == 0 || index == panels ? 1.0 : (index % 2 == 1 ? 4 : 2)
        let phi = response(Double(index) / Double(panels))
        for i in 0..<3 {
          for j in 0..<3 { integral[i][j] += weight * phi[i] * phi[j] / Double(3 * panels) }
        }
      }
      let found = ProcessNoise.singer(
        step: 1, decayTime: 1 / alpha, accelerationVariance: 1 / (2 * alpha))
      // Simpson's error falls with the fourth power of b / panels.
      expectEqual(
        found, { i, j in i < 3 && j < 3 ? integral[i][j] : 0 }, tolerance: 1e-9, "b = \(b)")
    }
  }

  @Test("Singer tends to constant acceleration without cancelling")
  func singerLimit() {
    for exponent in 0..<13 {
      let slow = (0..<exponent).reduce(1e3) { value, _ in value * 10 }
      let matrix = ProcessNoise.singer(
        step: 1, decayTime: slow, accelerationVariance: slow / 2)
      let limit = ProcessNoise.continuous(order: 3, step: 1, density: 1)
      // The next term of each series is of the order of T/τ.
      expectEqual(matrix, { limit[$0, $1] }, tolerance: 2 / slow + 1e-15, "τ = \(slow)")
    }
  }

  @Test("dividing a step changes nothing", arguments: models)
  func divided(model: KinematicModel) {
    for (first, second) in [(0.01, 0.02), (1e-4, 0.3), (0.25, 1e-6), (2.0, 3)] {
      let forward = model.transition(over: second)
      let carried = Matrix4(
        forward * model.noiseFactor(over: first).squared.row0,
        forward * model.noiseFactor(over: first).squared.row1,
        forward * model.noiseFactor(over: first).squared.row2,
        forward * model.noiseFactor(over: first).squared.row3)
      // Row i of `carried` is F·(row i of Q), Q being symmetric: carried = (F·Q)ᵀ.
      let moved = product(forward, carried)
      let added = model.noiseFactor(over: second).squared
      let whole = model.noiseFactor(over: first + second).squared
      expectEqual(whole, { moved[$0][$1] + added[$0, $1] }, tolerance: 1e-12, "\(model.kind)")
      let steps = product(forward, model.transition(over: first))
      let one = model.transition(over: first + second)
      for i in 0..<4 {
        for j in 0..<4 { #expect(abs(one[i, j] - steps[i][j]) <= 1e-13 * (1 + abs(one[i, j]))) }
      }
    }
  }

  @Test("the factor is the root of the matrix", arguments: models)
  func factor(model: KinematicModel) {
    for step in [1e-5, 0.008, 0.5, 4] {
      let variance = model.density * model.decayTime / 2
      let expected =
        switch model.kind {
        case .singer:
          ProcessNoise.singer(
            step: step, decayTime: model.decayTime, accelerationVariance: variance)
        case .damped:
          ProcessNoise.damped(step: step, decayTime: model.decayTime, velocityVariance: variance)
        default: ProcessNoise.continuous(order: model.order, step: step, density: model.density)
        }
      expectEqual(
        model.noiseFactor(over: step).squared, { expected[$0, $1] }, tolerance: 1e-12,
        "\(model.kind), step \(step)")
      let alone = model.positionNoise(over: step)
      #expect(abs(alone - expected[0, 0]) <= 1e-12 * expected[0, 0])
    }
    for kind in [KinematicModel.Kind.velocity, .acceleration, .jerk] {
      let discrete = KinematicModel(kind: kind, excitation: .discrete, density: 3)
      let expected = ProcessNoise.discrete(order: discrete.order, step: 0.3, variance: 3)
      expectEqual(
        discrete.noiseFactor(over: 0.3).squared, { expected[$0, $1] }, "\(kind), discrete")
      #expect(abs(discrete.positionNoise(over: 0.3) - expected[0, 0]) <= 1e-13 * expected[0, 0])
    }
  }

  @Test("a triangle has the square of its parts, and is one")
  func triangle() {
    for seed in UInt64(1)...200 {
      var random = Xoshiro256StarStar(seed: seed)
      func matrix() -> Matrix4 {
        var result = Matrix4()
        for i in 0..<4 { for j in 0..<4 { result[i, j] = random.nextNormal() } }
        return result
      }
      let (a, b) = (matrix(), matrix())
      let triangle = Matrix4.triangle(a, b)
      let (left, right) = (product(a, transposed(a)), product(b, transposed(b)))
      expectEqual(
        triangle.squared, { left[$0][$1] + right[$0][$1] }, tolerance: 1e-14, "seed \(seed)")
      for i in 0..<4 {
        #expect(triangle[i, i] >= 0)
        for j in (i + 1)..<max(4, i + 1) { #expect(triangle[i, j] == 0) }
      }
      let root = triangle.squared.choleskyFactor
      // Cholesky's factor of a formed square loses as many digits as its condition number has.
      for i in 0..<4 {
        for j in 0...i { #expect(abs(root[i, j] - triangle[i, j]) < 1e-8, "seed \(seed)") }
      }
    }
  }

  /// e^x without the library's own: halved until small, then a power series, then squared.
  private func exponential(_ x: Double) -> Double {
    var (value, term) = (1.0, 1.0)
    for n in 1..<18 {
      term *= x / 1024 / Double(n)
      value += term
    }
    return (0..<10).reduce(value) { result, _ in result * result }
  }
}
