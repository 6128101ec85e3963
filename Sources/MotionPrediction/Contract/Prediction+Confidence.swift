import MotionNumerics

extension Prediction {
  /// The prediction with the confidence that its covariance gives.
  ///
  /// confidence = d²/(d² + tr Σ), d = ‖p̂ − p_n‖ being the length of what is predicted beyond the
  /// newest position and Σ the covariance of p̂: the share of motion in motion and noise. It has no
  /// unit. It is 1 where the fit is exact (tr Σ = 0), 1/2 where the displacement is as long as it is
  /// uncertain, and 0 where nothing but noise is predicted, as with h = 0 at the newest sample. It is
  /// no better than Σ: a covariance without model error says nothing of how far the motion departs
  /// from the model. Without covariance it is left as it is.
  func confident(from newest: SIMD2<Double>) -> Prediction {
    var result = self
    result.gainConfidence(from: newest)
    return result
  }

  /// Writes the confidence that the covariance gives into the prediction itself.
  @inline(__always)
  mutating func gainConfidence(from newest: SIMD2<Double>) {
    guard let covariance else { return }
    confidence = covariance.shareOfMotion(in: position - newest)
  }
}

extension PositionCovariance {
  /// d²/(d² + tr Σ) for a displacement of length d; nil where it is not a number.
  @inline(__always)
  fileprivate func shareOfMotion(in displacement: SIMD2<Double>) -> Double? {
    let trace = xx + yy
    guard trace > 0 else { return trace.isNaN ? nil : 1 }
    // The ratio of roots keeps to the range of numbers where squares would leave it.
    let ratio = trace.squareRoot() / displacement.length
    let share = 1 / (1 + ratio * ratio)
    return share.isNaN ? nil : share
  }
}
