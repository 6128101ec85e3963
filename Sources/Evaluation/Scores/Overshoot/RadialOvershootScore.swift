import MotionNumerics

/// How much farther, or less far, the prediction goes than the contact, measured from the newest
/// sample.
struct RadialOvershootScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "overshoot_mean", "mean overshoot", .overshoot,
      formula: "mean max(0, ‖p̂ − p_n‖ − ‖g − p_n‖)", source: source),
    MetricDefinition(
      "overshoot_p95", "95th percentile of overshoot", .overshoot,
      formula: "95 % quantile of max(0, ‖p̂ − p_n‖ − ‖g − p_n‖)", source: source),
    MetricDefinition(
      "overshoot_share", "share of overshoots above 0.5 mm", .overshoot, .share,
      formula: "share of ‖p̂ − p_n‖ − ‖g − p_n‖ > 0.5 mm", source: source),
    MetricDefinition(
      "undershoot_mean", "mean undershoot", .overshoot,
      formula: "mean max(0, ‖g − p_n‖ − ‖p̂ − p_n‖)", source: source),
  ]

  static let source =
    "Deviation, Overshoot, Undershoot, https://github.com/gked/deviation-overshoot-undershoot"

  /// An overshoot greater than this, in millimeters, counts towards the share.
  private static let noticeable = 0.5

  private let threshold: Double?
  private var overshoots: ValuePool
  private var undershoots = CompensatedSum()
  /// Of the excesses that could be compared with the threshold of their recording, those above it.
  private var noticed = CaseShare()

  init(_ settings: ScoreSettings) {
    threshold = settings.millimeter.map { Self.noticeable * $0 }
    overshoots = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    let (sums, scored) = (stroke.lanes.sums, stroke.runs.scored)
    overshoots.append(.overshoot, of: stroke, at: scored, total: sums.overshoots)
    undershoots.merge(sums.undershoots.sum(ofLane: stroke.lane))
    guard let threshold else { return }
    let above = stroke.lanes.withMagnitudes(.overshoot) { overshoots in
      var found = 0
      for run in scored {
        for index in run {
          found += overshoots[ScoredLanes.width * index + stroke.lane] > threshold ? 1 : 0
        }
      }
      return found
    }
    noticed.judge(scored.indexCount, found: above)
  }

  mutating func merge(_ other: RadialOvershootScore) {
    overshoots.merge(other.overshoots)
    undershoots.merge(other.undershoots)
    noticed.merge(other.noticed)
  }

  mutating func settle() { overshoots.settle() }

  func values() -> [Double?] {
    guard overshoots.count > 0 else { return [nil, nil, nil, nil] }
    return overshoots.meanAndP95 + [noticed.value, undershoots.value / Double(overshoots.count)]
  }
}
