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

  /// Σ‖Δ²p̂‖², Σ‖Δ²g‖², and the sum of the squares of the truth's first differences.
  private var sums = CompensatedSums()

  /// A truth whose second differences are a smaller share of its first ones is straight: what is
  /// left is the rounding of positions, and no roughness to compare with.
  private static let straight = 1e-9

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    let (p, bends) = (stroke.predictions, stroke.slot.bends)
    var sums = sums
    p.withUnsafeBufferPointer { p in
      bends.withUnsafeBufferPointer { bends in
        for run in stroke.runs.bends {
          for index in run {
            let bend = p[index] - 2 * p[index - 1] + p[index - 2]
            sums += SIMD4(bend.squaredLength, bends[index].x, bends[index].y, 0)
          }
        }
      }
    }
    self.sums = sums
  }

  mutating func merge(_ other: RoughnessScore) {
    sums.merge(other.sums)
  }

  func values() -> [Double?] {
    guard sums[1] > Self.straight * Self.straight * sums[2] else { return [nil] }
    return [(sums[0] / sums[1]).squareRoot()]
  }
}
