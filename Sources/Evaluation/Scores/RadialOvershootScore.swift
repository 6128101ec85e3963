import MotionNumerics

/// How much farther, or less far, the prediction goes than the contact, seen from the newest sample.
struct RadialOvershootScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("overshoot_mean", "mean overshoot", "mean max(0, ‖p̂ − p_n‖ − ‖g − p_n‖)"),
    definition(
      "overshoot_p95", "95th percentile of overshoot",
      "95 % quantile of max(0, ‖p̂ − p_n‖ − ‖g − p_n‖)"),
    MetricDefinition(
      name: "overshoot_share", title: "share of overshoots above 0.5 mm", family: .overshoot,
      dimension: .share, perfect: 0, order: .lower,
      formula: "share of ‖p̂ − p_n‖ − ‖g − p_n‖ > 0.5 mm", source: source),
    definition("undershoot_mean", "mean undershoot", "mean max(0, ‖g − p_n‖ − ‖p̂ − p_n‖)"),
  ]

  private static let source =
    "Deviation, Overshoot, Undershoot, https://github.com/gked/deviation-overshoot-undershoot"

  private static func definition(
    _ name: String, _ title: String, _ formula: String
  ) -> MetricDefinition {
    MetricDefinition(
      name: name, title: title, family: .overshoot, dimension: .length, perfect: 0, order: .lower,
      formula: formula, source: source)
  }

  /// An overshoot greater than this, in millimetres, counts towards the share.
  private static let noticeable = 0.5

  private let threshold: Double?
  private var excesses: [Double] = []
  /// How many excesses could be held against the threshold of their recording, and were above it.
  private var judged = 0
  private var noticed = 0

  init(_ settings: ScoreSettings) {
    threshold = settings.millimetre.map { Self.noticeable * $0 }
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      guard let truth = stroke.targets[index].truth else { return }
      let anchor = stroke.anchors[index]
      let excess = (stroke.predictions[index] - anchor).length - (truth - anchor).length
      excesses.append(excess)
      guard let threshold else { return }
      judged += 1
      if excess > threshold { noticed += 1 }
    }
  }

  mutating func merge(_ other: RadialOvershootScore) {
    excesses += other.excesses
    judged += other.judged
    noticed += other.noticed
  }

  func values() -> [Double?] {
    guard !excesses.isEmpty else { return [nil, nil, nil, nil] }
    var overshoots = excesses.map { max($0, 0) }
    let share = judged == 0 ? nil : Double(noticed) / Double(judged)
    return [
      overshoots.mean, Quantiles.type7(&overshoots, at: [0.95])[0], share,
      excesses.map { max(-$0, 0) }.mean,
    ]
  }
}
