import MotionNumerics

/// The length of a contact's recent path, by which AOSP divides errors.
struct RecentPath: Sendable {
  /// Added lest a contact at rest have no length to divide by, in the reported unit.
  private let least: Double

  /// AOSP adds 0.001 pixels, taken here as Android's dp; where the scale is not known, as the
  /// recording's own unit.
  init(_ settings: ScoreSettings) {
    least = 0.001 * (settings.densityPixel ?? 1)
  }

  /// L = the path over the last m + 1 recorded points · m / (their number − 1) + 0.001 dp.
  ///
  /// - Parameters:
  ///   - track: The recorded track.
  ///   - index: The newest of the points.
  ///   - segments: m, at least 1.
  /// - Returns: The length; nil at the first point of a track.
  func length(of track: MotionTrack, upTo index: Int, segments: Int) -> Double? {
    let first = max(0, index - segments)
    guard first < index else { return nil }
    let path = (first..<index).reduce(0) { sum, step in
      sum + track.positions[step].distance(to: track.positions[step + 1])
    }
    return path * Double(segments) / Double(index - first) + least
  }
}

extension ScoreSettings {
  /// Android's density-independent pixel, 1/160 inch, in the reported unit; nil without a scale.
  var densityPixel: Double? { millimeter.map { $0 * 25.4 / 160 } }
}
