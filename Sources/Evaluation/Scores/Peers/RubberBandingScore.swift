import MotionNumerics

/// How unsteadily the prediction runs too far and not far enough, as if on a rubber band.
struct RubberBandingScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "edge_rubber_banding", "rubber-banding", .noise,
      formula: "√(mean x² − (mean x)²), x = ‖p̂ − p_n‖ − ‖g − p_n‖",
      source: RadialOvershootScore.source + "; the statistic is nextpoint's")
  ]

  private var excesses: ValuePool

  init(_ settings: ScoreSettings) { excesses = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    let (predictions, anchors, radii) = (stroke.predictions, stroke.anchors, stroke.slot.radii)
    stroke.forEachScored { index in
      excesses.append((predictions[index] - anchors[index]).length - radii[index])
    }
  }

  mutating func merge(_ other: RubberBandingScore) { excesses.merge(other.excesses) }

  mutating func settle() { excesses.settle() }

  func values() -> [Double?] { [excesses.populationDeviation] }
}
