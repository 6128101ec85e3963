import MotionNumerics
import MotionPrediction

/// How well a predictor knows when contact ends.
///
/// The first target at which a lift is said, with probability at least ½, places it between the moment
/// asked for before, when it was not, and this one. The error is the distance of the true lift from
/// that interval, 0 within it: a predictor can be no finer than it is asked. Where it is said at the
/// first target already, the interval has no beginning. Strokes at which no probability is stated, and
/// those without a target after the lift, are left out; where the lift is never said the stroke is
/// missed, and counted apart.
struct TimeToLiftScore: Score {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "lift_time_mae_ms", "error of the time of lifts", .behavior, .milliseconds,
      formula: "mean over strokes of the distance of the lift from the interval between the target "
        + "before the first with P ≥ ½ and that one"),
    MetricDefinition(
      "lift_missed_share", "lifts never said", .behavior, .share,
      formula: "strokes without a target with P ≥ ½ / strokes"),
  ]

  private var distances: ValuePool
  private var missed = 0

  init(_ settings: ScoreSettings) { distances = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    let stated = stroke.targets.indices.filter { stroke.answer($0)?.liftProbability != nil }
    guard stated.contains(where: stroke.isLifted), let lift = stroke.stroke.track.times.last else {
      return
    }
    let first = stated.firstIndex {
      (stroke.answer($0)?.liftProbability ?? 0) >= LiftDetectionScore.threshold
    }
    guard let first else {
      missed += 1
      return
    }
    let early = lift - stroke.targets[stated[first]].time
    let late = first > 0 ? stroke.targets[stated[first - 1]].time - lift : 0
    // A target at the moment of the lift is before it, but for the rounding of times.
    let distance = max(early, late)
    distances.append(distance > MotionTrack.sameMoment ? 1000 * distance : 0)
  }

  mutating func merge(_ other: TimeToLiftScore) {
    distances.merge(other.distances)
    missed += other.missed
  }

  mutating func settle() { distances.settle() }

  func values() -> [Double?] {
    [distances.orderedMean(), proportion(missed, of: missed + distances.count)]
  }
}
