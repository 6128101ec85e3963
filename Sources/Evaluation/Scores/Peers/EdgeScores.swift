import MotionNumerics

/// How far the prediction is to the side of where the contact goes, seen from the newest sample.
struct DeviationScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("mean", "mean deviation", "mean distance"),
    definition("p95", "95th percentile of deviation", "95 % quantile (type 7) of the distance"),
  ]

  private static func definition(
    _ statistic: String, _ title: String, _ formula: String
  ) -> MetricDefinition {
    MetricDefinition(
      "edge_deviation_\(statistic)", title, .error,
      formula: "\(formula) of p̂ from the line through p_n and g; from p_n where both are one place",
      source: RadialOvershootScore.source)
  }

  var pool: ValuePool

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      guard let truth = stroke.targets[index].truth else { return }
      let anchor = stroke.anchors[index]
      let predicted = stroke.predictions[index] - anchor
      // Without a direction there is no line, and every way off is to the side.
      pool.append(
        (truth - anchor).normalized.map { abs($0.cross(predicted)) } ?? predicted.length)
    }
  }
}

/// How unsteadily the prediction runs too far and not far enough, as if on a rubber band.
struct RubberBandingScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "edge_rubber_banding", "rubber-banding", .noise,
      formula: "√(mean x² − (mean x)²), x = ‖p̂ − p_n‖ − ‖g − p_n‖",
      source: RadialOvershootScore.source + "; the statistic is nextpoint's")
  ]

  var pool: ValuePool

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    let (predictions, anchors, radii) = (stroke.predictions, stroke.anchors, stroke.slot.radii)
    stroke.forEachScored { index in
      pool.append((predictions[index] - anchors[index]).length - radii[index])
    }
  }

  func values() -> [Double?] { [pool.populationDeviation] }
}
