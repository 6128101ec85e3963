import TouchInput

/// A predictor of where one contact will be.
///
/// A predictor is a value: a copy is an independent snapshot. `beginStroke`, `observe` and `endStroke`
/// feed it in order of arrival; `predict` queries it and changes nothing. State whose size is known
/// only at run time is an array created by the initializer, so that nothing is allocated afterwards
/// unless a copy is alive.
///
/// Laws, checked for every row of the catalogue by `PredictorLawTests`: answers are finite or nil
/// for any input; a reset predictor behaves like a new one; copies are independent; the same input
/// gives the same answer; a constant input gives that constant; shifting time, and translating,
/// rotating, mirroring or scaling positions (with `PredictorParameters.scaled`), does the same to
/// the answer; duplicate and backward times, gaps, NaN and infinity never crash and never affect
/// later answers.
public protocol Predictor: Sendable {
  /// Begins a new contact and forgets the positions before; what was learned may stay.
  mutating func beginStroke()

  /// Observes the next sample, in order of arrival, with the values known on arrival.
  ///
  /// Samples never come from the future. A sample that is not finite is ignored; one that is dated
  /// before samples already observed replaces them (see `ObservationWindow`).
  mutating func observe(_ sample: TouchSample)

  /// Takes in the predictions that the device itself made after the newest sample.
  ///
  /// Every predictor but `recorded` ignores them, which is the default.
  mutating func observeDevicePredictions(_ samples: [TouchSample])

  /// Ends the contact at `time`, in seconds. By default nothing happens.
  mutating func endStroke(at time: Double)

  /// Returns where the contact will be `horizon` seconds after the newest observed sample.
  ///
  /// Pure: asking for more, fewer or other horizons never changes an answer.
  ///
  /// - Parameter horizon: The prediction horizon in seconds; any finite number. Zero asks for the current
  ///   position, a negative number for a past one.
  /// - Returns: nil if there is no finite answer. The newest position is never returned as a fallback:
  ///   only the replay substitutes it, and counts that as an abstention.
  func predict(ahead horizon: Double) -> Prediction?

  /// Returns only the position of `predict(ahead:)`, to the last bit; nil if that is nil.
  ///
  /// By default the position is taken from the full prediction. A predictor on the hot path computes it
  /// without the rest (velocity, covariance, the pen's attributes).
  func position(ahead horizon: Double) -> SIMD2<Double>?

  /// Answers several horizons at once, `result[i]` for `horizons[i]`.
  ///
  /// By default one by one. `result` is resized to the length of `horizons`; its storage is reused.
  func predict(ahead horizons: [Double], into result: inout [Prediction?])

  /// Observes the samples of a whole stroke and answers the questions between them.
  ///
  /// Equals separate calls, which is the default; a requirement so that the loop is specialized
  /// for each predictor.
  ///
  /// - Parameters:
  ///   - stroke: The samples and the questions.
  ///   - positions: Takes the answer to each question at its place, as `position(ahead:)` gives it.
  mutating func answer(_ stroke: StrokeQuestions, into positions: inout [SIMD2<Double>?])

  /// Whether `beginStroke` forgets everything about earlier strokes.
  ///
  /// Strokes can then be replayed in any order, or several at a time, with the same answers. The default
  /// is false. A law test checks every predictor for which this is true.
  var forgetsStrokes: Bool { get }

  /// Resets the predictor to its initial state and forgets everything learned.
  mutating func reset()
}

extension Predictor {
  /// Ignores the device's predictions.
  public mutating func observeDevicePredictions(_ samples: [TouchSample]) {}

  /// By default something may be kept.
  public var forgetsStrokes: Bool { false }

  /// Does nothing at the lift.
  public mutating func endStroke(at time: Double) {}

  /// The position of the full prediction.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    predict(ahead: horizon)?.position
  }

  /// Answers one by one.
  public func predict(ahead horizons: [Double], into result: inout [Prediction?]) {
    if result.count != horizons.count {
      result = Array(repeating: nil, count: horizons.count)
    }
    for (index, horizon) in horizons.enumerated() {
      result[index] = predict(ahead: horizon)
    }
  }
}

/// A predictor that keeps nothing of earlier strokes: its `beginStroke` equals `reset`.
protocol ForgetfulPredictor: Predictor {}

extension ForgetfulPredictor {
  /// Nothing is kept of earlier strokes.
  public var forgetsStrokes: Bool { true }
}

/// A predictor that forwards everything to an inner one.
protocol ForwardingPredictor: Predictor {
  /// The predictor that does the work.
  associatedtype Inner: Predictor

  /// The predictor that does the work.
  var predictor: Inner { get set }
}

extension ForwardingPredictor {
  /// Begins a new contact.
  public mutating func beginStroke() { predictor.beginStroke() }

  /// Observes the next sample.
  public mutating func observe(_ sample: TouchSample) { predictor.observe(sample) }

  /// Returns where the contact will be, or nil if that is not known.
  public func predict(ahead horizon: Double) -> Prediction? { predictor.predict(ahead: horizon) }

  /// Returns only the position of `predict(ahead:)`.
  public func position(ahead horizon: Double) -> SIMD2<Double>? {
    predictor.position(ahead: horizon)
  }

  /// Answers several horizons at once.
  public func predict(ahead horizons: [Double], into result: inout [Prediction?]) {
    predictor.predict(ahead: horizons, into: &result)
  }

  /// Whether nothing is kept of earlier strokes.
  public var forgetsStrokes: Bool { predictor.forgetsStrokes }

  /// Resets to the initial state.
  public mutating func reset() { predictor.reset() }
}
