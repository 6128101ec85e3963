/// The numbers of a learned model that were chosen and not fitted.
package struct LearnedModelConstants: Hashable, Sendable {
  /// What is computed of the samples.
  package var layout: MotionFeatureLayout
  /// A standardized feature counts as at most this, either way.
  package var featureLimit: Double
  /// The mean speed to the horizon is predicted as at most this multiple of the scale's.
  package var answerLimit: Double
  /// The mean speed to the horizon is predicted as at most this multiple of the greatest speed among
  /// the displacements looked at.
  package var speedLimit: Double

  /// Creates the default parameters.
  package init(
    layout: MotionFeatureLayout = MotionFeatureLayout(), featureLimit: Double = 6,
    answerLimit: Double = 4, speedLimit: Double = 3
  ) {
    self.layout = layout
    self.featureLimit = featureLimit
    self.answerLimit = answerLimit
    self.speedLimit = speedLimit
  }

  /// A horizon as it counts, in reference intervals.
  package func steps(_ horizon: Double) -> Double {
    HorizonBasis.steps(horizon, referenceInterval: layout.referenceInterval)
  }

  private typealias Field = (
    name: String, range: ClosedRange<Double>, get: (LearnedModelConstants) -> Double,
    set: (inout LearnedModelConstants, Double) -> Void
  )

  /// In the order of a file.
  private static var fields: [Field] {
    [
      (
        "referenceInterval", 0.001...0.1, { $0.layout.referenceInterval },
        { $0.layout.referenceInterval = $1 }
      ),
      ("memory", 0...1, { $0.layout.memory }, { $0.layout.memory = $1 }),
      ("leastScale", 0...10, { $0.layout.leastScale }, { $0.layout.leastScale = $1 }),
      ("usualScale", 0.001...100, { $0.layout.usualScale }, { $0.layout.usualScale = $1 }),
      (
        "longestInterval", 1...100, { $0.layout.longestInterval },
        { $0.layout.longestInterval = $1 }
      ),
      ("featureLimit", 1...100, { $0.featureLimit }, { $0.featureLimit = $1 }),
      ("answerLimit", 0.1...100, { $0.answerLimit }, { $0.answerLimit = $1 }),
      ("speedLimit", 0.1...100, { $0.speedLimit }, { $0.speedLimit = $1 }),
    ]
  }

  static var count: Int { fields.count }

  /// As a file holds them.
  var numbers: [Float] { Self.fields.map { Float($0.get(self)) } }

  /// Reads what a file holds.
  ///
  /// - Throws: `LearnedModelError.constant` for one out of its range.
  init(
    _ numbers: ArraySlice<Float>, shape: LearnedModelShape
  ) throws(LearnedModelError) {
    self.init()
    layout.kind = shape.layout
    layout.displacements = shape.displacements
    layout.velocities = shape.velocities
    for (field, number) in zip(Self.fields, numbers) {
      let value = Double(number)
      // The ends were rounded to float32 with the number.
      guard value >= field.range.lowerBound * (1 - 1e-6),
        value <= field.range.upperBound * (1 + 1e-6)
      else { throw .constant(field.name, value: value) }
      field.set(&self, value)
    }
  }
}
