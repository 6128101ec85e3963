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

  static let source =
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
  /// Of the excesses that could be held against the threshold of their recording, those above it.
  private var noticed = CaseShare()

  init(_ settings: ScoreSettings) {
    threshold = settings.millimetre.map { Self.noticeable * $0 }
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      guard let excess = stroke.radialExcess(at: index) else { return }
      excesses.append(excess)
      if let threshold { noticed.judge(excess > threshold) }
    }
  }

  mutating func merge(_ other: RadialOvershootScore) {
    excesses += other.excesses
    noticed.merge(other.noticed)
  }

  func values() -> [Double?] {
    guard !excesses.isEmpty else { return [nil, nil, nil, nil] }
    let overshoots = excesses.map { max($0, 0) }
    return overshoots.meanAndP95 + [noticed.value, excesses.map { max(-$0, 0) }.mean]
  }
}

extension ScoredStroke {
  /// How much farther from the newest sample the prediction is than the truth; nil without a truth.
  func radialExcess(at index: Int) -> Double? {
    targets[index].truth.map { truth in
      (predictions[index] - anchors[index]).length - (truth - anchors[index]).length
    }
  }
}
