import MotionNumerics

/// How rough the predicted track is beside the true one.
struct RoughnessScore: Score {
  static let metrics = [
    MetricDefinition(
      name: "roughness_ratio", title: "roughness ratio", family: .noise, dimension: .ratio,
      perfect: 1, order: .nearer,
      formula: "√(Σ‖Δ²p̂‖² / Σ‖Δ²g‖²), Δ² the second difference of successive targets",
      source: "nextpoint's own definition")
  ]

  private var predicted = CompensatedSum()
  private var actual = CompensatedSum()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    for index in stroke.targets.indices.dropFirst(2)
    where stroke.targets[index].followsPrevious && stroke.targets[index - 1].followsPrevious {
      guard let first = stroke.targets[index - 2].truth,
        let middle = stroke.targets[index - 1].truth, let last = stroke.targets[index].truth
      else { continue }
      let p = stroke.predictions
      let bend = p[index] - 2 * p[index - 1] + p[index - 2]
      let trueBend = last - 2 * middle + first
      predicted += bend.dot(bend)
      actual += trueBend.dot(trueBend)
    }
  }

  mutating func merge(_ other: RoughnessScore) {
    predicted.merge(other.predicted)
    actual.merge(other.actual)
  }

  func values() -> [Double?] {
    guard actual.value > 0 else { return [nil] }
    return [(predicted.value / actual.value).squareRoot()]
  }
}
