import MotionNumerics
import MotionPrediction

/// Small models with weights drawn at random.
enum TestModel {
  static let regressors: [LearnedModelShape.Regressor] = [
    .linear, .fourier(waves: 21), .network(members: 1, hidden: [7]),
    .network(members: 2, hidden: [33, 20]), .network(members: 3, hidden: [16, 5, 40]),
  ]

  static func make(
    _ regressor: LearnedModelShape.Regressor, seed: UInt64 = 1,
    layout: MotionFeatureLayout.Kind = .displacements, displacements: Int = 4,
    velocities: Int = 2, hasShape: Bool = false, weightScale: Double = 0.3,
    manifest: String = "{\"note\":\"ä\"}"
  ) throws -> LearnedModel {
    var random = Xoshiro256StarStar(seed: seed)
    let shape = try LearnedModelShape(
      layout: layout, displacements: layout == .lags ? 12 : displacements,
      velocities: layout == .lags ? 6 : velocities, hasShape: hasShape, spreadRows: 2,
      regressor: regressor)
    func numbers(_ count: Int, _ scale: Double) -> [Float] {
      (0..<count).map { _ in Float(scale * random.nextNormal()) }
    }
    return try LearnedModel(
      shape: shape, constants: LearnedModelConstants(),
      weights: LearnedModelWeights(
        means: numbers(shape.motionCount, 0.1),
        reciprocalDeviations: numbers(shape.motionCount, 1).map { 1 + abs($0) },
        spread: [
          .init(horizon: 0.02, along: 0.1, across: 0.05),
          .init(horizon: 0.1, along: 0.5, across: 0.2),
        ],
        regressor: numbers(shape.regressorCount, weightScale)),
      manifest: manifest)
  }
}
