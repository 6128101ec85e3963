import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// The polynomial predictor's sums against LAPACK, step by step, on clocks of every kind.
///
/// At full size ten million random steps, and a stroke of a million.
@Suite("Polynomial sums against LAPACK")
struct PolynomialSumsOracleTests {
  /// As a share of the greatest displacement from the newest sample, of the window's samples and of
  /// the prediction: the numbers that both methods compute with are of that size.
  static let tolerance = 1e-9

  /// LAPACK on a window of samples, the oracle.
  private struct Oracle {
    let degree: Int
    let window: Int
    var solver: LeastSquaresSolver
    var held: [TouchSample] = []

    init(degree: Int, window: Int) {
      self.degree = degree
      self.window = window
      solver = LeastSquaresSolver(
        maximumRows: window, maximumColumns: degree + 1, rightHandSideCount: 2)
    }

    mutating func observe(_ sample: TouchSample) {
      while let last = held.last, last.time > sample.time { held.removeLast() }
      held.append(sample)
      if held.count > window { held.removeFirst() }
    }

    /// The prediction relative to the newest sample, and the scale of the problem.
    mutating func displacement(ahead horizon: Double) -> (value: SIMD2<Double>, scale: Double)? {
      guard held.count > degree, let newest = held.last else { return nil }
      let basis = TimeBasis(first: held[0].time, last: newest.time)
      let rows = held.count
      var scale = 0.0
      for (row, sample) in held.enumerated() {
        var power = 1.0
        for column in 0...degree {
          solver.design[row + column * rows] = power
          power *= basis.scaled(sample.time)
        }
        let offset = sample.position - newest.position
        solver.rightHandSides[row] = offset.x
        solver.rightHandSides[row + rows] = offset.y
        scale = max(scale, offset.length)
      }
      do { try solver.solve(rows: rows, columns: degree + 1) } catch { return nil }
      let at = basis.scaled(newest.time) + horizon / basis.scale
      var value = SIMD2<Double>.zero
      for column in (0...degree).reversed() {
        value =
          value * at + SIMD2(solver.coefficient(column, of: 0), solver.coefficient(column, of: 1))
      }
      return (value, max(scale, value.length))
    }
  }

  /// The greatest difference over a stroke, as a share of the scale, and how many answers it is over.
  private func worst(
    degree: Int, window: Int, _ samples: [TouchSample], comparing isCompared: (Int) -> Bool
  ) throws -> (error: Double, compared: Int) {
    var predictor = try PolynomialPredictor(
      .init(degree: degree, window: window), context: PredictorContext(horizons: []))
    var oracle = Oracle(degree: degree, window: window)
    var (worst, compared) = (0.0, 0)
    for (index, sample) in samples.enumerated() {
      predictor.observe(sample)
      oracle.observe(sample)
      guard isCompared(index) else { continue }
      let said = predictor.position(ahead: 0.0333)
      let expected = oracle.displacement(ahead: 0.0333)
      try #require((said == nil) == (expected == nil), "window \(window), sample \(index)")
      guard let said, let expected, expected.scale > 0 else { continue }
      let error = (said - sample.position - expected.value).length / expected.scale
      worst = max(worst, error)
      compared += 1
    }
    return (worst, compared)
  }

  @Test("equal at every step of random strokes", arguments: 0...3)
  func everyStep(degree: Int) throws {
    let windows = (degree + 1)...33
    let count = TestSize.of(30_000, full: 2_500_000) / windows.count / 20
    var compared = 0
    for window in windows {
      for seed in UInt64(1)...20 {
        var random = Xoshiro256StarStar(seed: seed &* 100 &+ UInt64(window))
        let samples = ClockStroke.samples(&random, count: count)
        let (error, answers) = try worst(degree: degree, window: window, samples) { _ in true }
        #expect(error < Self.tolerance, "degree \(degree), window \(window), seed \(seed)")
        compared += answers
      }
    }
    #expect(compared > TestSize.of(15_000, full: 1_250_000))
  }

  @Test("no drift along one stroke", arguments: [(1, 8), (2, 8), (3, 16)])
  func noDrift(degree: Int, window: Int) throws {
    let count = TestSize.of(15_000, full: 1_000_000)
    var random = Xoshiro256StarStar(seed: 3)
    let samples = ClockStroke.samples(&random, count: count)
    let (error, compared) = try worst(degree: degree, window: window, samples) {
      $0 % 101 == 0 || $0 > count - 200
    }
    #expect(error < Self.tolerance)
    #expect(compared > count / 110)
  }
}
