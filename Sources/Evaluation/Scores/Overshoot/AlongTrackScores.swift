import MotionNumerics

/// Lateness and over-anticipation: how far predictions are behind or ahead along the motion.
struct AlongTrackScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "lateness", "lateness", .behavior, formula: "mean max(0, −e·u), u the unit tangent"),
    MetricDefinition(
      "over_anticipation_mean", "mean over-anticipation", .overshoot,
      formula: "mean max(0, e·u), u the unit tangent"),
    MetricDefinition(
      "over_anticipation_p95", "95th percentile of over-anticipation", .overshoot,
      formula: "95 % quantile of max(0, e·u) (type 7)"),
    MetricDefinition(
      "over_anticipation_share", "share of over-anticipation above 0.5 mm", .overshoot, .share,
      formula: "share of e·u > 0.5 mm"),
  ]

  /// An over-anticipation greater than this, in millimeters, counts towards the share.
  private static let noticeable = 0.5

  private let threshold: Double?
  private var alongs: ValuePool
  private var noticed = CaseShare()

  init(_ settings: ScoreSettings) {
    threshold = settings.limit(millimeters: Self.noticeable)
    alongs = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      guard let along = stroke.along(at: index) else { return }
      alongs.append(along)
      if let threshold { noticed.judge(along > threshold) }
    }
  }

  mutating func merge(_ other: AlongTrackScore) {
    alongs.merge(other.alongs)
    noticed.merge(other.noticed)
  }

  mutating func settle() { alongs.settle() }

  func values() -> [Double?] {
    [alongs.orderedMean { max(0, -$0) }] + alongs.orderedMeanAndP95 { max(0, $0) }
      + [noticed.value]
  }
}

extension ScoredStroke {
  /// The error along the motion, above 0 being ahead; nil if the contact rests.
  func along(at index: Int) -> Double? {
    targets[index].tangent.map { error(at: index).dot($0) }
  }
}

/// The area of overshoot over time, per stroke.
struct OvershootAreaScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "overshoot_area", "overshoot area", .overshoot, .lengthSeconds,
      formula: "mean over strokes of ∫ max(0, e·u) dt by the trapezoidal rule, u the unit tangent")
  ]

  var pool: ValuePool

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

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
    if let area { pool.append(area.value) }
  }

  func values() -> [Double?] { [pool.orderedMean()] }
}
