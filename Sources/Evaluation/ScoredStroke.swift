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

  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: [SIMD2<Double>],
    anchors: [SIMD2<Double>], abstained: [Bool]
  ) {
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

  /// Calls `body` with the index of each target that has a truth.
  func forEachScored(_ body: (Int) -> Void) {
    for index in targets.indices where targets[index].truth != nil { body(index) }
  }

  /// Calls `body` with the indices of two scored targets that follow each other on a screen.
  func forEachScoredPair(_ body: (Int, Int) -> Void) {
    for index in targets.indices.dropFirst()
    where targets[index].followsPrevious && targets[index].truth != nil
      && targets[index - 1].truth != nil
    {
      body(index - 1, index)
    }
  }
}
