import MotionNumerics

/// How far predictions run past a stop, beside how far the stroke reaches in that direction.
struct RelativeTerminalOvershootScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = MetricDefinition.eventMeasures(
    "terminal_overshoot_relative", "overshoot at stops, of the stroke's extent", .overshoot, .share,
    formula: "TO / (max p·d − min p·d over the true track), TO and d of terminal_overshoot_mean",
    source: MetricDefinition.own + "; needs a known scale")

  private var shares: ValuePool

  init(_ settings: ScoreSettings) { shares = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    for stop in stroke.stroke.stops ?? [] {
      guard let peak = stroke.peak(past: stop),
        let extent = stroke.stroke.track.extent(along: stop.direction), extent > 0
      else { continue }
      shares.append(peak.overshoot / extent)
    }
  }

  mutating func merge(_ other: RelativeTerminalOvershootScore) { shares.merge(other.shares) }

  mutating func settle() { shares.settle() }

  func values() -> [Double?] { shares.orderedMeanAndP95() }
}

extension MotionTrack {
  /// How far the track reaches along a direction; nil for an empty one.
  fileprivate func extent(along direction: SIMD2<Double>) -> Double? {
    let places = positions.map { $0.dot(direction) }
    guard let least = places.min(), let greatest = places.max() else { return nil }
    return greatest - least
  }
}
