import MotionNumerics
import TouchInput

/// The device's own predictions, as a recording carries them, in the role of a competitor.
///
/// After the device has predicted, p̂(h) is its newest batch read at t_n + h: linearly interpolated
/// between the newest sample and the batch's points. Nothing before the newest sample, after the
/// batch's last point, or once a later sample has arrived, since a batch lives until the next event.
package struct RecordedPredictor: CataloguePredictor, ForgetfulPredictor {
  /// The name in the catalogue.
  package static let kind = "recorded"
  /// A one-line summary.
  package static let summary = "The device's own predictions, where the recording carries them"
  /// The sources of the method.
  package static let references = [
    "Apple, UIEvent.predictedTouches(for:): each set replaces the one before it"
  ]

  private var window = ObservationWindow(capacity: 1)
  private var batch: [TouchSample] = []

  /// Creates a predictor.
  package init(_ parameters: NoParameters, context: PredictorContext) throws(ParameterError) {}

  /// Begins a new contact and forgets earlier positions.
  package mutating func beginStroke() { reset() }

  /// Observes the next sample.
  package mutating func observe(_ sample: TouchSample) {
    guard window.append(sample) else { return }
    batch.removeAll(keepingCapacity: true)
  }

  /// Takes in the predictions that the device made after the newest sample.
  package mutating func observeDevicePredictions(_ samples: [TouchSample]) {
    guard let newest = window.newest else { return }
    batch.removeAll(keepingCapacity: true)
    var last = newest.time
    for sample in samples where sample.isFinite && sample.time > last {
      batch.append(sample)
      last = sample.time
    }
  }

  /// Returns where the contact will be `horizon` seconds after the newest sample, or nil if unknown.
  package func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, horizon >= 0, let newest = window.newest else { return nil }
    if horizon == 0 { return Prediction(position: newest.position).ifFinite }
    let target = newest.time + horizon
    var before = newest
    for after in batch {
      guard after.time + TimeTolerance.seconds >= target else {
        before = after
        continue
      }
      let share = min((target - before.time) / (after.time - before.time), 1)
      let step = after.position - before.position
      return Prediction(position: before.position + share * step, force: after.force).ifFinite
    }
    return nil
  }

  /// Resets the predictor to its initial state.
  package mutating func reset() {
    window.removeAll()
    batch.removeAll(keepingCapacity: true)
  }
}
