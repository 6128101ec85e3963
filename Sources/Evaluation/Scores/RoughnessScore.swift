import MotionNumerics

/// How rough the predicted track is beside the true one.
struct RoughnessScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      name: "roughness_ratio", title: "roughness ratio", family: .noise, dimension: .ratio,
      perfect: 1, order: .nearer,
      formula: "√(Σ‖Δ²p̂‖² / Σ‖Δ²g‖²), Δ² the second difference of successive targets; "
        + "none beside a straight truth",
      source: "nextpoint's own definition")
  ]

  private var predicted = CompensatedSum()
  private var actual = CompensatedSum()
  private var steps = CompensatedSum()

  /// A truth whose second differences are a smaller share of its first ones is straight: what is
  /// left is the rounding of positions, and no roughness to compare with.
  private static let straight = 1e-9

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    for index in stroke.targets.indices.dropFirst(2)
    where stroke.targets[index].followsPrevious && stroke.targets[index - 1].followsPrevious {
      guard let first = stroke.targets[index - 2].truth,
        let middle = stroke.targets[index - 1].truth, let last = stroke.targets[index].truth
      else { continue }
      let p = stroke.predictions
      let bend = p[index] - 2 * p[index - 1] + p[index - 2]
      let (step, stepBefore) = (last - middle, middle - first)
      let trueBend = step - stepBefore
      predicted += bend.dot(bend)
      actual += trueBend.dot(trueBend)
      steps += step.dot(step) + stepBefore.dot(stepBefore)
    }
  }

  mutating func merge(_ other: RoughnessScore) {
    predicted.merge(other.predicted)
    actual.merge(other.actual)
    steps.merge(other.steps)
  }

  func values() -> [Double?] {
    guard actual.value > Self.straight * Self.straight * steps.value else { return [nil] }
    return [(predicted.value / actual.value).squareRoot()]
  }
}
