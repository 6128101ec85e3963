import MotionPrediction

/// One stroke's predictions at one horizon, beside the truth: what every score is computed from.
///
/// All lengths are in the reported unit. `predictions[i]` answers `targets[i]`; where the predictor
/// said nothing it is the newest position, and `abstained[i]` is true.
struct ScoredStroke: Sendable {
  /// The moments asked for, with the truth.
  let targets: [Target]
  /// The predicted positions, hold where the predictor said nothing.
  let predictions: [SIMD2<Double>]
  /// The newest observed position at each target.
  let anchors: [SIMD2<Double>]
  /// Whether the predictor said nothing.
  let abstained: [Bool]
  /// p̂ − g; zero where there is no truth.
  let errors: [SIMD2<Double>]
  /// The stroke it belongs to.
  let stroke: PreparedStroke
  /// The stretches for spectra.
  let steadyStretches: [SteadyStretch]
  /// All that the predictor said at each target, in the recording's unit, nil where it said nothing;
  /// empty where no score asked for it.
  let answers: [Prediction?]
  /// From the recording's unit to the reported one, for what is in `answers`.
  let factor: Double
  /// The part of the stroke that is scored; nil for all of it.
  private(set) var part: StrokePart?

  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: [SIMD2<Double>],
    anchors: [SIMD2<Double>], abstained: [Bool], answers: [Prediction?] = [], factor: Double = 1
  ) {
    self.answers = answers
    self.factor = factor
    targets = slot.targets
    steadyStretches = slot.steadyStretches
    self.stroke = stroke
    self.predictions = predictions
    self.anchors = anchors
    self.abstained = abstained
    errors = zip(slot.targets, predictions).map { target, prediction in
      target.truth.map { prediction - $0 } ?? .zero
    }
  }

  /// The same with only the targets of one part of the stroke scored.
  func restricted(to part: StrokePart) -> ScoredStroke {
    var result = self
    result.part = part
    return result
  }

  /// Whether a target belongs to what is scored.
  func includes(_ target: Target) -> Bool { part.map { $0.contains(target) } ?? true }

  /// Where the contact truly is at each target; zero where there is no truth.
  var truths: [SIMD2<Double>] { targets.map { $0.truth ?? .zero } }

  /// What the predictor said at a target; nil where it said nothing, or nobody asked for it.
  func answer(_ index: Int) -> Prediction? { answers.isEmpty ? nil : answers[index] }

  /// Calls `body` with the index of each target that has a truth.
  func forEachScored(_ body: (Int) -> Void) {
    for index in targets.indices where targets[index].truth != nil && includes(targets[index]) {
      body(index)
    }
  }

  /// Calls `body` with the indices of two scored targets that follow each other on a screen; of a
  /// part of the stroke are those whose second target is.
  func forEachScoredPair(_ body: (Int, Int) -> Void) {
    for index in targets.indices.dropFirst()
    where targets[index].followsPrevious && targets[index].truth != nil
      && targets[index - 1].truth != nil && includes(targets[index])
    {
      body(index - 1, index)
    }
  }
}
