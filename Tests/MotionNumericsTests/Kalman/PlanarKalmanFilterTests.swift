import MotionNumerics
import TestSupport
import Testing

@Suite("Planar Kalman filter")
struct PlanarKalmanFilterTests {
  static let kinds = KinematicModel.Kind.allCases

  static func filter(_ kind: KinematicModel.Kind, variance: Double = 0.25) -> PlanarKalmanFilter {
    PlanarKalmanFilter(
      model: KinematicModel(kind: kind, density: 40, decayTime: 0.5),
      position: SIMD2(1, -2), measurementVariance: variance,
      derivativeDeviations: SIMD3(10, 20, 30))
  }

  static func matrix(_ a: Matrix4, _ order: Int) -> [[Double]] {
    (0..<order).map { i in (0..<order).map { a[i, $0] } }
  }

  @Test("the textbook equations, written with covariances", arguments: kinds)
  func textbook(kind: KinematicModel.Kind) {
    var filter = Self.filter(kind)
    let order = filter.model.order
    var plain = TextbookFilter(
      state: [[1, -2]] + Array(repeating: [0, 0], count: order - 1),
      covariance: Self.matrix(filter.covariance, order), measurementVariance: 0.25)
    var random = Xoshiro256StarStar(seed: 5)
    for _ in 0..<400 {
      let step = random.nextInt(below: 5) == 0 ? 0 : 0.002 + 0.05 * random.nextUnit()
      let place = SIMD2(random.nextNormal(), 3 * random.nextNormal())
      let noise = filter.model.noiseFactor(over: step).squared
      filter.advance(by: step)
      plain.predict(
        Self.matrix(filter.model.transition(over: step), order), Self.matrix(noise, order))
      let innovation = filter.update(with: place)
      let expected = plain.update([place.x, place.y])
      // Covariances subtracted in double precision: condition numbers up to 1e6 here.
      let tolerance = 1e-9
      #expect(abs(innovation.variance - expected.variance) <= tolerance * expected.variance)
      #expect(
        abs(innovation.normalizedSquare - expected.normalizedSquare)
          <= tolerance * (1 + expected.normalizedSquare))
      for i in 0..<order {
        let size = 1 + abs(plain.state[i][0]) + abs(plain.state[i][1])
        #expect(abs(filter.x[i] - plain.state[i][0]) <= tolerance * size)
        #expect(abs(filter.y[i] - plain.state[i][1]) <= tolerance * size)
        for j in 0..<order {
          let measure = (plain.covariance[i][i] * plain.covariance[j][j]).squareRoot()
          #expect(abs(filter.covariance[i, j] - plain.covariance[i][j]) <= tolerance * measure)
        }
      }
    }
  }

  @Test("the covariance stays symmetric and positive over extreme steps", arguments: kinds)
  func positive(kind: KinematicModel.Kind) {
    var filter = Self.filter(kind, variance: 1e-6)
    var random = Xoshiro256StarStar(seed: 8)
    for _ in 0..<4000 {
      let step = random.nextInt(below: 3) == 0 ? 0 : exp10(random.nextInt(below: 10) - 8)
      filter.advance(by: step)
      filter.update(with: SIMD2(random.nextNormal(), random.nextNormal()))
      let covariance = filter.covariance
      for i in 0..<filter.model.order {
        #expect(filter.root[i, i] > 0)
        for j in 0..<4 { #expect(covariance[i, j] == covariance[j, i]) }
      }
      #expect(filter.isFinite)
    }
  }

  @Test("a divided step without measurement is the same step", arguments: kinds)
  func divided(kind: KinematicModel.Kind) {
    var (once, twice) = (Self.filter(kind), Self.filter(kind))
    for filter in [0, 1] {
      func walk(_ it: inout PlanarKalmanFilter) {
        it.advance(by: 0.02)
        it.update(with: SIMD2(2, 2))
        if filter == 0 {
          it.advance(by: 0.05)
        } else {
          it.advance(by: 0.01)
          it.advance(by: 0.04)
        }
      }
      if filter == 0 { walk(&once) } else { walk(&twice) }
    }
    for i in 0..<4 {
      #expect(abs(once.x[i] - twice.x[i]) <= 1e-12 * (1 + abs(once.x[i])))
      for j in 0..<4 {
        let size = (once.covariance[i, i] * once.covariance[j, j]).squareRoot()
        #expect(abs(once.covariance[i, j] - twice.covariance[i, j]) <= 1e-12 * size)
      }
    }
  }

  @Test("a forecast is a step that is not taken", arguments: kinds)
  func forecast(kind: KinematicModel.Kind) {
    var filter = Self.filter(kind)
    for index in 1..<6 {
      filter.advance(by: 0.01)
      filter.update(with: SIMD2(Double(index), Double(index * index)))
    }
    let forecast = filter.forecast(after: 0.07)
    filter.advance(by: 0.07)
    #expect((forecast.position - filter.position).length < 1e-12)
    #expect((forecast.velocity - SIMD2(filter.x.y, filter.y.y)).length < 1e-10)
    #expect(abs(forecast.variance - filter.covariance[0, 0]) < 1e-12 * forecast.variance)
  }

  /// The errors of many simulated motions against what the filter says of itself.
  @Test("on motion of its own model the filter knows its errors", arguments: kinds)
  func consistency(kind: KinematicModel.Kind) {
    let runs = TestSize.of(1000, full: 3000)
    var (squares, within, count) = (0.0, 0, 0)
    var (stateError, anchoredError) = (0.0, 0.0)
    for seed in 0..<UInt64(runs) {
      var random = Xoshiro256StarStar(seed: seed)
      let deviations = SIMD3(10.0, 20, 30)
      let model = KinematicModel(kind: kind, density: 40, decayTime: 0.5)
      var motion = SimulatedMotion(model: model, deviations: deviations, random: &random)
      let deviation = 0.3
      var measured = motion.measured(deviation, &random)
      var filter = PlanarKalmanFilter(
        model: model, position: measured, measurementVariance: deviation * deviation,
        derivativeDeviations: deviations)
      for _ in 0..<25 {
        let step = 0.004 + 0.03 * random.nextUnit()
        motion.advance(by: step, &random)
        measured = motion.measured(deviation, &random)
        filter.advance(by: step)
        let square = filter.update(with: measured).normalizedSquare
        squares += square
        within += square < 5.991464547107979 ? 1 : 0
        count += 1
      }
      let forecasts = (
        filter.forecast(after: 0.05), filter.forecast(after: 0.05, from: measured)
      )
      motion.advance(by: 0.05, &random)
      stateError += (forecasts.0.position - motion.position).squaredLength / forecasts.0.variance
      anchoredError +=
        (forecasts.1.position - motion.position).squaredLength / forecasts.1.variance
    }
    // χ² of two degrees of freedom has mean 2 and variance 4; four standard errors of each mean.
    let bound = 4 * 2 / Double(count).squareRoot()
    #expect(abs(squares / Double(count) - 2) < bound, "mean NIS")
    #expect(abs(Double(within) / Double(count) - 0.95) < 4 * (0.0475 / Double(count)).squareRoot())
    let errorBound = 4 * 2 / Double(runs).squareRoot()
    #expect(abs(stateError / Double(runs) - 2) < errorBound, "error of the state's forecast")
    #expect(abs(anchoredError / Double(runs) - 2) < errorBound, "error of the anchored forecast")
  }

  @Test("innovations tell the scale, and whether the filter is too slow or too quick")
  func statistics() {
    func correlation(_ factor: Double) -> (correlation: Double, scale: Double) {
      var random = Xoshiro256StarStar(seed: 77)
      let model = KinematicModel(kind: .velocity, density: 40)
      var motion = SimulatedMotion(model: model, deviations: SIMD3(10, 0, 0), random: &random)
      // The filter counts in units of a measurement variance of 9 and has the densities' ratio wrong.
      var filter = PlanarKalmanFilter(
        model: KinematicModel(kind: .velocity, density: 40 / 9 * factor),
        position: motion.measured(3, &random), measurementVariance: 1,
        derivativeDeviations: SIMD3(10.0 / 3, 0, 0))
      var statistics = InnovationStatistics(memory: 20_000)
      for _ in 0..<20_000 {
        motion.advance(by: 0.01, &random)
        filter.advance(by: 0.01)
        statistics.add(filter.update(with: motion.measured(3, &random)))
      }
      return (statistics.correlation, statistics.scale ?? 0)
    }
    let right = correlation(1)
    // Standard errors: 1/√20000 of a mean of χ²₂/2, and 1/√40000 of a correlation.
    #expect(abs(right.scale - 9) < 4 * 9 / 20_000.0.squareRoot())
    #expect(abs(right.correlation) < 4 / 40_000.0.squareRoot())
    #expect(correlation(1e-3).correlation > 0.1)
    #expect(correlation(1e4).correlation < -0.1)
  }

  private func exp10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1.0) { value, _ in exponent < 0 ? value / 10 : value * 10 }
  }
}

