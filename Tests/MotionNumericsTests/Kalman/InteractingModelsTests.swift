import MotionNumerics
import TestSupport
import Testing

@Suite("Interacting models")
struct InteractingModelsTests {
  /// Covariances subtracted in double precision, over a hundred cycles.
  static let tolerance = 1e-9

  static func filters(_ scale: Double = 1) -> [PlanarKalmanFilter] {
    [
      KinematicModel(kind: .velocity, density: 2 / scale),
      KinematicModel(kind: .acceleration, density: 500 / scale),
      KinematicModel(kind: .singer, density: 8000 / scale, decayTime: 0.2),
    ].map {
      PlanarKalmanFilter(
        model: $0, position: SIMD2(1, 1), measurementVariance: 0.09 / scale,
        derivativeDeviations: SIMD3(10, 40, 0) / scale.squareRoot())
    }
  }

  static let transition = Matrix4(
    SIMD4(0.95, 0.03, 0.02, 0), SIMD4(0.1, 0.85, 0.05, 0), SIMD4(0.2, 0.1, 0.7, 0))

  static func track(_ count: Int) -> [(step: Double, place: SIMD2<Double>)] {
    var random = Xoshiro256StarStar(seed: 21)
    var motion = SimulatedMotion(
      model: KinematicModel(kind: .acceleration, density: 3000), deviations: SIMD3(20, 100, 0),
      random: &random)
    return (0..<count).map { index in
      let step = index % 7 == 3 ? 0 : 0.004 + 0.02 * random.nextUnit()
      motion.advance(by: step, &random)
      return (step, motion.measured(0.3, &random) + SIMD2(1, 1))
    }
  }

  @Test("one model is a Kalman filter")
  func single() {
    var filter = Self.filters()[1]
    var models = InteractingModels(filters: [filter])
    for (step, place) in Self.track(100) {
      filter.advance(by: step)
      let expected = filter.update(with: place).normalizedSquare
      models.mix(Matrix4(SIMD4(1, 0, 0, 0)))
      models.advance(by: step)
      let square = models.update(with: place)
      #expect(abs(square - expected) <= Self.tolerance * (1 + expected))
      #expect((models.filters[0].position - filter.position).length < Self.tolerance)
      #expect(models.probabilities == SIMD4(1, 0, 0, 0))
    }
  }

  @Test("the textbook's cycle, with covariances and likelihoods")
  func textbook() {
    var models = InteractingModels(
      filters: Self.filters(), probabilities: SIMD4(0.5, 0.3, 0.2, 0))
    var plain = TextbookModels(
      models, transition: PlanarKalmanFilterTests.matrix(Self.transition, 3))
    var greatest = SIMD4<Double>.zero
    for (step, place) in Self.track(120) {
      models.mix(Self.transition)
      models.advance(by: step)
      models.update(with: place)
      plain.cycle(step, place, models.filters.map(\.model))
      for index in 0..<3 {
        #expect(abs(models.probabilities[index] - plain.probabilities[index]) < 1e-7)
        greatest[index] = max(greatest[index], models.probabilities[index])
        let state = plain.filters[index].state
        for i in 0..<4 {
          #expect(
            abs(models.filters[index].x[i] - state[i][0]) < 1e-7 * (1 + abs(state[i][0])))
          #expect(
            abs(models.filters[index].y[i] - state[i][1]) < 1e-7 * (1 + abs(state[i][1])))
        }
      }
    }
    #expect(greatest.x > 0.5 && max(greatest.y, greatest.z) > 0.5, "models must have changed")
  }

  @Test("without transitions it is the Bayesian average of separate filters")
  func bayesianAverage() {
    var filters = Self.filters()
    var models = InteractingModels(filters: filters)
    var logarithms = [0.0, 0, 0]
    for (step, place) in Self.track(40) {
      models.mix(Matrix4(diagonal: SIMD4(1, 1, 1, 0)))
      models.advance(by: step)
      models.update(with: place)
      for index in filters.indices {
        filters[index].advance(by: step)
        let innovation = filters[index].update(with: place)
        logarithms[index] -= innovation.normalizedSquare / 2 + naturalLogarithm(innovation.variance)
      }
      let greatest = logarithms.max() ?? 0
      let weights = logarithms.map { exponential($0 - greatest) }
      for index in filters.indices {
        let expected = weights[index] / weights.reduce(0, +)
        #expect(abs(models.probabilities[index] - expected) < 1e-7)
        let distance = (models.filters[index].position - filters[index].position).length
        // A model that has died out is mixed no more, and stays as it is.
        if expected > 1e-9 { #expect(distance < 1e-7) }
      }
    }
  }

  @Test("covariances may be counted in units of a scale")
  func scaled() {
    let scale = 0.09
    var plain = InteractingModels(filters: Self.filters())
    var relative = InteractingModels(filters: Self.filters(scale))
    for (step, place) in Self.track(100) {
      plain.mix(Self.transition)
      relative.mix(Self.transition, scale: scale)
      plain.advance(by: step)
      relative.advance(by: step)
      plain.update(with: place)
      relative.update(with: place, scale: scale)
      for index in 0..<3 {
        #expect(abs(plain.probabilities[index] - relative.probabilities[index]) < 1e-8)
        #expect(
          (plain.filters[index].position - relative.filters[index].position).length < 1e-8)
      }
    }
  }

  @Test("a measurement beyond every likelihood leaves probabilities that sum to 1")
  func underflow() {
    var models = InteractingModels(filters: Self.filters())
    for place in [SIMD2(1e6, 0), SIMD2(-1e9, 1e9), SIMD2(0, 0)] {
      models.mix(Self.transition)
      models.advance(by: 0.01)
      models.update(with: place)
      #expect(abs(models.probabilities.sum() - 1) < 1e-12)
      #expect(models.isFinite)
    }
  }
}

