import MotionPrediction
import TouchInput

/// The scores of one subject on some strokes of one recording, by horizon.
struct RecordingPart: Sendable {
  /// By the parts of the form, then by the horizons; nil if the predictor could not be made.
  private(set) var sheets: [[ScoreSheet]]?
  /// The errors by stroke; nil if they were not requested, or if the predictor could not be created.
  private(set) var strokeErrors: StrokeErrors?
  private(set) var failure: EvaluationFailure?
  private(set) var raw: [RawPrediction] = []
  /// How long observing and predicting took, in seconds of the scoring's clock.
  private(set) var replaySeconds = 0.0
  /// The number of predictions requested.
  private(set) var predictions = 0

  /// A part without any stroke.
  init(_ scoring: RecordingScoring) {
    sheets = scoring.selection.emptySheets(scoring.recording, storage: scoring.storage)
    if scoring.findsFloors {
      strokeErrors = StrokeErrors(slots: scoring.recording.context.horizons.count)
    }
  }

  /// A part of a subject that could not be replayed.
  init(_ failure: EvaluationFailure) { self.failure = failure }

  /// Adds the next stroke of one predictor, but for what the totals of the block will have.
  ///
  /// - Parameters:
  ///   - stroke: By slot.
  ///   - divided: The same, by the parts of the form and by slot.
  ///   - lane: The predictor's lane.
  ///   - scoring: How it is scored.
  mutating func add(
    _ stroke: [ScoredLanes], divided: [[ScoredLanes]], lane: Int, _ scoring: RecordingScoring
  ) {
    if scoring.selection.needs.contains(.strokes) {
      for (place, lanes) in divided.enumerated() {
        let scored = lanes.map { ScoredStroke($0, lane: lane) }
        for slot in scored.indices { sheets?[place][slot].add(scored, at: slot) }
      }
    }
    if scoring.keepsRaw {
      raw += Self.raw(stroke.map { ScoredStroke($0, lane: lane) }, scoring.recording)
    }
  }

  /// Adds what was summed over a block of strokes of one predictor.
  mutating func add(_ block: BlockTotals, lane: Int) {
    for (part, slots) in block.totals.enumerated() {
      for (slot, total) in slots.enumerated() { sheets?[part][slot].add(total, lane: lane) }
    }
    strokeErrors?.add(block.strokeErrors, lane: lane)
    predictions += block.predictions
  }

  /// Counts time spent on observing and predicting.
  mutating func count(replaySeconds: Double) { self.replaySeconds += replaySeconds }

  /// Merges the parts of the strokes that follow.
  mutating func merge(_ later: RecordingPart) {
    sheets?.merge(later.sheets)
    later.strokeErrors.map { strokeErrors?.merge($0) }
    raw += later.raw
    replaySeconds += later.replaySeconds
    predictions += later.predictions
  }

  /// The same after releasing working storage, since no stroke follows.
  func settled() -> RecordingPart {
    var result = self
    result.sheets = nil
    result.sheets = sheets.map { parts in
      parts.map { slots in
        slots.map { sheet in
          var sheet = sheet
          sheet.settle()
          return sheet
        }
      }
    }
    return result
  }

  private static func raw(
    _ slots: [ScoredStroke], _ recording: PreparedRecording
  ) -> [RawPrediction] {
    slots.enumerated().flatMap { slot, scored in
      scored.targets.indices.map { index in
        let target = scored.targets[index]
        return RawPrediction(
          recording: recording.index, stroke: recording.strokeNames[scored.stroke.index],
          slot: slot, time: scored.stroke.samples[target.sample].time, ahead: target.horizon,
          anchor: scored.anchors[index], predicted: scored.predictions[index],
          abstained: scored.hasAbstained(at: index), truth: target.truth)
      }
    }
  }
}

extension [[ScoreSheet]] {
  fileprivate mutating func merge(_ later: [[ScoreSheet]]?) {
    guard let later else { return }
    for part in indices {
      for slot in self[part].indices { self[part][slot].merge(later[part][slot]) }
    }
  }
}

