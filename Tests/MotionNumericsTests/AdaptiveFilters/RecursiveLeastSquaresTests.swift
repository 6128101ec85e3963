import MotionNumerics
import TestSupport
import Testing

@Suite("Recursive least squares")
struct RecursiveLeastSquaresTests {
  /// The project's bar for weights, while the weighted system's condition is below `conditionBar`.
  private static let weightTolerance = 1e-8
  private static let conditionBar = 1e6
  /// The project's bar for fitted outputs beyond it, as a share of the input scale.
  private static let outputTolerance = 1e-8

  private struct Event {
    var regressor: [SIMD2<Double>]
    var desired: SIMD2<Double>
  }

  /// The rows of δ·λⁿ·|w − w₀|² + Σ λ^{n−i}·|ξ_i|² as a least-squares problem.
  private func weightedRows(
    _ events: ArraySlice<Event>, start: [Double], regularization: Double, forgetting: Double
  ) -> (design: [[Double]], side: [Double]) {
    var design: [[Double]] = []
    var side: [Double] = []
    var weight = 1.0
    for event in events.reversed() {
      for axis in 0..<2 {
        design.append(event.regressor.map { weight * $0[axis] })
        side.append(weight * event.desired[axis])
      }
      weight *= forgetting.squareRoot()
    }
    for index in start.indices {
      let root = weight * regularization.squareRoot()
      design.append(start.indices.map { $0 == index ? root : 0 })
      side.append(root * start[index])
    }
    return (design, side)
  }

  /// Greatest over least singular value, by Hestenes's one-sided Jacobi rotations.
  private func condition(_ design: [[Double]]) -> Double {
    var columns = design[0].indices.map { column in design.map { $0[column] } }
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    for _ in 0..<30 {
      var isDone = true
      for p in columns.indices {
        for q in columns.indices where q > p {
          let (a, b, c) = (
            dot(columns[p], columns[p]), dot(columns[q], columns[q]), dot(columns[p], columns[q])
          )
          guard abs(c) > 1e-10 * (a * b).squareRoot() else { continue }
          isDone = false
          let zeta = (b - a) / (2 * c)
          let sign = zeta < 0 ? -1.0 : 1
          let tangent = sign / (abs(zeta) + (1 + zeta * zeta).squareRoot())
          let cosine = 1 / (1 + tangent * tangent).squareRoot()
          let (left, right) = (columns[p], columns[q])
          columns[p] = zip(left, right).map { cosine * $0 - cosine * tangent * $1 }
          columns[q] = zip(left, right).map { cosine * tangent * $0 + cosine * $1 }
        }
      }
      if isDone { break }
    }
    let values = columns.map { dot($0, $0).squareRoot() }
    return (values.max() ?? 0) / (values.min() ?? 0)
  }

  /// Displacements of a motion with some noise, of order 1: smoother with greater `smoothness`.
  private func events(
    _ random: inout Xoshiro256StarStar, count: Int, taps: Int, smoothness: Double
  ) -> [Event] {
    var (velocity, history) = (SIMD2(1.0, 0), [SIMD2<Double>]())
    for _ in 0..<(count + taps) {
      let push = SIMD2(random.nextNormal(), random.nextNormal())
      velocity = smoothness * velocity + (1 - smoothness * smoothness).squareRoot() * push
      history.append(velocity)
    }
    return (0..<count).map { index in
      Event(
        regressor: (0..<taps).map { history[index + taps - 1 - $0] },
        desired: history[index + taps])
    }
  }

