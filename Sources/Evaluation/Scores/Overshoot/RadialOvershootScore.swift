import MotionNumerics

/// How much farther, or less far, the prediction goes than the contact, measured from the newest
/// sample.
struct RadialOvershootScore: SummedScore {
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

  /// The threshold in millimeters.
  private static let noticeable = 0.5

  private let isComparable: Bool
  private let needs: ScoreNeeds
  private var overshoots = CompensatedSum()
  private var scored = 0
  private var lengths: ValuePool
  private var undershoots = CompensatedSum()
  /// Of the excesses that could be compared with the threshold of their recording, those above it.
  private var noticed = CaseShare()

  static func needs(of measure: String) -> ScoreNeeds {
    switch measure {
    case "overshoot_p95": .overshootQuantiles
    case "overshoot_share": [.noticed, .overshootLengths]
    default: .overshoots
    }
  }

  init(_ settings: ScoreSettings) {
    isComparable = Self.threshold(settings) != nil
    needs = settings.needs
    lengths = ValuePool(settings.storage)
  }

  /// An overshoot greater than this, in the reported unit, counts towards the share; nil if the
  /// scale is unknown.
  static func threshold(_ settings: ScoreSettings) -> Double? {
    settings.limit(millimeters: noticeable)
  }

  mutating func add(_ totals: LaneTotals, lane: Int) {
    scored += totals.truth.scored
    overshoots.merge(totals.sums.overshoots.sum(ofLane: lane))
    undershoots.merge(totals.sums.undershoots.sum(ofLane: lane))
    if needs.contains(.overshootQuantiles) {
      lengths.merge(totals.pool(.overshoot, lane: lane))
    }
    if isComparable { noticed.judge(totals.truth.scored, found: Int(totals.noticed[lane])) }
  }

  mutating func merge(_ other: RadialOvershootScore) {
    scored += other.scored
    overshoots.merge(other.overshoots)
    undershoots.merge(other.undershoots)
    lengths.merge(other.lengths)
    noticed.merge(other.noticed)
  }

  mutating func settle() { lengths.settle() }

  func values() -> [Double?] {
    guard scored > 0 else { return [nil, nil, nil, nil] }
    let count = Double(scored)
    return [overshoots.value / count] + lengths.quantiles([0.95])
      + [noticed.value, undershoots.value / count]
  }
}
