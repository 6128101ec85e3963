import Datasets
import MotionPrediction
import TouchInput

/// Samples of the bundled noisy set at 120 Hz, stroke by stroke, as a program would be handed them.
struct EventStream: Sendable {
  /// Seconds ahead that are asked for after every event.
  static let horizon = 1.0 / 30

  /// What predictors of this stream are made for; its positions are millimeters.
  let context: PredictorContext
  private let strokes: [[Event]]

  private struct Event: Sendable {
    let sample: TouchSample
    /// The next two samples, in the place of what a device would have predicted.
    let devicePredictions: [TouchSample]
  }

  /// Takes so many events, the last stroke being cut where they are there.
  init(events: Int) {
    let set = SyntheticDataset(rate: 120, variant: .noisy)
    context = PredictorContext(
      horizons: [Self.horizon], nominalRate: Double(set.rate), unitsPerMillimeter: 1)
    var remaining = events
    var strokes: [[Event]] = []
    for stroke in set.recordings().flatMap(\.strokes) where remaining > 0 {
      let samples = stroke.samples
      strokes.append(
        samples.indices.prefix(remaining).map { index in
          Event(
            sample: samples[index],
            devicePredictions: Array(samples.dropFirst(index + 1).prefix(2)))
        })
      remaining -= min(remaining, samples.count)
    }
    self.strokes = strokes
  }

  /// Plays all events to a predictor, asking for the position after each.
  ///
  /// - Returns: The sum of the answers, so that none of them can be left out.
  func play(to fresh: some Predictor) -> Double {
    var predictor = fresh
    var sum = 0.0
    for stroke in strokes {
      predictor.beginStroke()
      for event in stroke {
        predictor.observe(event.sample)
        predictor.observeDevicePredictions(event.devicePredictions)
        sum += predictor.position(ahead: Self.horizon)?.sum() ?? 0
      }
      if let last = stroke.last { predictor.endStroke(at: last.sample.time) }
    }
    return sum
  }
}
