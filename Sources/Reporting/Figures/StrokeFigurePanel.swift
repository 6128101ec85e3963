extension StrokeFigure {
  /// One stroke with its predictions.
  package struct Panel: Hashable, Sendable {
    /// The title, such as the task.
    package var title: String
    /// The true track, in order of time.
    package var track: [SIMD2<Double>]
    /// Every prediction of the stroke, in order of time; some of them are drawn.
    package var predictions: [Arrow]

    /// Makes a panel; all lengths are in the figure's unit.
    package init(title: String, track: [SIMD2<Double>], predictions: [Arrow]) {
      self.title = title
      self.track = track
      self.predictions = predictions
    }

    /// The mean error over all predictions with a known truth, and their number; nil for none.
    ///
    /// It is that of every prediction whose truth is known, drawn or not: the mean error that an
    /// evaluation of the stroke gives. Nil where there is none.
    package var meanError: (value: Double, count: Int)? {
      let errors = predictions.compactMap(\.error)
      guard !errors.isEmpty else { return nil }
      return (errors.reduce(0, +) / Double(errors.count), errors.count)
    }

    /// The number of abstentions among the predictions with a known truth.
    var unanswered: Int { predictions.count { $0.isHeld && $0.error != nil } }

    /// Returns every n-th prediction, at most about `most`.
    func drawn(most: Int) -> [Arrow] {
      let known = predictions.filter { $0.truth != nil }
      let step = max(1, (known.count + most - 1) / most)
      return stride(from: step - 1, to: known.count, by: step).map { known[$0] }
    }
  }

  /// One prediction: the newest position, the predicted one and the true one.
  package struct Arrow: Hashable, Sendable {
    /// The newest sample's position when the prediction was made.
    package var origin: SIMD2<Double>
    /// The predicted position.
    package var predicted: SIMD2<Double>
    /// The true position at the predicted time; nil where unknown.
    package var truth: SIMD2<Double>?
    /// Whether the predictor abstained, so that the newest position is used.
    package var isHeld: Bool

    /// Makes an arrow.
    package init(
      origin: SIMD2<Double>, predicted: SIMD2<Double>, truth: SIMD2<Double>?, isHeld: Bool
    ) {
      self.origin = origin
      self.predicted = predicted
      self.truth = truth
      self.isHeld = isHeld
    }

    /// The distance from the predicted position to the true one.
    var error: Double? {
      guard let truth else { return nil }
      let miss = predicted - truth
      let length = (miss * miss).sum().squareRoot()
      return length.isFinite ? length : nil
    }
  }
}
