import MotionNumerics

/// Motion drawn from a model, both axes independently.
package struct SimulatedMotion {
  private let model: KinematicModel
  private var x = SIMD4<Double>.zero
  private var y = SIMD4<Double>.zero

  /// Motion that begins at rest in the origin.
  package init(model: KinematicModel) { self.model = model }

  /// Motion that begins in the origin with random derivatives of these standard deviations.
  package init(model: KinematicModel, deviations: SIMD3<Double>, random: inout Xoshiro256StarStar) {
    self.init(model: model)
    for index in 1..<model.order {
      x[index] = deviations[index - 1] * random.nextNormal()
      y[index] = deviations[index - 1] * random.nextNormal()
    }
  }

  package var position: SIMD2<Double> { SIMD2(x.x, y.x) }

  package mutating func advance(by step: Double, _ random: inout Xoshiro256StarStar) {
    let (factor, transition) = (model.noiseFactor(over: step), model.transition(over: step))
    x = transition * x + factor * Self.normal(&random)
    y = transition * y + factor * Self.normal(&random)
  }

  package func measured(
    _ deviation: Double, _ random: inout Xoshiro256StarStar
  ) -> SIMD2<Double> {
    position + deviation * SIMD2(random.nextNormal(), random.nextNormal())
  }

  private static func normal(_ random: inout Xoshiro256StarStar) -> SIMD4<Double> {
    SIMD4(random.nextNormal(), random.nextNormal(), random.nextNormal(), random.nextNormal())
  }
}
