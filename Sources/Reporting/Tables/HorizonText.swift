import Evaluation

/// Horizons as text for people.
enum HorizonText {
  /// Returns milliseconds with one decimal and the unit.
  static func milliseconds(_ seconds: Double) -> String {
    "\(FixedPoint.trimmed(seconds * 1000, decimals: 1))\u{A0}ms"
  }

  /// Returns milliseconds, and frames where known: "33.3 ms (2 frames)".
  static func full(_ moment: Horizon) -> String {
    let time = milliseconds(moment.seconds)
    guard let frames = moment.frames else { return time }
    let count = FixedPoint.trimmed(frames, decimals: 2)
    return "\(time)\u{A0}(\(count)\u{A0}\(frames == 1 ? "frame" : "frames"))"
  }

  /// Returns the frame rate in hertz; nil where horizons are not all in frames of one rate.
  static func frameRate(_ moments: [Horizon]) -> Double? {
    let rates = moments.compactMap { moment -> Double? in
      guard let frames = moment.frames, moment.seconds > 0 else { return nil }
      return frames / moment.seconds
    }
    guard let first = rates.first, rates.count == moments.count else { return nil }
    // Frames are exact and times rounded, so rates of one run differ only in the last digits.
    return rates.allSatisfy { abs($0 - first) <= first * 1e-6 } ? first : nil
  }
}
