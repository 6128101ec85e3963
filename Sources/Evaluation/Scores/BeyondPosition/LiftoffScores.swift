import MotionNumerics
import MotionPrediction

/// Whether a predictor knows that contact will have ended.
///
/// Truth is whether the moment asked for is after the stroke's last sample, which is known at every
/// target, also where the position is not. A lift is predicted where its probability is at least ½;
/// targets at which the predictor states none are left out, and counted.
struct LiftDetectionScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "lift_given_share", "predictions with a lift probability", .behavior, .share, perfect: 1,
      .nearer, formula: "targets at which a lift probability was stated / targets",
      source: rijsbergen),
    MetricDefinition(
      "lift_precision", "precision of lifts", .behavior, .share, perfect: 1, .nearer,
      formula: "correctly predicted lifts / predicted lifts, predicted where P ≥ ½",
      source: rijsbergen),
    MetricDefinition(
      "lift_recall", "recall of lifts", .behavior, .share, perfect: 1, .nearer,
      formula: "correctly predicted lifts / true lifts", source: rijsbergen),
    MetricDefinition(
      "lift_f1", "F1 of lifts", .behavior, .share, perfect: 1, .nearer,
      formula: "2 · correctly predicted lifts / (predicted lifts + true lifts)", source: rijsbergen),
    MetricDefinition(
      "lift_brier", "Brier score of lifts", .behavior, .share,
      formula: "mean (P − y)², y 1 after the lift",
      source: "Brier 1950, doi:10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2"),
  ]

  private static let rijsbergen = "van Rijsbergen 1979, Information Retrieval, chapter 7"

  /// The probability at and above which a lift counts as predicted.
  static let threshold = 0.5

  private var targets = 0
  private var stated = 0
  private var said = 0
  private var lifted = 0
  private var right = 0
  private var squares = RunningMean()

  init(_ settings: ScoreSettings) {}

  mutating func add(_ stroke: ScoredStroke) {
    for index in stroke.targets.indices where stroke.includes(stroke.targets[index]) {
      targets += 1
      guard let probability = stroke.answer(index)?.liftProbability else { continue }
      let isLifted = stroke.isLifted(at: index)
      let isSaid = probability >= Self.threshold
      stated += 1
      if isSaid { said += 1 }
      if isLifted { lifted += 1 }
      if isSaid && isLifted { right += 1 }
      let error = probability - (isLifted ? 1 : 0)
      squares.add(error * error)
    }
  }

  mutating func merge(_ other: LiftDetectionScore) {
    targets += other.targets
    stated += other.stated
    said += other.said
    lifted += other.lifted
    right += other.right
    squares.merge(other.squares)
  }

  func values() -> [Double?] {
    [
      proportion(stated, of: targets), proportion(right, of: said), proportion(right, of: lifted),
      proportion(2 * right, of: said + lifted), squares.value,
    ]
  }
}

extension ScoredStroke {
  /// Whether contact has ended by the moment of a target.
  func isLifted(at index: Int) -> Bool {
    guard let end = stroke.track.times.last else { return false }
    return targets[index].time > end + TimeTolerance.seconds
  }
}

/// How well a predictor knows when contact ends.
///
/// The first target at which a lift is predicted, with probability at least ½, places it between the
/// moment asked for before, when it was not, and this one. The error is the distance of the true
/// lift from that interval, 0 within it: a predictor can be no finer than it is asked. Where it is
/// predicted at the first target already, the interval has no beginning. Strokes at which no probability
/// is stated, and those without a target after the lift, are left out; where the lift is never predicted
/// the stroke is missed, and counted apart.
struct TimeToLiftScore: StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "lift_time_mae_ms", "error of the time of lifts", .behavior, .milliseconds,
      formula: "mean over strokes of the distance of the lift from the interval between the target "
        + "before the first with P ≥ ½ and that one"),
    MetricDefinition(
      "lift_missed_share", "lifts never predicted", .behavior, .share,
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
    distances.append(distance > TimeTolerance.seconds ? 1000 * distance : 0)
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
