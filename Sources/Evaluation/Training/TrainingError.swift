import MotionNumerics
import MotionPrediction

/// The reason why no model can be fitted.
package enum TrainingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There are no examples.
  case noExamples
  /// A setting is invalid.
  case setting(String, value: String, allowed: String)
  /// The examples would need more memory than there is.
  case memory(needed: Double, available: Double)
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
    case .setting(let name, let value, let allowed): "\(name) must be \(allowed), not \(value)"
    case .memory(let needed, let available):
      "the examples need about \(Self.gigabytes(needed)), and \(Self.gigabytes(available)) are available; use "
        + "fewer replays, lower replay-rates, higher replay-speeds, fewer features or fewer recordings"
    case .solver(let error): "\(error); raise the ridge"
    case .model(let error): "the fitted model \(error)"
    case .weights(let found, let expected):
      "there are \(found) weights, and a model of these settings has \(expected); check the kind, "
        + "hidden, members and the features"
    }
  }

  private static func gigabytes(_ bytes: Double) -> String {
    let gigabytes = bytes / 1e9
    return gigabytes < 1e6 ? "\((gigabytes * 10).rounded(.up) / 10) GB" : "\(gigabytes) GB"
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

  /// Throws if a value is out of range, with the name of the setting as it is spelled on the command line.
  ///
  /// Settings that the kind or the layout does not use are checked too.
  package func validate() throws(TrainingError) {
    _ = try regressor()
    guard let layout = MotionFeatureLayout.Kind.allCases.first(where: { "\($0)" == layout }) else {
      throw .setting("layout", value: layout, allowed: "one of displacements and lags")
    }
    try Self.check(
      "displacements", displacements, in: MotionFeatureLayout.Kind.displacements.displacementRange)
    try Self.check("lags", lags, in: MotionFeatureLayout.Kind.lags.displacementRange)
    try Self.check(
      "velocities", velocities,
      in: layout == .lags ? LagFeatures.stepRange : 0...displacements)
    try Self.check("members", members, in: LearnedModelShape.memberRange)
    try Self.check("waves", waves, in: LearnedModelShape.waveRange)
    guard LearnedModelShape.hiddenLayerRange.contains(hidden.count) else {
      throw .setting(
        "hidden", value: "\(hidden.count) layers",
        allowed:
          "from \(LearnedModelShape.hiddenLayerRange.lowerBound) to "
          + "\(LearnedModelShape.hiddenLayerRange.upperBound) layers, such as 128x64")
    }
    for width in hidden {
      try Self.check("hidden: the width of a layer", width, in: LearnedModelShape.hiddenRange)
    }
    try replays.validate()
    try Self.check("epochs", epochs, in: 1...10_000)
    try Self.check("batch", batch, in: 1...100_000)
    try Self.check("reweightings", reweightings, in: 0...100)
    try Self.check("learning-rate", learningRate, in: 1e-9...1)
    try Self.check("decay", decay, in: 0...100)
    try Self.check("turning", turning, in: 0...3)
    try Self.check("speed-noise", speedNoise, in: 0...3)
    try Self.check("hidden-speeds", hiddenSpeeds, in: 0...1)
    try Self.check("balance", balance, in: 0...1)
    try Self.check("nearness", nearness, in: 0...2)
    try Self.check("first-weight", firstWeight, in: 0.001...1000)
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
