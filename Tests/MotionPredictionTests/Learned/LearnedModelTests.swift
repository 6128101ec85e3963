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
    _ model: LearnedModel, _ features: [Float], horizon: Double
  ) -> SIMD2<Double> {
    let weights = model.weights
    let told = model.constants.horizonFeatures.values(horizon)
    let raw = features.map(Double.init) + (0..<4).map { Double(told[$0]) }
    let motion = model.shape.motionCount
    let inputs = raw.enumerated().map { index, value in
      let standard =
        (value - Double(weights.means[index])) * Double(weights.reciprocalDeviations[index])
      return index < motion ? min(max(standard, -6), 6) : standard
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
    func linear() -> SIMD2<Double> {
      var sum = SIMD2<Double>.zero
      for basis in 0...4 {
        let part = product(Array(inputs[..<motion]), take(2 * motion), 2)
        let offset = take(2)
        let factor = basis == 0 ? 1 : inputs[motion + basis - 1]
        sum += factor * SIMD2(part[0] + offset[0], part[1] + offset[1])
      }
      return sum
    }
    switch model.shape.regressor {
    case .linear: return linear()
    case .fourier(let waves):
      let straight = linear()
      let arguments = product(inputs, take(inputs.count * waves), waves)
      let phases = take(waves)
      let sum = product(zip(arguments, phases).map { cos($0 + $1) }, take(2 * waves), 2)
      return straight + SIMD2(sum[0], sum[1])
    case .network(let members, let hidden):
      var sum = SIMD2<Double>.zero
      for _ in 0..<members {
        var layer = inputs
        for width in hidden {
          let next = product(layer, take(layer.count * width), width)
          layer = zip(next, take(width)).map { max($0 + $1, 0) }
        }
        let output = product(layer, take(2 * layer.count), 2)
        let offset = take(2)
        let past = product(inputs, take(2 * inputs.count), 2)
        sum += SIMD2(output[0] + offset[0] + past[0], output[1] + offset[1] + past[1])
      }
      return sum / Double(members)
    }
  }

  @Test("answers are those of the formula", arguments: TestModel.regressors, 1...6)
  func formula(regressor: LearnedModelShape.Regressor, seed: Int) throws {
    let model = try TestModel.make(regressor, seed: UInt64(seed), weightScale: 0.1)
    var random = Xoshiro256StarStar(seed: UInt64(seed) + 100)
    let features = (0..<model.shape.motionCount).map { _ in Float(random.nextNormal()) }
    for horizon in [0.004, 1.0 / 60, 0.0333, 0.05, 0.1, 0.5] {
      let expected = Self.expected(model, features, horizon: horizon)
      let found = try #require(model.meanVelocity(of: features, horizon: horizon))
      let limit = model.constants.answerLimit
      let wanted = expected.length > limit ? expected * (limit / expected.length) : expected
      #expect((found - wanted).length < Self.tolerance * max(1, wanted.length), "seed \(seed)")
    }
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
