// Which predictors start every stroke afresh: those whose `beginStroke` forgets all that there is.
//
// The others learn from one stroke to the next, or are made of stages that may.

extension HoldPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension LinearPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension PolynomialPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension WeightedPolynomialPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension DoubleExponentialPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension KalmanPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension InteractingMultipleModelPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension CircularArcPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension RecordedPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension InertialReleasePredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension ChromiumLinearPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension ChromiumQuadraticPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension ChromiumLeastSquaresPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension ChromiumKalmanPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension ChromiumResamplingPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension AndroidxPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension InkStrokeModelerPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension VelocityTrackerPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension FlutterVelocityPredictor {
  /// Nothing is left of the strokes before.
  public var forgetsStrokes: Bool { true }
}

extension RescaledPredictor {
  /// As the predictor within.
  var forgetsStrokes: Bool { predictor.forgetsStrokes }
}
