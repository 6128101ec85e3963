import MotionNumerics

/// How far predictions run past the place where the contact stops.
///
/// If the contact itself passes the stop, that is not overshoot: a prediction counts by how far it
/// is beyond both the stop and the contact. After a lift the contact counts as resting where it was
/// lifted.
struct TerminalOvershootScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = MetricDefinition.eventMeasures(
    "terminal_overshoot", "overshoot at stops", .overshoot,
    formula:
      "greatest max(0, (p̂ − p_T)·d − max(0, (g − p_T)·d)) over targets within 200 ms of each pause "
      + "or lift at p_T in direction d", source: ownWithScale)

  var pool: ValuePool

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .stops] }

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    for peak in stroke.lanes.events.peaks { pool.append(peak.overshoots[stroke.lane]) }
  }

  func values() -> [Double?] { pool.meanAndP95 }
}

/// How far predictions leave the true path where the contact turns back.
///
/// Distances ignore time: the path extends a horizon beyond the targets on either side, so a
/// prediction that is only late or early along it has no overshoot.
struct ReversalOvershootScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = MetricDefinition.eventMeasures(
    "reversal_overshoot", "overshoot at reversals", .overshoot,
    formula:
      "greatest distance of p̂ from the true path of ±(200 ms + horizon), over targets within 200 ms "
      + "of each turn of more than 90° within 100 ms", source: ownWithScale)

  var pool: ValuePool

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .reversals, .errorLengths] }

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    for distances in stroke.lanes.events.distances { pool.append(distances[stroke.lane]) }
  }

  func values() -> [Double?] { pool.meanAndP95 }
}

/// How far predictions run past a stop, relative to the stroke's extent in that direction.
struct RelativeTerminalOvershootScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = MetricDefinition.eventMeasures(
    "terminal_overshoot_relative", "overshoot at stops, of the stroke's extent", .overshoot, .share,
    formula: "TO / (max p·d − min p·d over the true track), TO and d of terminal_overshoot_mean",
    source: ownWithScale)

  var pool: ValuePool

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .stops] }

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    for peak in stroke.lanes.events.peaks {
      guard let extent = stroke.stroke.track.extent(along: peak.stop.direction), extent > 0
      else { continue }
      pool.append(peak.overshoots[stroke.lane] / extent)
    }
  }
}

extension MotionTrack {
  /// How far the track reaches along a direction; nil for an empty one.
  fileprivate func extent(along direction: SIMD2<Double>) -> Double? {
    let places = positions.map { $0.dot(direction) }
    guard let least = places.min(), let greatest = places.max() else { return nil }
    return greatest - least
  }
}

private let ownWithScale = MetricDefinition.own + "; needs a known scale"