/// Kalman's equations with full matrices and covariances, as textbooks print them; one column of
/// state an axis.
struct TextbookFilter {
  var state: [[Double]]
  var covariance: [[Double]]
  var measurementVariance: Double

  mutating func predict(_ transition: [[Double]], _ noise: [[Double]]) {
    state = Self.product(transition, state)
    let moved = Self.product(Self.product(transition, covariance), Self.transposed(transition))
    covariance = moved.indices.map { i in moved.indices.map { moved[i][$0] + noise[i][$0] } }
  }

  mutating func update(_ measured: [Double]) -> (variance: Double, normalizedSquare: Double) {
    let variance = covariance[0][0] + measurementVariance
    let innovation = measured.indices.map { measured[$0] - state[0][$0] }
    let gain = covariance.map { $0[0] / variance }
    let first = covariance[0]
    for i in state.indices {
      for axis in measured.indices { state[i][axis] += gain[i] * innovation[axis] }
      for j in state.indices { covariance[i][j] -= gain[i] * first[j] }
    }
    return (variance, innovation.reduce(0) { $0 + $1 * $1 } / variance)
  }

  static func product(_ a: [[Double]], _ b: [[Double]]) -> [[Double]] {
    a.map { row in b[0].indices.map { j in row.indices.reduce(0) { $0 + row[$1] * b[$1][j] } } }
  }

  static func transposed(_ a: [[Double]]) -> [[Double]] {
    a[0].indices.map { j in a.map { $0[j] } }
  }
}
