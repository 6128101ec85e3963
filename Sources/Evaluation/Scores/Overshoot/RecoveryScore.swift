import MotionNumerics

/// How long a prediction that ran past a stop takes to return to it.
struct RecoveryScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "recovery_ms", "recovery at stops", .overshoot, .milliseconds,
      formula:
        "mean over stops of the time from the greatest overshoot to the first target then or "
        + "later with ‖e‖ < 0.5 mm, at most to the last target within 200 ms of the stop; 0 where the "
        + "overshoot is below 0.5 mm"),
    MetricDefinition(
      "recovery_p95_ms", "95th percentile of recovery at stops", .overshoot, .milliseconds,
      formula: "95 % quantile over stops of the time of recovery_ms (type 7)"),
  ]

  /// The distance from the contact, in millimeters, below which a prediction has returned.
  private static let recovered = 0.5

  private let threshold: Double?
  var pool: ValuePool

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .stops] }

  init(_ settings: ScoreSettings) {
    threshold = settings.millimeter.map { Self.recovered * $0 * (1 - TimeTolerance.share) }
    pool = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    guard let threshold else { return }
    for peak in stroke.lanes.events.peaks {
      let seconds =
        peak.overshoots[stroke.lane] >= threshold
        ? recovery(
          of: stroke, from: Int(peak.targets[stroke.lane]), at: peak.stop, threshold: threshold) : 0
      pool.append(1000 * seconds)
    }
  }

  private func recovery(
    of stroke: ScoredStroke, from peak: Int, at stop: StopLandmark, threshold: Double
  ) -> Double {
    let start = stroke.targets[peak].time
    var end = start
    for index in stroke.targetIndices(around: stop.time)
    where stroke.targets[index].time >= start - TimeTolerance.seconds {
      end = max(end, stroke.targets[index].time)
      // After the lift the contact counts as being where it was lifted.
      let truth = stroke.targets[index].truth ?? stop.position
      if stroke.predictions[index].distance(to: truth) < threshold { break }
    }
    return end - start
  }
}