/// The error of one subject, stroke by stroke: what hindsight chooses by.
struct StrokeErrors: Sendable {
  /// The sum of ‖e‖ and how many there are, by horizon and stroke, with the stroke's index.
  private(set) var slots: [[Entry]]

  /// One stroke.
  struct Entry: Sendable {
    fileprivate let index: Int32
    fileprivate let number: Int32
    /// Σ‖e‖.
    let sum: Double

    /// The stroke's index.
    var stroke: Int { Int(index) }
    /// How many errors there are.
    var count: Int { Int(number) }
  }

  /// Creates a part without strokes, for a number of horizons.
  init(slots count: Int) { slots = Array(repeating: [], count: count) }

  /// Adds the next strokes of one predictor, by horizon, with four predictors' sums.
  mutating func add(_ strokes: [[BlockTotals.StrokeSums]], lane: Int) {
    for (slot, strokes) in strokes.enumerated() {
      slots[slot] += strokes.map { entry in
        Entry(index: entry.index, number: entry.number, sum: entry.sums[lane])
      }
    }
  }

  /// Merges the strokes that follow.
  mutating func merge(_ other: StrokeErrors) {
    for slot in slots.indices { slots[slot] += other.slots[slot] }
  }
}

/// What is summed over a block of strokes, for up to four predictors at once.
struct BlockTotals: Sendable {
  /// Σ‖e‖ of one stroke and how many there are.
  typealias StrokeSums = (sums: SIMD4<Double>, index: Int32, number: Int32)

  /// By part of the strokes, then by horizon.
  private(set) var totals: [[LaneTotals]]
  /// Σ‖e‖ of each stroke and how many there are, by horizon; empty if they were not requested.
  private(set) var strokeErrors: [[StrokeSums]]
  /// The number of predictions of each predictor.
  private(set) var predictions = 0

  /// Totals of no strokes, of some predictors.
  init(_ scoring: RecordingScoring, width: Int) {
    totals = scoring.selection.emptyTotals(
      scoring.recording, storage: scoring.storage, width: width)
    strokeErrors = scoring.findsFloors ? totals[0].map { _ in [] } : []
  }

  /// Adds the next stroke, whole, at one horizon.
  mutating func add(_ stroke: PreparedStroke, _ slot: Int, _ found: MeasuredLanes) {
    totals[0][slot].add(found)
    predictions += found.slot.targets.count
    guard !strokeErrors.isEmpty else { return }
    strokeErrors[slot].append(
      (found.sums.errors.values, Int32(stroke.index), Int32(found.slot.runs.totals.scored)))
  }

  /// Adds the next stroke, which was summed while it was played, by horizon.
  ///
  /// - Parameters:
  ///   - stroke: The stroke.
  ///   - sums: What was found, by horizon.
  ///   - overshoots: The overshoots by place; empty if they are not needed.
  mutating func add(
    _ stroke: PreparedStroke, _ sums: ArraySlice<GridSums.Sums>,
    _ overshoots: UnsafeBufferPointer<SIMD4<Double>>
  ) {
    for (slot, found) in sums.enumerated() {
      let truth = stroke.slots[slot]
      totals[0][slot].add(
        truth, found,
        overshoots: overshoots.isEmpty
          ? overshoots : UnsafeBufferPointer(rebasing: overshoots[stroke.places[slot]]))
      predictions += truth.targets.count
      guard !strokeErrors.isEmpty else { continue }
      strokeErrors[slot].append(
        (found.errors.values, Int32(stroke.index), Int32(truth.runs.totals.scored)))
    }
  }

  /// Adds the next stroke, by part and horizon; the first part is the whole.
  mutating func add(_ divided: [[ScoredLanes]]) {
    for part in divided.indices {
      for slot in divided[part].indices { totals[part][slot].add(divided[part][slot]) }
    }
    for (slot, lanes) in divided[0].enumerated() {
      predictions += lanes.predictions.count
      guard !strokeErrors.isEmpty else { continue }
      strokeErrors[slot].append(
        (
          lanes.sums.errors.values, Int32(lanes.stroke.index), Int32(lanes.runs.totals.scored)
        ))
    }
  }
}
