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
      strokeErrors = StrokeErrors()
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
    block.strokeErrors.map { strokeErrors?.add($0, lane: lane) }
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
  /// What was found in each block of strokes, for four subjects, and the lane of this one.
  private var blocks: [(strokes: BlockTotals.StrokeSums, lane: Int)] = []

  /// Adds the strokes of the next block.
  mutating func add(_ strokes: BlockTotals.StrokeSums, lane: Int) {
    blocks.append((strokes, lane))
  }

  /// Merges the strokes that follow.
  mutating func merge(_ other: StrokeErrors) { blocks += other.blocks }

  /// The index of each stroke, its Σ‖e‖ at a horizon and how many errors there are.
  func strokes(_ slot: Int) -> some Sequence<(stroke: Int, sum: Double, count: Int)> {
    blocks.lazy.flatMap { strokes, lane in
      strokes.strokes.indices.lazy.map { place in
        let found = strokes.found(place, slot)
        return (Int(strokes.strokes[place]), found.sums[lane], found.count)
      }
    }
  }
}

/// What is summed over a block of strokes, for up to four predictors at once.
struct BlockTotals: Sendable {
  /// Σ‖e‖ of each stroke and how many there are.
  struct StrokeSums: Sendable {
    /// The indices of the strokes.
    fileprivate private(set) var strokes: [Int32] = []
    private let slotCount: Int
    /// By stroke, then by horizon.
    private var sums: [SIMD4<Double>] = []
    private var counts: [Int32] = []

    /// Sums for a number of horizons, with room for a number of strokes.
    fileprivate init(slots: Int, strokes count: Int) {
      slotCount = slots
      strokes.reserveCapacity(count)
      sums.reserveCapacity(slots * count)
      counts.reserveCapacity(slots * count)
    }

    /// Adds the next stroke at one horizon; all follow each other, from the first one.
    fileprivate mutating func add(
      _ stroke: Int, _ slot: Int, _ errors: CompensatedSums, count: Int
    ) {
      if slot == 0 { strokes.append(Int32(stroke)) }
      sums.append(errors.values)
      counts.append(Int32(count))
    }

    /// What was found of a stroke, counted from the first, at a horizon.
    fileprivate func found(_ place: Int, _ slot: Int) -> (sums: SIMD4<Double>, count: Int) {
      (sums[place * slotCount + slot], Int(counts[place * slotCount + slot]))
    }
  }

  /// By part of the strokes, then by horizon.
  private(set) var totals: [[LaneTotals]]
  /// Σ‖e‖ of each stroke; nil if they were not requested.
  private(set) var strokeErrors: StrokeSums?
  /// The number of predictions of each predictor.
  private(set) var predictions = 0

  /// Totals of no strokes, of some predictors.
  ///
  /// - Parameters:
  ///   - scoring: How they are scored.
  ///   - width: The number of predictors.
  ///   - strokes: About how many strokes will be added.
  init(_ scoring: RecordingScoring, width: Int, strokes: Int) {
    totals = scoring.selection.emptyTotals(
      scoring.recording, storage: scoring.storage, width: width)
    if scoring.findsFloors { strokeErrors = StrokeSums(slots: totals[0].count, strokes: strokes) }
  }

  /// Adds the next stroke, whole, at one horizon.
  mutating func add(_ stroke: PreparedStroke, _ slot: Int, _ found: MeasuredLanes) {
    totals[0][slot].add(found)
    predictions += found.slot.count
    strokeErrors?.add(stroke.index, slot, found.sums.errors, count: found.slot.runs.totals.scored)
  }

  /// Adds the next stroke, by part and horizon; the first part is the whole.
  mutating func add(_ divided: [[ScoredLanes]]) {
    for part in divided.indices {
      for slot in divided[part].indices { totals[part][slot].add(divided[part][slot]) }
    }
    for (slot, lanes) in divided[0].enumerated() {
      predictions += lanes.predictions.count
      strokeErrors?.add(
        lanes.stroke.index, slot, lanes.sums.errors, count: lanes.runs.totals.scored)
    }
  }
}

extension [BlockTotals] {
  /// Adds the next stroke, which was summed while it was played, to the totals of all predictors.
  mutating func add(_ stroke: PreparedStroke, _ found: GridSums.Found) {
    for (slot, targets) in stroke.slots.enumerated() {
      let (places, truth) = (stroke.places[slot], SlotTruth(targets))
      targets.runs.scored.withUnsafeBufferPointer { runs in
        for four in indices {
          self[four].add(
            runs, truth, found.sums(four, slot: slot), found.overshoots(four, places),
            stroke: stroke.index, slot)
        }
      }
    }
  }
}

extension BlockTotals {
  /// Adds what was summed of a stroke at one horizon while it was played.
  fileprivate mutating func add(
    _ runs: UnsafeBufferPointer<Range<Int>>, _ truth: SlotTruth, _ found: GridSums.Sums,
    _ overshoots: UnsafeBufferPointer<SIMD4<Double>>?, stroke: Int, _ slot: Int
  ) {
    totals[0][slot].add(runs, truth, found, overshoots: overshoots)
    predictions += truth.count
    strokeErrors?.add(stroke, slot, found.errors, count: truth.totals.scored)
  }
}
