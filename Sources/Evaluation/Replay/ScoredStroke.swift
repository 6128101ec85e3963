import MotionNumerics
import MotionPrediction

/// One stroke's predictions at one horizon, beside the truth: what every score is computed from.
///
/// One lane of `ScoredLanes`. All lengths are in the reported unit. `predictions[i]` answers
/// `targets[i]`; where the predictor said nothing it is the newest position, and `hasAbstained(at: i)` is
/// true.
struct ScoredStroke: Sendable {
  /// What this predictor and those beside it said.
  let lanes: ScoredLanes
  /// This predictor's lane.
  let lane: Int

  /// One of the predictors.
  init(_ lanes: ScoredLanes, lane: Int) { (self.lanes, self.lane) = (lanes, lane) }

  /// What one predictor said.
  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: [SIMD2<Double>], abstained: [Bool],
    answers: [Prediction?] = [], factor: Double = 1
  ) {
    let lanes = ScoredLanes(
      slot: slot, stroke: stroke,
      predictions: predictions.map { point in
        SIMD8(lowHalf: SIMD4(repeating: point.x), highHalf: SIMD4(repeating: point.y))
      },
      abstentions: abstained.contains(true) ? abstained.map { $0 ? .max : 0 } : [],
      answers: answers, factor: factor)
    self.init(lanes, lane: 0)
  }

  /// The moments asked for, with the truth.
  var slot: TargetSlot { lanes.slot }

  /// The stroke it belongs to.
  var stroke: PreparedStroke { lanes.stroke }

  /// Which targets take part in what.
  var runs: TargetRuns { lanes.runs }

  /// The part of the stroke that is scored; nil for all of it.
  var part: StrokePart? { lanes.part }

  /// From the recording's unit to the reported one, for what an answer holds.
  var factor: Double { lanes.factor }

  /// The predicted positions, hold where the predictor said nothing.
  var predictions: StrokePredictions { StrokePredictions(stroke: self) }

  /// Whether the predictor said nothing at a target.
  func hasAbstained(at index: Int) -> Bool {
    !lanes.abstentions.isEmpty && lanes.abstentions[index] >> UInt8(lane) & 1 == 1
  }

  /// p̂ − g at a target; zero where there is no truth.
  func error(at index: Int) -> SIMD2<Double> {
    slot.targets[index].truth.map { predictions[index] - $0 } ?? .zero
  }

  /// The moments asked for, with the truth.
  var targets: [Target] { slot.targets }

  /// The newest observed position at each target.
  var anchors: [SIMD2<Double>] { slot.anchors }

  /// The stretches for spectra.
  var steadyStretches: [SteadyStretch] { slot.steadyStretches }

  /// Where the contact truly is at each target; zero where there is no truth.
  var truths: [SIMD2<Double>] { slot.truths }

  /// Whether a target belongs to what is scored.
  func includes(_ target: Target) -> Bool { part.map { $0.contains(target) } ?? true }

  /// All that the predictor said at each target, nil where it said nothing; empty where no score
  /// asked for it.
  var answers: [Prediction?] { lanes.answers }

  /// What the predictor said at a target; nil where it said nothing, or nobody asked for it.
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

  /// Calls `body` with the indices of two scored targets that follow each other on a screen; of a
  /// part of the stroke are those whose second target is.
  @inline(__always)
  func forEachScoredPair(_ body: (Int, Int) -> Void) {
    for run in runs.pairs { for index in run { body(index - 1, index) } }
  }
}

/// The positions that one predictor said, by target.
struct StrokePredictions: RandomAccessCollection, Sendable {
  fileprivate let stroke: ScoredStroke

  var startIndex: Int { 0 }
  var endIndex: Int { stroke.lanes.predictions.count }

  @inline(__always)
  subscript(index: Int) -> SIMD2<Double> {
    let both = stroke.lanes.predictions[index]
    return SIMD2(both[stroke.lane], both[stroke.lane + ScoredLanes.width])
  }
}

extension ValuePool {
  /// Adds one kind of a stroke's magnitudes at the targets of some runs.
  ///
  /// - Parameters:
  ///   - kind: Which of them.
  ///   - stroke: Whose.
  ///   - runs: The targets.
  ///   - total: Their sums, by lane.
  mutating func append(
    _ kind: ScoredLanes.Magnitude, of stroke: ScoredStroke, at runs: [Range<Int>],
    total: CompensatedSums
  ) {
    let lane = stroke.lane
    stroke.lanes.withMagnitudes(kind) { magnitudes in
      for run in runs {
        append(summed: run) { places, numbers in
          for (place, index) in places.enumerated() {
            numbers[place] = magnitudes[ScoredLanes.width * index + lane]
          }
        }
      }
    }
    add(toSum: total.sum(ofLane: lane))
  }
}
