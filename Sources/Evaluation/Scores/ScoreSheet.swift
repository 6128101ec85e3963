/// All scores of one predictor at one horizon, for whole strokes or one part of them.
struct ScoreSheet: Sendable {
  /// One score, or none if it does not apply to parts of strokes.
  private struct Entry: Sendable {
    var score: (any Score)?
    let measures: Int
  }

  private var entries: [Entry]

  /// Creates an empty sheet.
  ///
  /// - Parameters:
  ///   - settings: The properties of the recording.
  ///   - sets: The sets of measures.
  ///   - part: The part of the strokes to score; nil for whole strokes.
  init(
    _ settings: ScoreSettings, sets: [MetricSet] = [.standard], part: StrokePart? = nil
  ) {
    entries = sets.flatMap(\.scores).map { kind in
      let applies = part == nil || kind.grain == .target
      return Entry(score: applies ? kind.init(settings) : nil, measures: kind.metrics.count)
    }
  }

  /// Adds one stroke's predictions at the horizon `slot` of all that were scored.
  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    for index in entries.indices { entries[index].score?.add(strokes, at: slot) }
  }

  /// Merges another sheet of the same sets and part, whose strokes come after its own.
  mutating func merge(_ other: ScoreSheet) {
    for (index, entry) in other.entries.enumerated() {
      guard let score = entry.score else { continue }
      entries[index].score?.merge(erased: score)
    }
  }

  /// Moves values to the store; call it when no stroke is to follow.
  mutating func settle() {
    for index in entries.indices { entries[index].score?.settle() }
  }

  /// Returns the measures; nil for one that cannot be computed or is not finite.
  func values() -> [Double?] {
    entries.flatMap { entry in
      entry.score?.values() ?? Array(repeating: nil, count: entry.measures)
    }.map { value in value.flatMap { $0.isFinite ? $0 : nil } }
  }
}

/// Which measures to compute, and for which parts of the strokes.
struct ScoreSelection: Sendable {
  /// The sets of measures.
  let sets: [MetricSet]
  /// The parts of the strokes; nil stands for whole strokes.
  let parts: [StrokePart?]

  /// The selection of a plan.
  init(_ plan: EvaluationPlan) {
    sets = plan.metricSets
    parts = plan.parts
  }

  /// Whether a measure needs more than the position of a prediction.
  var needsAnswers: Bool { sets.contains { $0.needsAnswers } }

  /// Empty sheets, by part and horizon.
  func emptySheets(
    _ recording: PreparedRecording, storage: ValueStorage? = nil
  ) -> [[ScoreSheet]] {
    var settings = recording.settings
    settings.storage = storage
    return parts.map { part in
      recording.context.horizons.map { _ in ScoreSheet(settings, sets: sets, part: part) }
    }
  }

  /// Returns a stroke, by horizon, restricted to each of the parts.
  func divided(_ stroke: [ScoredLanes]) -> [[ScoredLanes]] {
    parts.map { part in part.map { part in stroke.map { $0.restricted(to: part) } } ?? stroke }
  }

  /// Adds a stroke, by part and horizon, to the sheets of one of its predictors.
  func add(_ divided: [[ScoredLanes]], lane: Int, to sheets: inout [[ScoreSheet]]?) {
    for (place, lanes) in divided.enumerated() {
      let scored = lanes.map { ScoredStroke($0, lane: lane) }
      for slot in scored.indices { sheets?[place][slot].add(scored, at: slot) }
    }
  }
}
