import TouchInput

/// The force, altitude and azimuth of a pen, predicted for one moment.
///
/// Each is a least-squares line in time through the newest samples, read at t_n + h:
///
/// v̂(h) = v̄ + (t_n + h − t̄) · Σ(t_i − t̄)(v_i − v̄) / Σ(t_i − t̄)²,
///
/// over the samples that carry a finite value; with all of them at one time it is their mean v̄.
///
/// - It is never farther from the newest value than the window's values are apart, since a line
///   through noise, read some windows ahead, may be anywhere.
/// - Azimuth is an angle: it is unwrapped along the window, each value by less than half a turn from
///   the one after it, and wrapped back to −π < azimuth ≤ π.
/// - Altitude stays within 0…π/2, and force is not below 0.
/// - A constant is continued exactly. What no sample carries is nil. Where numbers overflow, the
///   newest value stays.
///
/// Angles are taken as reported: turning the positions does not turn the azimuth.
///
/// Cost: one pass over the window for each of the three; nothing is allocated.
struct PenAttributes: Hashable, Sendable {
  /// How many of the newest samples count for a predictor that has no window of its own.
  ///
  /// From 240 to 60 Hz they span 29 to 117 ms: enough to average what sensors round to, and no longer
  /// than a pen takes to be turned.
  static let usualCount = 8

  /// The expected force, without unit.
  let force: Double?
  /// The expected altitude, in radians.
  let altitude: Double?
  /// The expected azimuth, in radians.
  let azimuth: Double?

  /// Reads the lines `horizon` seconds after the newest sample of `window`.
  ///
  /// - Parameters:
  ///   - window: The samples.
  ///   - count: How many of its newest samples count; all of them where it holds fewer.
  ///   - horizon: Seconds, a finite number.
  init(of window: ObservationWindow, newest count: Int = .max, ahead horizon: Double) {
    let samples = max(window.count - count, 0)..<window.count
    force = AttributeLine(window, samples) { $0.force }
      .map { max($0.value(ahead: horizon), 0) }
    altitude = AttributeLine(window, samples) { $0.altitude }
      .map { min(max($0.value(ahead: horizon), 0), .pi / 2) }
    azimuth = AttributeLine(window, samples, isAngle: true) { $0.azimuth }
      .map { $0.value(ahead: horizon).wrappedAngle }
  }
}

extension Prediction {
  /// The prediction with the pen's attributes expected at its moment (see `PenAttributes`).
  func attributed(
    by window: ObservationWindow, newest count: Int = .max, ahead horizon: Double
  ) -> Prediction {
    let attributes = PenAttributes(of: window, newest: count, ahead: horizon)
    var result = self
    result.force = attributes.force
    result.altitude = attributes.altitude
    result.azimuth = attributes.azimuth
    return result
  }
}
