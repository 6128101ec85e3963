import MotionNumerics

/// Jitter: the change of the error from one prediction to the next.
struct PredictionJitterScore: SummedScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "jitter_mean", "mean jitter", .noise, formula: "mean ‖e_n − e_(n−1)‖", source: source),
    MetricDefinition(
      "jitter_p95", "95th percentile of jitter", .noise,
      formula: "95 % quantile of ‖e_n − e_(n−1)‖ (type 7)", source: source),
  ]

  private static let source = "Chromium PredictionMetricsHandler, PredictionJitter"

  private let needs: ScoreNeeds
  private var changes = CompensatedSum()
  private var pairs = 0
  private var lengths: ValuePool

  static func needs(of measure: String) -> ScoreNeeds {
    measure == "jitter_mean" ? .changes : .changeQuantiles
  }

  init(_ settings: ScoreSettings) {
    needs = settings.needs
    lengths = ValuePool(settings.storage)
  }

  mutating func add(_ totals: LaneTotals, lane: Int) {
    pairs += totals.truth.pairs
    changes.merge(totals.sums.changes.sum(ofLane: lane))
    if needs.contains(.changeQuantiles) { lengths.merge(totals.pool(.change, lane: lane)) }
  }

  mutating func merge(_ other: PredictionJitterScore) {
    pairs += other.pairs
    changes.merge(other.changes)
    lengths.merge(other.lengths)
  }

  mutating func settle() { lengths.settle() }

  func values() -> [Double?] {
    [pairs == 0 ? nil : changes.value / Double(pairs)] + lengths.quantiles([0.95])
  }
}

/// How often the prediction jumps when the contact does not, and how far the largest jumps go.
struct JumpScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "jump_rate", "jumps", .noise, .perSecond,
      formula: "steps with ‖p̂_n − p̂_(n−1)‖ > ‖g_n − g_(n−1)‖ + 1 mm, by the seconds between the "
        + "targets of all steps"),
    MetricDefinition(
      "jump_p99", "99th percentile of jitter", .noise,
      formula: "99 % quantile of ‖e_n − e_(n−1)‖ (type 7)"),
  ]

  /// A step that is longer than the true one by more than this, in millimeters, is a jump.
  private static let leastJump = 1.0

  private let threshold: Double?
  private var changes: ValuePool
  private var jumps = CaseShare()
  private var seconds = CompensatedSum()

  init(_ settings: ScoreSettings) {
    threshold = settings.limit(millimeters: Self.leastJump)
    changes = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScoredPair { before, index in
      changes.append((stroke.error(at: index) - stroke.error(at: before)).length)
      guard let threshold, let truth = stroke.targets[index].truth,
        let truthBefore = stroke.targets[before].truth
      else { return }
      let step = stroke.predictions[index].distance(to: stroke.predictions[before])
      jumps.judge(step > truth.distance(to: truthBefore) + threshold)
      seconds += max(0, stroke.targets[index].time - stroke.targets[before].time)
    }
  }

  mutating func merge(_ other: JumpScore) {
    changes.merge(other.changes)
    jumps.merge(other.jumps)
    seconds.merge(other.seconds)
  }

  mutating func settle() { changes.settle() }

  func values() -> [Double?] {
    let rate = seconds.value > 0 ? Double(jumps.found) / seconds.value : nil
    return [rate, changes.quantiles([0.99])[0]]
  }
}
