import MotionNumerics
import TestSupport
import Testing

@testable import MotionPrediction

@Suite("A fitted blend of displacements")
struct FittedBlendTests {
  private let model = SIMD8<Double>(1, 0, 0, 0, 0, 0, 0, 0)

  private func offers(_ random: inout Xoshiro256StarStar) -> FittedBlend.Offers {
    var offers = FittedBlend.Offers()
    for index in 0..<8 { offers[index] = [random.nextNormal(), random.nextNormal()] }
    return offers
  }

  /// The weights, read off by offering one displacement at a time.
  private func weights(_ blend: FittedBlend) -> [Double] {
    (0..<8).map { index in
      var offers = FittedBlend.Offers()
      offers[index] = [1, 0]
      return blend.displacement(0, offers).x
    }
  }

  @Test("at the start it is the prior, and each horizon learns for itself")
  func start() {
    var random = Xoshiro256StarStar(seed: 1)
    var blend = FittedBlend(horizons: 2, prior: model)
    let first = offers(&random)
    #expect(blend.displacement(0, first) == first[0])
    blend.learn(1, first, truth: [3, 4])
    #expect(blend.displacement(0, first) == first[0] && blend.displacement(1, first) != first[0])
    blend.reset()
    #expect(blend.displacement(1, first) == first[0])
  }

  @Test("the weights minimize the stated sum")
  func normalEquations() {
    var random = Xoshiro256StarStar(seed: 2)
    var blend = FittedBlend(horizons: 1, prior: model)
    var moments: [(offers: FittedBlend.Offers, truth: SIMD2<Double>, weight: Double)] = []
    var (error, count) = (0.0, 0.0)
    for _ in 0..<40 {
      let offered = offers(&random)
      let truth = SIMD2(random.nextNormal(), random.nextNormal())
      let distance = (blend.displacement(0, offered) - truth).length
      (error, count) = (0.982 * error + distance, 0.982 * count + 1)
      let usual = error / count
      let squares = (offered.x * offered.x).sum() + (offered.y * offered.y).sum()
      let weight = min(1 / (usual * max(distance, 1.95 * usual)), 300 / squares)
      moments.append((offered, truth, weight))
      blend.learn(0, offered, truth: truth)
    }
    // The gradient of Σ γ^(n−i)·ω_i·|Σ w·d − y|² + 1.07·|w − w₀|² is zero there.
    let found = weights(blend)
    for index in 0..<8 {
      var (gradient, factor, size) = (1.07 * (found[index] - model[index]), 1.0, 1.0)
      for moment in moments.reversed() {
        let miss = blend.displacement(0, moment.offers) - moment.truth
        let term = moment.weight * factor * (moment.offers[index] * miss).sum()
        gradient += term
        size += abs(term)
        factor *= 0.9915
      }
      #expect(abs(gradient) < 1e-12 * size)
    }
  }

  @Test("it finds a combination that explains all moments")
  func recovers() {
    var random = Xoshiro256StarStar(seed: 3)
    var blend = FittedBlend(horizons: 1, prior: model)
    let known = SIMD8<Double>(0.2, 0.3, -0.4, 0.5, 0, 0.1, 0.2, -0.3)
    for _ in 0..<500 {
      let offered = offers(&random)
      let truth = SIMD2((known * offered.x).sum(), (known * offered.y).sum())
      let noise = SIMD2(random.nextNormal(), random.nextNormal()) * 0.01
      blend.learn(0, offered, truth: truth + noise)
    }
    for (index, weight) in weights(blend).enumerated() {
      #expect(abs(weight - known[index]) < 0.01)
    }
  }

  @Test("scaling and turning all displacements changes no weight")
  func similarity() {
    var random = Xoshiro256StarStar(seed: 4)
    var plain = FittedBlend(horizons: 1, prior: model)
    var turned = plain
    for _ in 0..<60 {
      let offered = offers(&random)
      var moved = FittedBlend.Offers()
      func move(_ vector: SIMD2<Double>) -> SIMD2<Double> {
        4096 * SIMD2(0.6 * vector.x - 0.8 * vector.y, 0.8 * vector.x + 0.6 * vector.y)
      }
      for index in 0..<8 { moved[index] = move(offered[index]) }
      let truth = SIMD2(random.nextNormal(), random.nextNormal())
      plain.learn(0, offered, truth: truth)
      turned.learn(0, moved, truth: move(truth))
    }
    for (one, other) in zip(weights(plain), weights(turned)) { #expect(abs(one - other) < 1e-9) }
  }

  @Test("moments that cannot be counted change nothing, and no weight ever is not finite")
  func hostile() {
    var blend = FittedBlend(horizons: 1, prior: model)
    var offers = FittedBlend.Offers()
    blend.learn(0, offers, truth: .zero)
    for value in [Double.nan, .infinity, 1e200, -1e300, 5e-324, .greatestFiniteMagnitude] {
      offers[0] = [value, 1]
      offers[5] = [-value, value]
      blend.learn(0, offers, truth: [value, -value])
      blend.learn(0, offers, truth: [1, 2])
      let areFinite = weights(blend).allSatisfy { $0.isFinite }
      #expect(areFinite)
    }
  }
}
