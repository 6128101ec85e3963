import TouchInput

/// The newest samples of a stroke for the lines of `PenAttributes`, kept only where a pen reports.
///
/// Whole samples are four times as large as their time and position. A finger's are passed over at the
/// cost of one comparison: samples are held from the first that carries force, altitude or azimuth, and
/// dropped when no such sample is in the window any more. Samples that carry none before it would
/// add nothing to the lines.
@usableFromInline
struct PenHistory: Sendable {
  private var samples: ObservationWindow
  /// How many samples may follow until none that carries an attribute is in the window.
  private var remaining = 0

  /// Creates an empty history for at most `capacity` samples, none more than `seconds` older than
  /// the newest.
  init(capacity: Int, seconds: Double = .infinity) {
    samples = ObservationWindow(capacity: capacity, seconds: seconds)
  }

  /// Takes in a finite sample.
  @usableFromInline
  mutating func append(_ sample: TouchSample) {
    if sample.force != nil || sample.altitude != nil || sample.azimuth != nil {
      remaining = samples.capacity
    } else if remaining == 0 {
      return
    } else if let newest = samples.newest, newest.time > sample.time {
      // Samples go, and those that stay have their time in the window again.
      remaining = samples.capacity
    } else {
      remaining -= 1
      guard remaining > 0 else { return samples.removeAll() }
    }
    samples.append(sample)
  }

  /// Forgets all samples.
  mutating func removeAll() {
    samples.removeAll()
    remaining = 0
  }

  /// Whether a sample in the window may carry an attribute.
  var isCarrying: Bool { remaining > 0 }

  /// Writes the pen's attributes into a prediction, where any are known.
  ///
  /// - Parameters:
  ///   - prediction: The prediction.
  ///   - count: How many of the newest samples count.
  ///   - horizon: Seconds, a finite number.
  @inline(__always)
  func attribute(_ prediction: inout Prediction, newest count: Int = .max, ahead horizon: Double) {
    guard isCarrying else { return }
    prediction = prediction.attributed(by: samples, newest: count, ahead: horizon)
  }
}
