/// Which measures are computed, and of which parts of the strokes.
struct SheetForm: Sendable {
  let sets: [MetricSet]
  /// The parts; nil among them for whole strokes.
  let parts: [StrokePart?]

  /// The form that a plan asks for.
  init(_ plan: EvaluationPlan) {
    sets = plan.metricSets
    parts = plan.parts
  }

  /// Some sets of whole strokes.
  init(sets: [MetricSet] = [.standard]) {
    self.sets = sets
    parts = [nil]
  }

  /// Whether a measure needs more of a prediction than its position.
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

  /// A stroke, by horizon, for each of the parts.
  func divided(_ stroke: [ScoredLanes]) -> [[ScoredLanes]] {
    parts.map { part in part.map { part in stroke.map { $0.restricted(to: part) } } ?? stroke }
  }

  /// Takes a stroke, by part and horizon, into the sheets of one of its predictors.
  func add(_ divided: [[ScoredLanes]], lane: Int, to sheets: inout [[ScoreSheet]]?) {
    for (place, lanes) in divided.enumerated() {
      let scored = lanes.map { ScoredStroke($0, lane: lane) }
      for slot in scored.indices { sheets?[place][slot].add(scored, at: slot) }
    }
  }
}
