/// How far ahead predictions run and for how long, a stroke.
struct OvershootAreaScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "overshoot_area", "overshoot area", .overshoot, .lengthSeconds,
      formula: "mean over strokes of ∫ max(0, e·u) dt by the trapezoidal rule, u the unit tangent")
  ]

  private var areas: ValuePool

  init(_ settings: ScoreSettings) { areas = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    var area: CompensatedSum?
    stroke.forEachScoredPair { before, index in
      guard let first = stroke.along(at: before), let second = stroke.along(at: index) else {
        return
      }
      let seconds = stroke.targets[index].time - stroke.targets[before].time
      var sum = area ?? CompensatedSum()
      sum += (max(0, first) + max(0, second)) / 2 * max(0, seconds)
      area = sum
    }
    if let area { areas.append(area.value) }
  }

  mutating func merge(_ other: OvershootAreaScore) { areas.merge(other.areas) }

  mutating func settle() { areas.settle() }

  func values() -> [Double?] { [areas.orderedMean()] }
}
