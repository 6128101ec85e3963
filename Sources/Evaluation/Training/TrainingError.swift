import MotionNumerics
import MotionPrediction

/// The reason why no model can be fitted.
package enum TrainingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no examples.
  case noExamples
  /// A setting is invalid.
  case setting(String, value: String, allowed: String)
  /// The normal equations have no solution.
  case solver(LeastSquaresError)
  /// The fitted weights are not a valid model.
  case model(LearnedModelError)
  /// Imported weights are not as many as the settings make.
  case weights(found: Int, expected: Int)

  /// The message, with the remedy.
  package var description: String {
    switch self {
    case .noExamples:
      "there are no examples to train on; use participants with longer strokes, or shorter horizons"
    case .setting(let name, let value, let allowed): "\(name) \(value) is not \(allowed)"
    case .solver(let error): "\(error); raise the ridge"
    case .model(let error): "the fitted model \(error)"
    case .weights(let found, let expected):
      "there are \(found) weights, and a model of these settings has \(expected); check the kind, "
        + "hidden, members and the features"
    }
  }
}

extension TrainingSettings {
  /// The regressor's sizes.
  func regressor() throws(TrainingError) -> LearnedModelShape.Regressor {
    switch kind {
    case "linear": .linear
    case "fourier": .fourier(waves: waves)
    case "network": .network(members: members, hidden: hidden)
    default:
      throw .setting("kind", value: kind, allowed: "one of linear, fourier and network")
    }
  }

  /// Throws if a value is out of range.
  func validate() throws(TrainingError) {
    do {
      _ = try LearnedModelShape(
        layout: constants.layout.kind, displacements: constants.layout.displacements,
        velocities: velocities, hasShape: constants.layout.hasShape, spreadRows: 1,
        regressor: regressor())
    } catch let error as TrainingError {
      throw error
    } catch let error as LearnedModelError {
      throw .model(error)
    } catch {
      throw .noExamples
    }
    guard MotionFeatureLayout.Kind.allCases.contains(where: { "\($0)" == layout }) else {
      throw .setting("layout", value: layout, allowed: "one of displacements and lags")
    }
    try replays.validate()
    try Self.check("epochs", epochs, in: 1...10_000)
    try Self.check("batch", batch, in: 1...100_000)
    try Self.check("reweightings", reweightings, in: 0...100)
    try Self.check("learning rate", learningRate, in: 1e-9...1)
    try Self.check("decay", decay, in: 0...100)
    try Self.check("turning", turning, in: 0...3)
    try Self.check("speed noise", speedNoise, in: 0...3)
    try Self.check("hidden speeds", hiddenSpeeds, in: 0...1)
    try Self.check("balance", balance, in: 0...1)
    try Self.check("nearness", nearness, in: 0...2)
    try Self.check("weight of the first data set", firstWeight, in: 0.001...1000)
    try Self.check("oversampling", oversampling, in: 0...1)
    try Self.check("memory", memory, in: 0...1)
    try Self.check("ridge", ridge, in: 0...1e6)
    try Self.check("bandwidth", bandwidth, in: 0...1000)
  }

  static func check<Value: Comparable>(
    _ name: String, _ value: Value, in range: ClosedRange<Value>
  ) throws(TrainingError) {
    guard range.contains(value) else {
      throw .setting(
        name, value: "\(value)", allowed: "from \(range.lowerBound) to \(range.upperBound)")
    }
  }
}
