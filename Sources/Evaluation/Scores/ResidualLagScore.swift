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

  /// Σ e·v and Σ ‖v‖².
  private var sums = CompensatedSums()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    let (errors, velocities) = (stroke.errors, stroke.slot.velocities)
    var sums = sums
    errors.withUnsafeBufferPointer { errors in
      velocities.withUnsafeBufferPointer { velocities in
        stroke.forEachScored { index in
          let velocity = velocities[index]
          sums += SIMD4(errors[index].dot(velocity), velocity.squaredLength, 0, 0)
        }
      }
    }
    self.sums = sums
  }

  mutating func merge(_ other: ResidualLagScore) {
    sums.merge(other.sums)
  }

  func values() -> [Double?] {
    guard sums[1] > 0 else { return [nil] }
    return [-1000 * sums[0] / sums[1]]
  }
}
