import MotionNumerics
import MotionPrediction
import Testing
import TouchInput

@Suite("Weighted polynomial predictor")
struct WeightedPolynomialPredictorTests {
  typealias Parameters = WeightedPolynomialPredictor.Parameters

  #if arch(x86_64)
    typealias Wide = Float80
  #else
    typealias Wide = Double
  #endif

  private func predictor(
    _ degree: Int, _ window: Int, _ change: (inout Parameters) -> Void
  ) throws -> WeightedPolynomialPredictor {
    var parameters = Parameters()
    (parameters.degree, parameters.window) = (degree, window)
    change(&parameters)
    return try WeightedPolynomialPredictor(parameters, context: PredictorContext(horizons: []))
  }

  private func samples(_ random: inout Xoshiro256StarStar, _ count: Int) -> [TouchSample] {
    var time = 50.0
    return (0..<count).map { index in
      time += 0.004 + 0.02 * random.nextUnit()
      let drift = SIMD2(3 * Double(index), -2 * Double(index))
      return TouchSample(
        time: time, position: drift + SIMD2(random.nextNormal(), random.nextNormal()))
    }
  }

  /// How far a fit by sums may be from one by LAPACK, as a share of the extent of stroke and answer;
  /// see `PolynomialMomentsTests`.
  static let sumsTolerance = 1e-9