  @Test(
    "weights are those of weighted least squares on the whole history, by LAPACK",
    arguments: TestSize.of([1, 2, 4, 8], full: Array(1...8)),
    TestSize.of([0.98, 1], full: [0.9, 0.98, 0.998, 1]))
  func agreesWithLAPACK(taps: Int, forgetting: Double) throws {
    let start = (0..<taps).map { $0 == 0 ? 1.0 : 0 }
    var compared = 0
    for (seed, smoothness) in [0.0, 0.9, 0.99, 0.9999].enumerated() {
      for regularization in [0.001, 1] {
        var random = Xoshiro256StarStar(seed: UInt64(seed))
        let history = events(&random, count: 200, taps: taps, smoothness: smoothness)
        var filter = RecursiveLeastSquares(
          start: start,
          settings: .init(
            regularization: regularization, forgetting: forgetting,
            traceLimit: .greatestFiniteMagnitude))
        for (index, event) in history.enumerated() {
          #expect(filter.update(regressor: event.regressor, desired: event.desired) != nil)
          guard [1, 3, 10, 40, 200].contains(index + 1) else { continue }
          let rows = weightedRows(
            history[...index], start: start, regularization: regularization,
            forgetting: forgetting)
          guard condition(rows.design) < Self.conditionBar else { continue }
          let solution = try LeastSquares.solve(
            design: rows.design, rightHandSides: [rows.side], conditionLimit: 1e-15)
          for (found, expected) in zip(filter.weights, solution.coefficients[0]) {
            #expect(
              abs(found - expected) < Self.weightTolerance,
              "taps \(taps), seed \(seed), smoothness \(smoothness), update \(index + 1)")
          }
          compared += 1
        }
      }
    }
    #expect(compared >= 30, "only \(compared) systems were conditioned well enough")
  }

  @Test(
    "10,000 poorly excited updates: fitted outputs stay exact, P symmetric and positive",
    arguments: [0.95, 0.99], [0.0, 1e-9])
  func poorlyExcited(forgetting: Double, noise: Double) throws {
    // Two sinusoids excite four of eight directions; the others hold noise of 1e-9 or nothing.
    let taps = 8
    var random = Xoshiro256StarStar(seed: 5)
    var position = [SIMD2<Double>]()
    for index in 0..<10_100 {
      let (a, b) = (0.11 * Double(index), 0.031 * Double(index))
      let push = noise * SIMD2(random.nextNormal(), random.nextNormal())
      position.append(SIMD2(sine(a) + 0.5 * sine(b), 0.7 * sine(a + 1) - sine(b + 2)) + push)
    }
    let history = (0..<10_000).map { index in
      Event(
        regressor: (0..<taps).map { position[index + taps - 1 - $0] },
        desired: position[index + taps])
    }
    let start = (0..<taps).map { $0 == 0 ? 1.0 : 0 }
    var filter = RecursiveLeastSquares(
      start: start,
      settings: .init(
        regularization: 0.001, forgetting: forgetting, traceLimit: .greatestFiniteMagnitude))
    var checks = 0
    for (index, event) in history.enumerated() {
      #expect(filter.update(regressor: event.regressor, desired: event.desired) != nil)
      guard (index + 1) % 1000 == 0 else { continue }
      // Older rows count for less than 1e-14 of the newest one's square.
      let first = max(0, index - (forgetting > 0.98 ? 3300 : 700))
      let rows = weightedRows(
        history[first...index], start: start,
        regularization: first == 0 ? 0.001 : 0, forgetting: forgetting)
      let solution = try LeastSquares.solve(
        design: rows.design, rightHandSides: [rows.side], deficiency: .minimumNorm,
        conditionLimit: 1e-15)
      let oracle = solution.coefficients[0]
      for recent in history[(index - 20)...index] {
        let expected = zip(oracle, recent.regressor).reduce(SIMD2<Double>.zero) {
          $0 + $1.0 * $1.1
        }
        let error = (filter.output(for: recent.regressor) - expected).length
        #expect(error < Self.outputTolerance, "update \(index + 1), λ \(forgetting)")
      }
      expectSymmetricAndPositive(filter)
      checks += 1
    }
    #expect(checks == 10)
  }

  private func expectSymmetricAndPositive(_ filter: RecursiveLeastSquares) {
    let matrix = filter.inverseCorrelation
    let count = matrix.count
    for row in 0..<count {
      // S is a triangle with positive diagonal: then S·Sᵀ is positive definite.
      #expect(filter.root[row + row * count] > 0)
      for column in 0..<count {
        #expect(matrix[row][column].isFinite)
        #expect(matrix[row][column] == matrix[column][row])
        if column > row { #expect(filter.root[row + column * count] == 0) }
      }
    }
  }

  @Test("P and the weights of three updates are those of the textbook recursion")
  func textbookRecursion() throws {
    let (taps, forgetting) = (2, 0.9)
    var filter = RecursiveLeastSquares(
      start: [1, 0], settings: .init(regularization: 0.5, forgetting: forgetting))
    var (weights, p) = ([1.0, 0], [[2.0, 0], [0, 2.0]])
    for (u, d) in [([1.0, 2], 3.0), ([0.5, -1], 1), ([2, 0.25], -1)] {
      // A scalar filter: the row of y is empty.
      let innovation = filter.update(
        regressor: u.map { SIMD2($0, 0) }, desired: SIMD2(d, 0))
      let pi = (0..<taps).map { row in (0..<taps).reduce(0) { $0 + p[row][$1] * u[$1] } }
      let denominator = forgetting + zip(u, pi).reduce(0) { $0 + $1.0 * $1.1 }
      let error = d - zip(weights, u).reduce(0) { $0 + $1.0 * $1.1 }
      for row in 0..<taps {
        weights[row] += pi[row] / denominator * error
        for column in 0..<taps {
          p[row][column] = (p[row][column] - pi[row] * pi[column] / denominator) / forgetting
        }
      }
      let tolerance = 1e-13
      #expect(abs(try #require(innovation).x - error) < tolerance)
      for row in 0..<taps {
        #expect(abs(filter.weights[row] - weights[row]) < tolerance)
        for column in 0..<taps {
          #expect(abs(filter.inverseCorrelation[row][column] - p[row][column]) < tolerance)
        }
      }
    }
  }

  @Test("the trace stays bounded where nothing excites the filter")
  func boundedTrace() {
    let limit = 50.0
    var filter = RecursiveLeastSquares(
      start: [1, 0, 0],
      settings: .init(regularization: 0.1, forgetting: 0.9, traceLimit: limit))
    for _ in 0..<5000 {
      _ = filter.update(regressor: [SIMD2(1, 0), .zero, .zero], desired: SIMD2(1, 0))
      #expect(filter.trace <= limit * (1 + 1e-12))
    }
    #expect(filter.trace > 0.9 * limit, "forgetting goes on up to the limit")
  }

  @Test("an unusual error shortens the memory, within its limits")
  func variableForgetting() {
    var filter = RecursiveLeastSquares(
      start: [0],
      settings: .init(
        regularization: 1, forgetting: 0.999, leastForgetting: 0.9, adaptation: 0.001))
    var random = Xoshiro256StarStar(seed: 8)
    var mean = 0.0
    for _ in 0..<2000 {
      let regressor = [SIMD2(random.nextNormal(), random.nextNormal())]
      let noise = SIMD2(random.nextNormal(), random.nextNormal())
      _ = filter.update(regressor: regressor, desired: 0.5 * regressor[0] + noise)
      #expect((0.9...0.999).contains(filter.forgetting))
      mean += filter.forgetting / 2000
    }
    #expect(mean > 0.998)
    _ = filter.update(regressor: [SIMD2(1, 0)], desired: SIMD2(100, 0))
    #expect(filter.forgetting == 0.9)
  }

  @Test("turning regressor and desired output changes no weight")
  func rotation() {
    var random = Xoshiro256StarStar(seed: 9)
    let history = events(&random, count: 300, taps: 4, smoothness: 0.9)
    let settings = RecursiveLeastSquares.Settings(
      regularization: 0.01, forgetting: 0.98, adaptation: 0.01)
    var plain = RecursiveLeastSquares(start: [1, 0, 0, 0], settings: settings)
    var turned = plain
    func turn(_ point: SIMD2<Double>) -> SIMD2<Double> { 0.6 * point + 0.8 * point.perpendicular }
    for event in history {
      _ = plain.update(regressor: event.regressor, desired: event.desired)
      _ = turned.update(regressor: event.regressor.map(turn), desired: turn(event.desired))
      for (a, b) in zip(plain.weights, turned.weights) { #expect(abs(a - b) < 1e-11) }
    }
  }

  @Test("what cannot be used changes nothing; reset is fresh")
  func refusals() {
    let settings = RecursiveLeastSquares.Settings(regularization: 1, forgetting: 0.99)
    let fresh = RecursiveLeastSquares(start: [1, 0], settings: settings)
    var filter = fresh
    _ = filter.update(regressor: [SIMD2(1, 2), SIMD2(0, 1)], desired: SIMD2(2, 2))
    let (weights, root) = (filter.weights, filter.root)
    for bad in [Double.nan, .infinity, 1e200] {
      #expect(filter.update(regressor: [SIMD2(bad, 0), .zero], desired: .zero) == nil)
      #expect(filter.update(regressor: [SIMD2(1, 0), .zero], desired: SIMD2(0, bad)) == nil)
    }
    #expect(filter.update(regressor: [SIMD2(1, 0)], desired: .zero) == nil)
    #expect(filter.weights == weights && filter.root == root)
    filter.reset()
    #expect(filter.weights == fresh.weights && filter.root == fresh.root)
    #expect(filter.forgetting == 1)
  }

  /// The sine by its series about the nearest multiple of 2π; exactness does not matter here.
  private func sine(_ angle: Double) -> Double {
    let x = angle.remainder(dividingBy: 2 * .pi)
    var (term, sum) = (x, x)
    for k in 1...12 {
      term *= -x * x / Double((2 * k) * (2 * k + 1))
      sum += term
    }
    return sum
  }

  /// Rotations in pairs of rows against one entry after the other, after thousands of updates.
  private static let rotationAgreement = 1e-9

  /// S and w by the rotations of the doc comment, one column after the other.
  private func absorbed(
    _ root: inout [[Double]], _ weights: inout [Double], _ row: [Double], _ desired: Double
  ) {
    let error = desired - zip(weights, row).reduce(0) { $0 + $1.0 * $1.1 }
    var (pivot, gain) = (1.0, row.map { _ in 0.0 })
    for column in row.indices.reversed() {
      let element = row.indices.reduce(0) { $0 + root[$1][column] * row[$1] }
      let length = (pivot * pivot + element * element).squareRoot()
      let (cosine, sine) = (pivot / length, element / length)
      for line in column..<row.count {
        let (left, right) = (gain[line], root[line][column])
        gain[line] = cosine * left + sine * right
        root[line][column] = cosine * right - sine * left
      }
      pivot = length
    }
    for index in row.indices { weights[index] += gain[index] / pivot * error }
  }

  @Test("rotations in pairs are plane rotations one by one", arguments: [1, 2, 3, 7, 8, 32])
  func rotatesInPairs(taps: Int) {
    let forgetting = 0.98
    var random = Xoshiro256StarStar(seed: 13)
    let history = events(&random, count: 3000, taps: taps, smoothness: 0.9)
    var weights = (0..<taps).map { $0 == 0 ? 1.0 : 0 }
    var filter = RecursiveLeastSquares(
      start: weights,
      settings: .init(
        regularization: 1, forgetting: forgetting, traceLimit: .greatestFiniteMagnitude))
    var root = (0..<taps).map { row in (0..<taps).map { $0 == row ? 1.0 : 0 } }
    for (index, event) in history.enumerated() {
      #expect(filter.update(regressor: event.regressor, desired: event.desired) != nil)
      for row in 0..<taps {
        for column in 0...row { root[row][column] *= (1 / forgetting).squareRoot() }
      }
      absorbed(&root, &weights, event.regressor.map(\.x), event.desired.x)
      absorbed(&root, &weights, event.regressor.map(\.y), event.desired.y)
      for tap in 0..<taps {
        #expect(
          abs(filter.weights[tap] - weights[tap]) < Self.rotationAgreement, "update \(index)")
      }
    }
    let greatest = root.joined().map(abs).max() ?? 0
    for row in 0..<taps {
      for column in 0..<taps {
        #expect(
          abs(filter.root[row + column * taps] - root[row][column])
            < Self.rotationAgreement * greatest)
      }
    }
  }

  /// Two ways to one minimum, and to one root of P but for rounding.
  private static let solverAgreement = 1e-9

  @Test(
    "LAPACK's update keeps the same weights, forgetting, trace and root",
    arguments: [1, 2, 3, 8, 32], [0.0, 0.01])
  func lapackUpdate(taps: Int, adaptation: Double) {
    let start = (0..<taps).map { $0 == 0 ? 1.0 : 0 }
    var settings = RecursiveLeastSquares.Settings(
      regularization: 0.5, forgetting: 0.99, adaptation: adaptation, traceLimit: 1e6)
    var streaming = RecursiveLeastSquares(start: start, settings: settings)
    settings.solver = .lapack
    var lapack = RecursiveLeastSquares(start: start, settings: settings)
    let fresh = lapack
    var random = Xoshiro256StarStar(seed: UInt64(40 + taps))
    var differing = 0
    for (index, event) in events(&random, count: 800, taps: taps, smoothness: 0.9).enumerated() {
      let mine = streaming.update(regressor: event.regressor, desired: event.desired)
      let theirs = lapack.update(regressor: event.regressor, desired: event.desired)
      #expect(((mine ?? .zero) - (theirs ?? SIMD2(9, 9))).length < Self.solverAgreement)
      for (a, b) in zip(streaming.weights, lapack.weights) {
        #expect(abs(a - b) < Self.solverAgreement, "taps \(taps), update \(index)")
        differing += a == b ? 0 : 1
      }
      #expect(abs(streaming.forgetting - lapack.forgetting) < Self.solverAgreement)
      #expect(abs(streaming.trace - lapack.trace) < Self.solverAgreement * streaming.trace)
    }
    #expect(differing > 0, "not one bit differs: the same arithmetic")
    let greatest = streaming.root.map(abs).max() ?? 1
    for (a, b) in zip(streaming.root, lapack.root) {
      #expect(abs(a - b) < Self.solverAgreement * greatest)
    }
    expectSymmetricAndPositive(lapack)
    lapack.reset()
    #expect(lapack.weights == fresh.weights && lapack.root == fresh.root)
    #expect(lapack.trace == fresh.trace && lapack.forgetting == 1)
  }

  @Test("LAPACK's update keeps to the trace limit, and refuses what the other refuses")
  func lapackBounds() {
    var filter = RecursiveLeastSquares(
      start: [1, 0, 0],
      settings: .init(regularization: 0.1, forgetting: 0.9, traceLimit: 50, solver: .lapack))
    for _ in 0..<5000 {
      _ = filter.update(regressor: [SIMD2(1, 0), .zero, .zero], desired: SIMD2(1, 0))
      #expect(filter.trace <= 50 * (1 + 1e-9))
    }
    #expect(filter.trace > 45)
    let (weights, root) = (filter.weights, filter.root)
    for bad in [Double.nan, .infinity, 1e200] {
      #expect(filter.update(regressor: [SIMD2(bad, 0), .zero, .zero], desired: .zero) == nil)
    }
    #expect(filter.weights == weights && filter.root == root)
    let copy = filter
    _ = filter.update(regressor: [SIMD2(1, 2), SIMD2(0, 1), .zero], desired: SIMD2(2, 2))
    #expect(filter.weights != copy.weights && copy.weights == weights)
    var none = RecursiveLeastSquares(
      start: [], settings: .init(regularization: 1, forgetting: 1, solver: .lapack))
    #expect(none.update(regressor: [], desired: SIMD2(1, 2)) == SIMD2(1, 2))
  }
}

extension RecursiveLeastSquares {
  /// P = S·Sᵀ, row by row; n³ operations, for diagnostics.
  fileprivate var inverseCorrelation: [[Double]] {
    let (root, count) = (root, weights.count)
    return (0..<count).map { row in
      (0..<count).map { column in
        (0...min(row, column)).reduce(0) { sum, inner in
          sum + root[row + inner * count] * root[column + inner * count]
        }
      }
    }
  }
}
