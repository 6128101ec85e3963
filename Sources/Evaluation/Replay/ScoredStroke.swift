import MotionNumerics
import MotionPrediction

/// One predictor's predictions for one stroke at one horizon, with the truth: the input of every
/// score.
///
/// A view of one lane of `ScoredLanes`. All lengths are in the reported unit. `predictions[i]`
/// belongs to `targets[i]`; if the predictor abstained it is the newest position, and
/// `hasAbstained(at: i)` is true.
struct ScoredStroke: Sendable {
  /// The predictions of this predictor and those in the other lanes.
  let lanes: ScoredLanes
  /// This predictor's lane.
  let lane: Int

  /// Creates a view of one lane.
  init(_ lanes: ScoredLanes, lane: Int) { (self.lanes, self.lane) = (lanes, lane) }

  /// Creates the predictions of a single predictor.
  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: [SIMD2<Double>], abstained: [Bool],
    answers: [Prediction?] = [], factor: Double = 1, energies: LaneEnergies? = nil,
    needs: ScoreNeeds = .all
  ) {
    let lanes = ScoredLanes(
      slot: slot, stroke: stroke,
      predictions: predictions.map { point in
        SIMD8(lowHalf: SIMD4(repeating: point.x), highHalf: SIMD4(repeating: point.y))
      }[...], count: 1,
      abstentions: abstained.contains(true) ? abstained.map { $0 ? .max : 0 }[...] : [],
      answers: answers, factor: factor, energies: energies, needs: needs)
    self.init(lanes, lane: 0)
  }

  /// The targets, with the truth.
  var slot: TargetSlot { lanes.slot }

  /// The stroke it belongs to.
  var stroke: PreparedStroke { lanes.stroke }

  /// Which targets each measure uses.
  var runs: TargetRuns { lanes.runs }

  /// The part of the stroke that is scored; nil for all of it.
  var part: StrokePart? { lanes.part }

  /// The factor from the recording's unit to the reported one, for `answers`.
  var factor: Double { lanes.factor }

  /// The predicted positions, or the newest position if the predictor abstained.
  var predictions: StrokePredictions { StrokePredictions(stroke: self) }

  /// Whether the predictor abstained at a target.
  func hasAbstained(at index: Int) -> Bool {
    !lanes.abstentions.isEmpty
      && lanes.abstentions[lanes.abstentions.startIndex + index] >> UInt8(lane) & 1 == 1
  }

  /// The error p̂ − g at a target; zero if there is no truth.
  func error(at index: Int) -> SIMD2<Double> {
    slot.targets[index].truth.map { predictions[index] - $0 } ?? .zero
  }

  /// The targets, with the truth.
  var targets: Targets { slot.targets }

  /// The newest observed position at each target.
  var anchors: [SIMD2<Double>] { slot.anchors }

  /// The stretches for spectra.
  var steadyStretches: [SteadyStretch] { slot.steadyStretches }

  /// The true position at each target; zero if unknown.
  var truths: [SIMD2<Double>] { slot.truths }

  /// Whether a target belongs to the scored part.
  func includes(_ target: Target) -> Bool { part?.contains(target.classes) ?? true }

  /// The whole predictions by target, nil if the predictor abstained; empty if no score needs them.
  var answers: [Prediction?] { lanes.answers }

  /// The whole prediction at a target; nil if the predictor abstained or no score needs it.
  func answer(_ index: Int) -> Prediction? { answers.isEmpty ? nil : answers[index] }

  /// The targets within `Landmarks.halfWindow` of a moment.
  func targetIndices(around time: Double) -> [Int] {
    var result: [Int] = []
    slot.forEachTarget(around: time) { result.append($0) }
    return result
  }

  /// Calls `body` with the index of each target that has a truth.
  @inline(__always)
  func forEachScored(_ body: (Int) -> Void) {
    for run in runs.scored { for index in run { body(index) } }
  }

  /// Calls `body` with the indices of two scored targets that are consecutive on a screen.
  ///
  /// A pair belongs to a part of the stroke if its second target does.
  @inline(__always)
  func forEachScoredPair(_ body: (Int, Int) -> Void) {
    for run in runs.pairs { for index in run { body(index - 1, index) } }
  }
}

/// The positions that one predictor predicted, by target.
struct StrokePredictions: RandomAccessCollection, Sendable {
  fileprivate let stroke: ScoredStroke

  var startIndex: Int { 0 }
  var endIndex: Int { stroke.lanes.predictions.count }

  @inline(__always)
  subscript(index: Int) -> SIMD2<Double> {
    let predictions = stroke.lanes.predictions
    let both = predictions[predictions.startIndex + index]
    return SIMD2(both[stroke.lane], both[stroke.lane + ScoredLanes.width])
  }
}
