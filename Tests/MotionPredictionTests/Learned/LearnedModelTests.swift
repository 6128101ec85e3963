import Foundation
import MotionNumerics
import MotionPrediction
import Testing

/// What the packed regressors say, against the formulas written out in double precision.
@Suite struct LearnedModelTests {
  /// Sums of tens of products of order 1 in single precision.
  private static let tolerance = 2e-4

  /// The formula of the kind, plainly.
  private static func expected(
    _ model: LearnedModel, _ features: [Float], horizon: Double, networks: Int = 0
  ) -> SIMD2<Double> {
    let weights = model.weights
    let inputs = features.enumerated().map { index, value in
      let standard =
        (Double(value) - Double(weights.means[index]))
        * Double(weights.reciprocalDeviations[index])
      return min(max(standard, -6), 6)
    }
    var rest = weights.regressor.map(Double.init)[...]
    func take(_ count: Int) -> [Double] {
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    func product(_ vector: [Double], _ matrix: [Double], _ columns: Int) -> [Double] {
      (0..<columns).map { column in
        vector.indices.reduce(0) { $0 + vector[$1] * matrix[$1 * columns + column] }
      }
    }
    func sum(_ a: [Double], _ b: [Double]) -> [Double] { zip(a, b).map { $0 + $1 } }
    func linear() -> [Double] {
      let mapped = product(inputs, take(16 * inputs.count), 16)
      return sum(mapped, take(16))
    }
    switch model.shape.regressor {
    case .linear: return interpolated(linear(), horizon, model)
    case .fourier(let waves):
      let straight = linear()
      let arguments = product(inputs, take(inputs.count * waves), waves)
      let cosines = sum(arguments, take(waves)).map { cos($0) }
      return interpolated(sum(straight, product(cosines, take(16 * waves), 16)), horizon, model)
    case .network(let members, let hidden):
      var all = [Double](repeating: 0, count: 16)
      let used = networks > 0 ? min(networks, members) : members
      for _ in 0..<used {
        var layer = inputs
        for width in hidden {
          let next = product(layer, take(layer.count * width), width)
          layer = sum(next, take(width)).map { max($0, 0) }
        }
        let output = sum(product(layer, take(16 * layer.count), 16), take(16))
        all = sum(all, sum(output, product(inputs, take(16 * inputs.count), 16)))
      }
      return interpolated(all.map { $0 / Double(used) }, horizon, model)
    }
  }

  /// Between the knots, plainly.
  private static func interpolated(
    _ values: [Double], _ horizon: Double, _ model: LearnedModel
  ) -> SIMD2<Double> {
    let knots =
      model.shape.layout == .lags
      ? [0.25, 0.5, 1, 2, 3, 4, 6, 8] : [1.0, 2, 3, 4, 5, 6, 8, 12]
    let steps = min(max(horizon * 60, knots[0]), knots[7])
    let after = max(knots.firstIndex { $0 >= steps } ?? 7, 1)
    let share = (steps - knots[after - 1]) / (knots[after] - knots[after - 1])
    func value(_ offset: Int) -> Double {
      values[offset + after - 1] + share * (values[offset + after] - values[offset + after - 1])
    }
    return SIMD2(value(0), value(8))
  }

  @Test("answers are those of the formula", arguments: TestModel.regressors, 1...6)
  func formula(regressor: LearnedModelShape.Regressor, seed: Int) throws {
    let model = try TestModel.make(
      regressor, seed: UInt64(seed), layout: seed % 2 == 0 ? .lags : .displacements,
      weightScale: 0.1)
    var random = Xoshiro256StarStar(seed: UInt64(seed) + 100)
    let features = (0..<model.shape.motionCount).map { _ in Float(random.nextNormal()) }
    for horizon in [
      0.003, 0.004, 0.007, 0.012, 1.0 / 60, 0.0333, 0.05, 0.09, 0.1, 0.12, 0.15, 0.2, 0.5,
    ] {
      let expected = Self.expected(model, features, horizon: horizon)
      let found = try #require(model.meanVelocity(of: features, horizon: horizon))
      let limit = model.constants.answerLimit
      let wanted = expected.length > limit ? expected * (limit / expected.length) : expected
      #expect((found - wanted).length < Self.tolerance * max(1, wanted.length), "seed \(seed)")
    }
  }

  @Test(
    "some networks answer by their own mean, and more than there are by that of all",
    arguments: 0...4)
  func someNetworks(networks: Int) throws {
    let model = try TestModel.make(.network(members: 3, hidden: [16, 5, 40]), weightScale: 0.1)
    var random = Xoshiro256StarStar(seed: 7)
    let features = (0..<model.shape.motionCount).map { _ in Float(random.nextNormal()) }
    let expected = Self.expected(model, features, horizon: 0.05, networks: networks)
    let found = try #require(
      model.meanVelocity(of: features, horizon: 0.05, networks: networks))
    #expect((found - expected).length < Self.tolerance * max(1, expected.length))
    let all = try #require(model.meanVelocity(of: features, horizon: 0.05))
    #expect((found == all) == (networks == 0 || networks > 2))
  }

  @Test func refusesFeaturesOfAnotherNumberAndHorizonsOfThePast() throws {
    let model = try TestModel.make(.linear)
    #expect(model.meanVelocity(of: [1], horizon: 0.1) == nil)
    let features = [Float](repeating: 0, count: model.shape.motionCount)
    #expect(model.meanVelocity(of: features, horizon: 0) == nil)
  }

  @Test func weightsThatAreNoneOfTheShapeAreRefused() throws {
    let model = try TestModel.make(.linear)
    var weights = model.weights
    weights.regressor.removeLast()
    #expect(throws: LearnedModelError.self) {
      try LearnedModel(
        shape: model.shape, constants: model.constants, weights: weights, manifest: "")
    }
    weights = model.weights
    weights.spread.swapAt(0, 1)
    #expect(throws: LearnedModelError.self) {
      try LearnedModel(
        shape: model.shape, constants: model.constants, weights: weights, manifest: "")
    }
  }
}
