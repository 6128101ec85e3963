import MotionNumerics

/// How rough the predicted track is beside the true one.
struct RoughnessScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "roughness_ratio", "roughness ratio", .noise, .ratio, perfect: 1, .nearer,
      formula: "√(Σ‖Δ²p̂‖² / Σ‖Δ²g‖²), Δ² the second difference of successive targets; "
        + "none beside a straight truth")
  ]

  /// Σ‖Δ²p̂‖².
  private var predicted = CompensatedSum()
  /// Σ‖Δ²g‖².
  private var bends = CompensatedSum()
  /// The sum of the squares of the truth's first differences.
  private var steps = CompensatedSum()

  /// A truth whose second differences are a smaller share of its first ones is straight: what is
  /// left is the rounding of positions, and no roughness to compare with.
  private static let straight = 1e-9

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    predicted.merge(stroke.lanes.sums.squaredBends.sum(ofLane: stroke.lane))
    bends.merge(stroke.runs.squaredBends)
    steps.merge(stroke.runs.squaredSteps)
  }

  mutating func merge(_ other: RoughnessScore) {
    predicted.merge(other.predicted)
    bends.merge(other.bends)
    steps.merge(other.steps)
  }

  func values() -> [Double?] {
    guard bends.value > Self.straight * Self.straight * steps.value else { return [nil] }
    return [(predicted.value / bends.value).squareRoot()]
  }
}
