import MotionNumerics

/// The error relative to the difficulty of the task.
///
/// The difficulty is the error of holding still, the distance that the contact covers within the
/// horizon, or the length of its recent path.
struct RelativeErrorScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "skill", "skill against hold", .error, .ratio, perfect: 1, .nearer,
      formula: "1 − Σ‖e‖ / Σ‖p_n − g‖", source: "the forecast skill score with hold as reference"),
    MetricDefinition(
      "speed_normalised_error", "error by speed and horizon", .error, .ratio,
      formula: "mean ‖e‖ / mean (‖v‖·|h|), v the true velocity, h the horizon"),
    MetricDefinition(
      "scale_invariant_error", "error by the recent path", .error, .ratio,
      formula: "mean (‖e‖ / L), L as in aosp_scale_invariant_along_rmse, up to the last sample not "
        + "after the target",
      source: MetricDefinition.own + ", after AOSP MotionPredictorMetricsManager"),
  ]

  private let path: RecentPath
  private var errors = CompensatedSum()
  private var holdErrors = CompensatedSum()
  private var distances = CompensatedSum()
  private var shares = RunningMean()

  init(_ settings: ScoreSettings) { path = RecentPath(settings) }

  mutating func add(_ stroke: ScoredStroke) { add([stroke], at: 0) }

  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    let stroke = strokes[slot]
    let track = stroke.stroke.track
    stroke.forEachScored { index in
      let target = stroke.targets[index]
      guard let truth = target.truth else { return }
      let error = stroke.error(at: index).length
      errors += error
      holdErrors += truth.distance(to: stroke.anchors[index])
      distances += target.velocity.length * abs(target.horizon)
      let newest = track.lastSample(notAfter: target.time)
      guard let length = path.length(of: track, upTo: newest, segments: strokes.count) else {
        return
      }
      shares.add(error / length)
    }
  }

  mutating func merge(_ other: RelativeErrorScore) {
    errors.merge(other.errors)
    holdErrors.merge(other.holdErrors)
    distances.merge(other.distances)
    shares.merge(other.shares)
  }

  func values() -> [Double?] {
    [
      holdErrors.value > 0 ? 1 - errors.value / holdErrors.value : nil,
      distances.value > 0 ? errors.value / distances.value : nil,
      shares.value,
    ]
  }
}

extension MotionTrack {
  /// The last point of the track not after a moment, to a nanosecond; the first where there is
  /// none.
  func lastSample(notAfter time: Double) -> Int {
    guard let last = times.indices.last else { return 0 }
    let moment = time + TimeTolerance.seconds
    return times[last] <= moment ? last : lastIndex(notAfter: moment)
  }
}
