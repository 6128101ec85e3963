import MotionNumerics

/// Errors over all horizons up to this one, as trajectory forecasting states them.
struct ForecastingScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "ade", "average displacement error", .error,
      formula: "mean over anchors of the mean ‖e‖ over the plan's horizons up to this one; anchors "
        + "with a truth at all of these", source: source),
    MetricDefinition(
      "fde", "final displacement error", .error,
      formula: "mean ‖e‖ at this horizon, over the anchors of ade", source: source),
    missRate(1), missRate(2),
  ]

  private static let source = "trajectory forecasting (PRISC-Net README; Social-STGCNN)"

  private static func missRate(_ millimeters: Int) -> MetricDefinition {
    MetricDefinition(
      "miss_rate_\(millimeters)mm", "share of final errors above \(millimeters) mm", .error, .share,
      formula: "share of ‖e‖ > \(millimeters) mm at this horizon, over the anchors of ade",
      source: source + "; the threshold is nextpoint's")
  }

  /// Errors above these are misses, in millimeters.
  private static let thresholds = [1.0, 2.0]

  private let millimeter: Double?
  private var averages = CompensatedSum()
  private var finals = CompensatedSum()
  private var anchors = 0
  private var misses = Array(repeating: CaseShare(), count: thresholds.count)

  init(_ settings: ScoreSettings) { millimeter = settings.millimeter }

  mutating func add(_ stroke: ScoredStroke) { add([stroke], at: 0) }

  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    AnchoredTargets(strokes, upTo: slot).forEachAnchor { errors, last in
      averages += errors.mean ?? 0
      finals += last
      anchors += 1
      guard let millimeter else { return }
      for (index, threshold) in Self.thresholds.enumerated() {
        misses[index].judge(last > threshold * millimeter)
      }
    }
  }

  mutating func merge(_ other: ForecastingScore) {
    averages.merge(other.averages)
    finals.merge(other.finals)
    anchors += other.anchors
    for index in misses.indices { misses[index].merge(other.misses[index]) }
  }

  func values() -> [Double?] {
    let count = Double(anchors)
    let means = anchors == 0 ? [nil, nil] : [averages.value / count, finals.value / count]
    return means + misses.map(\.value)
  }
}
