import MotionNumerics
import MotionPrediction

/// What up to four predictors said of one stroke at one horizon, beside the truth, a lane each.
///
/// Most scores do the same with every prediction, whoever made it, so that four predictors cost little
/// more than one; see `ScoredStroke` for one of them. All lengths are in the reported unit. Lanes
/// beyond the last predictor repeat one, or hold zeros, and nobody reads them. Shared and never
/// changed.
final class ScoredLanes: Sendable {
  /// How many predictors find room.
  static let width = 4

  /// The moments asked for, with the truth.
  let slot: TargetSlot
  /// The stroke it belongs to.
  let stroke: PreparedStroke
  /// The predicted positions by target, hold where a predictor said nothing: four times x, then four
  /// times y.
  let predictions: [SIMD8<Double>]
  /// By target, a bit for each lane whose predictor said nothing; empty where all always spoke.
  let abstentions: [UInt8]
  /// All that the only predictor said at each target, in the recording's unit, nil where it said
  /// nothing; empty where no score asked for it.
  let answers: [Prediction?]
  /// From the recording's unit to the reported one, for what is in `answers`.
  let factor: Double
  /// Which targets take part in what.
  let runs: TargetRuns
  /// The part of the stroke that is scored; nil for all of it.
  let part: StrokePart?
  /// The sums over the targets.
  let sums: LaneSums
  /// What the spectra of errors hold above the frequencies of drawing, where it was computed for
  /// several predictors at once; else nil.
  let energies: LaneEnergies?
  /// The lengths that quantiles are asked of: those of each kind by target, one kind after another.
  private let magnitudes: [SIMD4<Double>]

  /// The predictions of a whole stroke.
  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: [SIMD8<Double>],
    abstentions: [UInt8] = [],
    answers: [Prediction?] = [], factor: Double, energies: LaneEnergies? = nil
  ) {
    self.slot = slot
    self.stroke = stroke
    self.predictions = predictions
    self.abstentions = abstentions
    self.answers = answers
    self.factor = factor
    self.energies = energies
    runs = slot.runs
    part = nil
    (magnitudes, sums) = LaneSums.measured(predictions, slot, slot.runs)
  }

  private init(_ whole: ScoredLanes, part: StrokePart) {
    slot = whole.slot
    stroke = whole.stroke
    predictions = whole.predictions
    abstentions = whole.abstentions
    answers = whole.answers
    factor = whole.factor
    energies = whole.energies
    runs = whole.slot.runs(of: part)
    self.part = part
    // A part has the magnitudes of the whole, at fewer targets.
    magnitudes = whole.magnitudes
    sums = LaneSums(predictions, slot, runs)
  }

  /// The same with only the targets of one part of the stroke scored.
  func restricted(to part: StrokePart) -> ScoredLanes { ScoredLanes(self, part: part) }

  /// Calls `body` with the magnitudes of one kind: those of target i begin at 4·i, a lane each.
  @inline(__always)
  func withMagnitudes<Result>(
    _ kind: Magnitude, _ body: (UnsafeBufferPointer<Double>) -> Result
  ) -> Result {
    let count = predictions.count * Self.width
    return magnitudes.withUnsafeBytes { bytes in
      let all = bytes.bindMemory(to: Double.self)
      let start = kind.rawValue * count
      return body(UnsafeBufferPointer(rebasing: all[start..<(start + count)]))
    }
  }

  /// The lengths that quantiles are asked of; 0 at targets of the stroke that are not scored.
  enum Magnitude: Int, CaseIterable {
    /// ‖p̂ − g‖.
    case error
    /// max(0, ‖p̂ − p_n‖ − ‖g − p_n‖).
    case overshoot
    /// ‖e_n − e_(n−1)‖, at the second of two targets.
    case change
  }
}
