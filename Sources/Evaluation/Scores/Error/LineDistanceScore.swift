/// How far the line drawn through the delivered samples is from where the contact was: what an app
/// loses that draws one touch per frame.
///
/// It does not depend on the predictor, but on what the protocol delivers (`DrawnLine`).
struct LineDistanceScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    definition("mean", "mean distance from the drawn line", "mean"),
    definition("p95", "95th percentile of distance from the drawn line", "95 % quantile (type 7)"),
    definition("max", "greatest distance from the drawn line", "maximum"),
  ]

  private static func definition(
    _ statistic: String, _ title: String, _ words: String
  ) -> MetricDefinition {
    MetricDefinition(
      "line_distance_\(statistic)", title, .error, perfect: nil,
      formula: "\(words) over the samples g_i of the true path of: min over q on L of ‖g_i − q‖, "
        + "L the straight line from each delivered sample to the next")
  }

  var pool: ValuePool

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .line] }

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    for distance in stroke.stroke.lineDistances { pool.append(distance) }
  }

  func values() -> [Double?] { pool.orderedMeanAndP95() + pool.quantiles([1]) }
}
