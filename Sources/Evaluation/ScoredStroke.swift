import MotionNumerics
import MotionPrediction

/// One stroke's predictions at one horizon, beside the truth: what every score is computed from.
///
/// All lengths are in the reported unit. `predictions[i]` answers `targets[i]`; where the predictor
/// said nothing it is the newest position, and `abstained[i]` is true. Shared and never changed.
final class ScoredStroke: Sendable {
  /// The moments asked for, with the truth.
  let slot: TargetSlot
  /// The stroke it belongs to.
  let stroke: PreparedStroke
  /// The predicted positions, hold where the predictor said nothing.
  let predictions: [SIMD2<Double>]
  /// Whether the predictor said nothing.
  let abstained: [Bool]
  /// p̂ − g; zero where there is no truth.
  let errors: [SIMD2<Double>]
  /// ‖p̂ − g‖; 0 where there is no truth.
  let lengths: [Double]
  /// The energy of each steady stretch's error, where it was computed for several predictors at once,
  /// NaN where there is none; else empty.
  let energies: [Double]
  /// All that the predictor said at each target, in the recording's unit, nil where it said nothing;
  /// empty where no score asked for it.
  let answers: [Prediction?]
  /// From the recording's unit to the reported one, for what is in `answers`.
  let factor: Double
  /// Which targets take part in what.
  let runs: TargetRuns
  /// The part of the stroke that is scored; nil for all of it.
  let part: StrokePart?

  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: [SIMD2<Double>], abstained: [Bool],
    answers: [Prediction?] = [], factor: Double = 1, errors: [SIMD2<Double>]? = nil,
    energies: [Double] = []
  ) {
    self.slot = slot
    self.stroke = stroke
    self.predictions = predictions
    self.abstained = abstained
    self.answers = answers
    self.factor = factor
    self.energies = energies
    runs = slot.runs
    part = nil
    let errors = errors ?? slot.errors(of: predictions)
    self.errors = errors
    lengths = errors.map { $0.length }
  }

  private init(_ whole: ScoredStroke, part: StrokePart) {
    slot = whole.slot
    stroke = whole.stroke
    predictions = whole.predictions
    abstained = whole.abstained
    answers = whole.answers
    factor = whole.factor
    errors = whole.errors
    lengths = whole.lengths
    energies = whole.energies
    runs = whole.slot.runs(of: part)
    self.part = part
  }

  /// The same with only the targets of one part of the stroke scored.
  func restricted(to part: StrokePart) -> ScoredStroke { ScoredStroke(self, part: part) }

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
