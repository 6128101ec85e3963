import MotionNumerics
import MotionPrediction

/// The predictions of up to four predictors for one stroke at one horizon, with the truth.
///
/// Each predictor has a SIMD lane, so that four cost little more than one; `ScoredStroke` is a view
/// of one lane. All lengths are in the reported unit. Lanes beyond the last predictor are unused.
/// Instances are immutable and shared.
final class ScoredLanes: Sendable {
  /// The number of lanes.
  static let width = 4

  /// The targets, with the truth.
  let slot: TargetSlot
  /// The stroke it belongs to.
  let stroke: PreparedStroke
  /// The predicted positions by target, or the newest position if a predictor abstained: four times
  /// x, then four times y.
  let predictions: ArraySlice<SIMD8<Double>>
  /// By target, one bit for each lane whose predictor abstained; empty if none ever did.
  let abstentions: ArraySlice<UInt8>
  /// The whole predictions of a single predictor by target, in the recording's unit, nil if it
  /// abstained; empty if no score needs them.
  let answers: [Prediction?]
  /// The factor from the recording's unit to the reported one, for `answers`.
  let factor: Double
  /// Which targets each measure uses.
  let runs: TargetRuns
  /// The part of the stroke that is scored; nil for all of it.
  let part: StrokePart?
  /// What is computed of it.
  let needs: ScoreNeeds
  /// The sums over the targets.
  let sums: LaneSums
  /// The high-frequency energies of the errors, if computed for several predictors at once.
  let energies: LaneEnergies?
  /// What happens where the contact stops and turns back, of the whole stroke.
  let events: EventLanes
  /// The lengths that quantiles are taken of, by kind and then by target; none of a kind that is not
  /// needed.
  private let magnitudes: [SIMD4<Double>]

  /// The predictions of a whole stroke, of `count` predictors.
  init(
    slot: TargetSlot, stroke: PreparedStroke, predictions: ArraySlice<SIMD8<Double>>, count: Int,
    abstentions: ArraySlice<UInt8> = [], answers: [Prediction?] = [], factor: Double,
    energies: LaneEnergies? = nil, needs: ScoreNeeds = .all
  ) {
    self.slot = slot
    self.stroke = stroke
    self.predictions = predictions
    self.abstentions = abstentions
    self.answers = answers
    self.factor = factor
    self.energies = energies
    self.needs = needs
    runs = slot.runs
    part = nil
    let (magnitudes, sums) = Self.measured(predictions, slot, needs)
    events = magnitudes.withUnsafeBufferPointer { all in
      let lengths = LaneMagnitudes(
        start: UnsafeMutablePointer(mutating: all.baseAddress), count: predictions.count,
        needs: needs)
      return EventLanes(
        predictions, errors: lengths[.error].baseAddress, stroke, slot, needs, width: count)
    }
    (self.magnitudes, self.sums) = (magnitudes, sums)
  }

  private init(_ whole: ScoredLanes, part: StrokePart) {
    slot = whole.slot
    stroke = whole.stroke
    predictions = whole.predictions
    abstentions = whole.abstentions
    answers = whole.answers
    factor = whole.factor
    energies = whole.energies
    needs = whole.needs
    runs = whole.slot.runs(of: part)
    self.part = part
    events = whole.events
    // A part has the magnitudes of the whole, at fewer targets.
    magnitudes = whole.magnitudes
    sums = LaneSums(predictions, slot, runs, needs)
  }

  /// The needed magnitudes, kind after kind and 0 at targets that do not count, and the sums.
  private static func measured(
    _ predictions: ArraySlice<SIMD8<Double>>, _ slot: TargetSlot, _ needs: ScoreNeeds
  ) -> (magnitudes: [SIMD4<Double>], sums: LaneSums) {
    let size = Magnitude.all(of: needs) * predictions.count
    guard size > 0 else { return ([], LaneSums(predictions, slot, slot.runs, needs)) }
    var sums = LaneSums()
    let magnitudes = [SIMD4<Double>](unsafeUninitializedCapacity: size) { buffer, filled in
      buffer.initialize(repeating: .zero)
      filled = size
      let all = LaneMagnitudes(start: buffer.baseAddress, count: predictions.count, needs: needs)
      sums = LaneSums(predictions, slot, slot.runs, needs) { all.start(of: $0) }
    }
    return (magnitudes, sums)
  }

