/// What was fitted of a learned model, part by part, as a trainer hands it over.
package struct LearnedModelWeights: Hashable, Sendable {
  /// The mean of each feature over the training examples.
  package var means: [Float]
  /// The reciprocal of each feature's standard deviation.
  package var reciprocalDeviations: [Float]
  /// How far predictions were off, by horizon.
  package var spread: [LearnedSpread.Row]
  /// The weights of the regressor, as its kind orders them.
  package var regressor: [Float]

  /// Makes weights.
  package init(
    means: [Float], reciprocalDeviations: [Float], spread: [LearnedSpread.Row], regressor: [Float]
  ) {
    self.means = means
    self.reciprocalDeviations = reciprocalDeviations
    self.spread = spread
    self.regressor = regressor
  }

  /// All of them in the order of a file.
  var flat: [Float] {
    means + reciprocalDeviations + spread.flatMap { [$0.horizon, $0.along, $0.across] } + regressor
  }
}