  @Test("with equal weights it is the polynomial predictor", arguments: 0...5)
  func uniform(degree: Int) throws {
    for window in max(1, degree + 1)...16 {
      var random = Xoshiro256StarStar(seed: UInt64(window))
      var weighted = try predictor(degree, window) { $0.weights = .uniform }
      var plain = try PolynomialPredictor(
        .init(degree: degree, window: window), context: PredictorContext(horizons: []))
      for sample in samples(&random, window + 4) {
        weighted.observe(sample)
        plain.observe(sample)
        let answers = (weighted.predict(ahead: 0.03), plain.predict(ahead: 0.03))
        #expect((answers.0 == nil) == (answers.1 == nil))
        guard let found = answers.0, let expected = answers.1 else { continue }
        let extent = max(expected.position.length, 60)
        #expect((found.position - expected.position).length < Self.sumsTolerance * extent)
        #expect(
          abs((found.covariance?.xx ?? -1) - (expected.covariance?.xx ?? -1))
            <= Self.sumsTolerance * (expected.covariance?.xx ?? 1))
      }
    }
  }

  @Test("weights against normal equations in extended precision", arguments: 0...4)
  func oracle(degree: Int) throws {
    for window in (degree + 1)...14 {
      for exponential in [true, false] {
        var random = Xoshiro256StarStar(seed: UInt64(100 * degree + window))
        let stroke = samples(&random, window + 3)
        var predictor = try predictor(degree, window) {
          $0.weights = exponential ? .exponential : .triangular
          ($0.forgetting, $0.edge) = (0.7, 0.05)
        }
        for sample in stroke { predictor.observe(sample) }
        let used = Array(stroke.suffix(window))
        let weights = (0..<window).map { row -> Double in
          let age = window - 1 - row
          if exponential { return (0..<age).reduce(1) { weight, _ in weight * 0.7 } }
          return window == 1 ? 1 : 1 - 0.95 * Double(age) / Double(window - 1)
        }
        for horizon in [-0.01, 0.0167, 0.05] {
          let expected = Self.fitted(used, weights, degree: degree, ahead: horizon)
          let answer = try #require(predictor.predict(ahead: horizon))
          // Relative to the window's extent, below 50; the fits' weights sum to less than 1e5.
          #expect((answer.position - expected).length < 1e-9, "window \(window)")
        }
      }
    }
  }

  @Test("the robust fit is a minimum of Huber's loss")
  func minimum() throws {
    // At the minimum the weighted residuals are orthogonal to every column: refitting with the
    // weights of the answer's own residuals gives the answer.
    for seed in UInt64(1)...20 {
      var random = Xoshiro256StarStar(seed: seed)
      var stroke = samples(&random, 15)
      for index in [2, 9] { stroke[index].position += SIMD2(40, -70) }
      var predictor = try predictor(1, 15) {
        $0.weights = .uniform
        $0.loss = .huber
        $0.iterations = 50
      }
      for sample in stroke { predictor.observe(sample) }
      let newest = stroke[14].time
      let residuals = try stroke.map { sample in
        let fitted = try #require(predictor.predict(ahead: sample.time - newest))
        return (sample.position - fitted.position).length
      }
      let scale = residuals.sorted()[7] / 1.1774100225154747 * (15.0 / 13).squareRoot()
      let weights = residuals.map { min(1, 2 * scale / $0) }
      let again = Self.fitted(stroke, weights, degree: 1, ahead: 0.05)
      let answer = try #require(predictor.predict(ahead: 0.05))
      // The iterations end where no weight changes by 1e-6.
      #expect((answer.position - again).length < 1e-3, "seed \(seed)")
    }
  }

  @Test("outliers up to a third of the window move it little")
  func breakdown() throws {
    for seed in UInt64(1)...50 {
      var random = Xoshiro256StarStar(seed: seed)
      let clean = samples(&random, 15)
      var spoilt = clean
      for _ in 0..<4 {
        let place = random.nextInt(below: 12)
        spoilt[place].position +=
          1e4 * SIMD2(random.nextNormal(), random.nextNormal())
      }
      func answer(_ loss: WeightedPolynomialPredictor.Loss, _ stroke: [TouchSample]) throws
        -> SIMD2<Double>
      {
        var predictor = try predictor(1, 15) {
          $0.weights = .uniform
          $0.loss = loss
          $0.iterations = 50
        }
        for sample in stroke { predictor.observe(sample) }
        return try #require(predictor.predict(ahead: 0.02)).position
      }
      let expected = try answer(.squares, clean)
      let robust = (try answer(.huber, spoilt) - expected).length
      let plain = (try answer(.squares, spoilt) - expected).length
      // Noise is 1, the outliers are of the order of 1e4.
      #expect(robust < 10, "seed \(seed)")
      #expect(plain > 20 * robust, "seed \(seed)")
    }
  }

  @Test("a clean line with one outlier is still that line")
  func exactMajority() throws {
    var predictor = try predictor(1, 11) {
      $0.weights = .uniform
      $0.loss = .huber
      $0.iterations = 50
    }
    for index in 0..<11 {
      predictor.observe(
        TouchSample(
          time: Double(index) / 100,
          position: SIMD2(Double(index) + (index == 6 ? 500 : 0), 1)))
    }
    let answer = try #require(predictor.predict(ahead: 0.01))
    // The iterations end with a weight of the order of 1e-7 left to an outlier of 500.
    #expect((answer.position - SIMD2(11, 1)).length < 1e-4)
  }

  @Test("a window too short for the degree is refused")
  func refused() {
    let error = #expect(throws: ParameterError.self) { try predictor(3, 3) { _ in } }
    #expect(error?.description == "window=3 is smaller than degree + 1 = 4")
  }

  /// Weighted normal equations by Gauss' elimination, in time centered and scaled by hand.
  private static func fitted(
    _ samples: [TouchSample], _ weights: [Double], degree: Int, ahead: Double
  ) -> SIMD2<Double> {
    let newest = Wide(samples[samples.count - 1].time)
    func powers(_ time: Wide) -> [Wide] {
      (0...degree).map { power in (0..<power).reduce(1) { value, _ in value * time } }
    }
    let rows = samples.map { powers((Wide($0.time) - newest) * 20 + 1) }
    var table = (0...degree).map { i -> [Wide] in
      func sum(_ value: (Int) -> Wide) -> Wide {
        samples.indices.reduce(0) { $0 + Wide(weights[$1]) * rows[$1][i] * value($1) }
      }
      return (0...degree).map { j in sum { rows[$0][j] } }
        + [sum { Wide(samples[$0].position.x) }, sum { Wide(samples[$0].position.y) }]
    }
    for pivot in 0...degree {
      for row in 0...degree where row != pivot {
        let factor = table[row][pivot] / table[pivot][pivot]
        for column in table[row].indices { table[row][column] -= factor * table[pivot][column] }
      }
    }
    let at = powers(Wide(ahead) * 20 + 1)
    func value(_ side: Int) -> Wide {
      (0...degree).reduce(0) { $0 + table[$1][degree + 1 + side] / table[$1][$1] * at[$1] }
    }
    return SIMD2(Double(value(0)), Double(value(1)))
  }
}