  /// Returns the same predictions with only one part of the stroke scored.
  func restricted(to part: StrokePart) -> ScoredLanes { ScoredLanes(self, part: part) }

  /// Calls `body` with the magnitudes of one kind; those of target i start at 4·i, one per lane.
  @inline(__always)
  func withMagnitudes<Result>(
    _ kind: Magnitude, _ body: (UnsafeBufferPointer<Double>) -> Result
  ) -> Result {
    withLaneMagnitudes(kind) { magnitudes in
      magnitudes.withMemoryRebound(to: Double.self, body)
    }
  }

  /// Calls `body` with the magnitudes of one kind by target, of which four predictors have a lane
  /// each; empty if they are not needed.
  @inline(__always)
  func withLaneMagnitudes<Result>(
    _ kind: Magnitude, _ body: (UnsafeBufferPointer<SIMD4<Double>>) -> Result
  ) -> Result {
    withMagnitudes { body($0[kind]) }
  }

  /// Calls `body` with all magnitudes.
  @inline(__always)
  func withMagnitudes<Result>(_ body: (LaneMagnitudes) -> Result) -> Result {
    magnitudes.withUnsafeBufferPointer { all in
      body(
        LaneMagnitudes(
          start: UnsafeMutablePointer(mutating: all.baseAddress), count: predictions.count,
          needs: needs))
    }
  }

  /// The lengths that quantiles are taken of; 0 at targets that are not scored.
  enum Magnitude: Int, CaseIterable {
    /// ‖p̂ − g‖.
    case error
    /// max(0, ‖p̂ − p_n‖ − ‖g − p_n‖).
    case overshoot
    /// ‖e_n − e_(n−1)‖, at the second of two targets.
    case change

    /// How many kinds are needed.
    static func all(of needs: ScoreNeeds) -> Int {
      allCases.count { needs.isSuperset(of: $0.lengths) }
    }
  }
}

/// Where the lengths of each needed kind are, kind after kind and then by target.
struct LaneMagnitudes {
  /// The first of all.
  let start: UnsafeMutablePointer<SIMD4<Double>>?
  /// The number of targets.
  let count: Int
  /// What is computed.
  let needs: ScoreNeeds

  /// Where those of a kind begin; nil for one that is not needed.
  @inline(__always)
  func start(of kind: ScoredLanes.Magnitude) -> UnsafeMutablePointer<SIMD4<Double>>? {
    guard needs.isSuperset(of: kind.lengths), let start else { return nil }
    var place = 0
    if kind.rawValue > 0, needs.isSuperset(of: ScoredLanes.Magnitude.error.lengths) { place += 1 }
    if kind.rawValue > 1, needs.isSuperset(of: ScoredLanes.Magnitude.overshoot.lengths) {
      place += 1
    }
    return start + place * count
  }

  /// Those of a kind; empty if they are not needed.
  @inline(__always)
  subscript(kind: ScoredLanes.Magnitude) -> UnsafeBufferPointer<SIMD4<Double>> {
    guard let start = start(of: kind) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: start, count: count)
  }
}

/// What is measured of four predictors on a whole stroke at one horizon; valid while it is handed on.
struct MeasuredLanes {
  /// The truth.
  let slot: TargetSlot
  /// The sums over the targets.
  let sums: LaneSums
  /// The high-frequency energies of the errors, if they are needed.
  let energies: LaneEnergies?
  /// By target, one bit for each lane whose predictor abstained.
  let abstentions: ArraySlice<UInt8>
  /// The lengths; undefined at targets that do not count.
  let magnitudes: LaneMagnitudes
}
