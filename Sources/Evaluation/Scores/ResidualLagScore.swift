import MotionNumerics

/// How late: the delay that explains the error best.
struct ResidualLagScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      name: "residual_lag_ms", title: "residual lag", family: .behaviour, dimension: .milliseconds,
      perfect: 0, order: .nearer,
      formula: "−Σ e·v / Σ ‖v‖², v the true velocity; above 0 is late, for hold about the horizon",
      source: "nextpoint's own definition, first-order least squares")
  ]

  private var product = CompensatedSum()
  private var square = CompensatedSum()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let velocity = stroke.targets[index].velocity
      product += stroke.errors[index].dot(velocity)
      square += velocity.dot(velocity)
    }
  }

  mutating func merge(_ other: ResidualLagScore) {
    product.merge(other.product)
    square.merge(other.square)
  }

  func values() -> [Double?] {
    guard square.value > 0 else { return [nil] }
    return [-1000 * product.value / square.value]
  }
}
