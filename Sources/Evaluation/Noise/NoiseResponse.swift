/// What a predictor makes of a sensor's noise, at one horizon.
package struct NoiseResponse: Hashable, Sendable {
  /// How far ahead, in seconds.
  package let horizon: Double
  /// The white-noise gain G: the standard deviation of what noise does to a prediction, over that of
  /// the noise; nil where nothing was predicted.
  package let gain: Double?
  /// The standard error of `gain`, from its spread over the trials.
  package let gainError: Double?
  /// √(Σ w²) of the weights of the samples in the last prediction; nil for a predictor that is not
  /// linear in them.
  package let exactGain: Double?
  /// The standard deviation of an axis of the predictions while the contact is held at a point.
  package let staticDeviation: Double?
  /// How far an axis of those predictions goes from end to end, the mean over trials and axes.
  package let staticPeakToPeak: Double?
  /// The share of predictions that the predictor did not make, 0 to 1.
  package let abstentionShare: Double
}