/// The cycle of interacting models with arrays, covariances and likelihoods as they are printed.
struct TextbookModels {
  var filters: [TextbookFilter]
  var probabilities: [Double]
  let transition: [[Double]]

  init(_ models: InteractingModels, transition: [[Double]]) {
    filters = models.filters.map { filter in
      TextbookFilter(
        state: (0..<4).map { [filter.x[$0], filter.y[$0]] },
        covariance: PlanarKalmanFilterTests.matrix(filter.covariance, 4),
        measurementVariance: filter.measurementVariance)
    }
    probabilities = filters.indices.map { models.probabilities[$0] }
    self.transition = transition
  }

  mutating func cycle(_ step: Double, _ place: SIMD2<Double>, _ models: [KinematicModel]) {
    let count = filters.count
    let predicted = (0..<count).map { j in
      (0..<count).reduce(0) { $0 + transition[$1][j] * probabilities[$1] }
    }
    var mixed = filters
    for j in 0..<count {
      let shares = (0..<count).map { transition[$0][j] * probabilities[$0] / predicted[j] }
      mixed[j].state = (0..<4).map { row in
        [0, 1].map { axis in
          (0..<count).reduce(0) { $0 + shares[$1] * filters[$1].state[row][axis] }
        }
      }
      for a in 0..<4 {
        for b in 0..<4 {
          mixed[j].covariance[a][b] = (0..<count).reduce(0) { sum, i in
            let spread = [0, 1].map { axis in
              (filters[i].state[a][axis] - mixed[j].state[a][axis])
                * (filters[i].state[b][axis] - mixed[j].state[b][axis])
            }
            return sum + shares[i] * (filters[i].covariance[a][b] + (spread[0] + spread[1]) / 2)
          }
        }
      }
    }
    filters = mixed
    var likelihoods = [Double]()
    for j in 0..<count {
      let factor = models[j].noiseFactor(over: step).squared
      filters[j].predict(
        PlanarKalmanFilterTests.matrix(models[j].transition(over: step), 4),
        PlanarKalmanFilterTests.matrix(factor, 4))
      let result = filters[j].update([place.x, place.y])
      likelihoods.append(exponential(-result.normalizedSquare / 2) / result.variance)
    }
    let weights = (0..<count).map { predicted[$0] * likelihoods[$0] }
    probabilities = weights.map { $0 / weights.reduce(0, +) }
  }
}

#if canImport(Glibc)
  import Glibc
#else
  import Foundation
#endif

private func exponential(_ value: Double) -> Double { exp(value) }
private func naturalLogarithm(_ value: Double) -> Double { log(value) }
