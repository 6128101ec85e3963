import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// The polynomial predictor against a fit that shares nothing with it: Householder QR in extended
/// precision on raw time relative to the newest sample, as the source of the method does it.
@Suite("Polynomial predictor against an independent fit")
struct PolynomialOracleTests {
  /// Relative to the greatest distance of a sample of the window, and of the answer, from the newest
  /// sample: where the window lies does not count.
  static let tolerance = 1e-9

  #if arch(x86_64)
    typealias Wide = Float80
  #else
    typealias Wide = Double
  #endif

  @Test("degrees 0–5, windows 1–32, uneven clocks", arguments: 0...5)
  func agrees(degree: Int) throws {
    let seeds = TestSize.seeds(2, full: 150)
    for window in max(1, degree + 1)...32 {
      for seed in seeds {
        var random = Xoshiro256StarStar(seed: seed &* 1000 &+ UInt64(window))
        let samples = Self.samples(&random, count: window + 3)
        var predictor = try PolynomialPredictor(
          .init(degree: degree, window: window), context: PredictorContext(horizons: []))
        predictor.beginStroke()
        for sample in samples { predictor.observe(sample) }
        let used = Array(samples.suffix(window))
        for horizon in [0.004, 0.0167, 0.0333] {
          let expected = Self.fitted(used, degree: degree, ahead: horizon)
          let answer = try #require(predictor.predict(ahead: horizon), "window \(window)")
          let newest = samples[samples.count - 1].position
          let extent = used.map { ($0.position - newest).length }.max() ?? 0
          let reach = (expected - newest).length
          let error = (answer.position - expected).length
          #expect(
            error <= Self.tolerance * max(extent, reach),
            "window \(window), seed \(seed), horizon \(horizon)")
          // Noise makes every fit but one through the newest sample alone go elsewhere.
          #expect((reach > 0) == (window > 1), "window \(window), seed \(seed)")
          // One sample more or less, or another degree, is another answer.
          guard window > degree + 1 else { continue }
          let fewer = Self.fitted(Array(used.dropFirst()), degree: degree, ahead: horizon)
          #expect((fewer - expected).length > 10 * error, "window \(window), seed \(seed)")
        }
      }
    }
  }

  /// The independent fit gives back polynomials of its degree, and not those of one more.
  @Test("the fit on exact polynomials", arguments: 0...5)
  func theFitIsExact(degree: Int) {
    for seed in TestSize.seeds(2, full: 150) {
      var random = Xoshiro256StarStar(seed: seed)
      for order in [degree, degree + 1] {
        let coefficients = (0...order).map { _ in SIMD2(random.nextNormal(), random.nextNormal()) }
        func place(_ time: Double) -> SIMD2<Double> {
          coefficients.reversed().reduce(.zero) { $0 * (10 * time) + $1 }
        }
        let samples = Self.samples(&random, count: degree + 4)
        let newest = samples[samples.count - 1].time
        let exact = samples.map { sample in
          TouchSample(time: sample.time, position: place(sample.time - newest))
        }
        let error = (Self.fitted(exact, degree: degree, ahead: 0.0333) - place(0.0333)).length
        #expect((error < 1e-10) == (order == degree), "seed \(seed), order \(order): \(error)")
      }
    }
  }

  private static func samples(_ random: inout Xoshiro256StarStar, count: Int) -> [TouchSample] {
    var time = 100.0
    return (0..<count).map { index in
      time += 0.004 + 0.02 * random.nextUnit()
      let drift = SIMD2(3 * Double(index), -2 * Double(index))
      return TouchSample(
        time: time, position: drift + SIMD2(random.nextNormal(), random.nextNormal()))
    }
  }

  private static func fitted(
    _ samples: [TouchSample], degree: Int, ahead: Double
  ) -> SIMD2<Double> {
    let newest = samples[samples.count - 1].time
    let times = samples.map { (Wide($0.time) - Wide(newest)) * 50 }
    let x = value(times, samples.map { Wide($0.position.x) }, degree, at: Wide(ahead) * 50)
    let y = value(times, samples.map { Wide($0.position.y) }, degree, at: Wide(ahead) * 50)
    return SIMD2(Double(x), Double(y))
  }

  /// Householder QR of the Vandermonde matrix, then back-substitution.
  private static func value(_ times: [Wide], _ values: [Wide], _ degree: Int, at: Wide) -> Wide {
    let (rows, columns) = (times.count, degree + 1)
    var a = times.map { time in (0..<columns).map { power(time, $0) } }
    var b = values
    for k in 0..<columns {
      var norm: Wide = 0
      for i in k..<rows { norm += a[i][k] * a[i][k] }
      norm = norm.squareRoot()
      guard norm > 0 else { continue }
      let pivot = a[k][k] > 0 ? -norm : norm
      var reflector = (0..<rows).map { $0 < k ? 0 : a[$0][k] }
      reflector[k] -= pivot
      let square = reflector.reduce(0) { $0 + $1 * $1 }
      guard square > 0 else { continue }
      for j in k..<columns {
        var product: Wide = 0
        for i in k..<rows { product += reflector[i] * a[i][j] }
        for i in k..<rows { a[i][j] -= 2 * product / square * reflector[i] }
      }
      var product: Wide = 0
      for i in k..<rows { product += reflector[i] * b[i] }
      for i in k..<rows { b[i] -= 2 * product / square * reflector[i] }
    }
    var solution = [Wide](repeating: 0, count: columns)
    for k in (0..<columns).reversed() {
      var sum = b[k]
      for j in (k + 1)..<max(columns, k + 1) { sum -= a[k][j] * solution[j] }
      solution[k] = sum / a[k][k]
    }
    return solution.indices.reduce(0) { $0 + solution[$1] * power(at, $1) }
  }

  private static func power(_ base: Wide, _ exponent: Int) -> Wide {
    (0..<exponent).reduce(1) { product, _ in product * base }
  }
}
