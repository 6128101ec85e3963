/// All scores of one predictor at one horizon, for whole strokes or one part of them.
struct ScoreSheet: Sendable {
  /// Where a score is, and which of its measures are wanted.
  private struct Entry: Sendable {
    /// Among the stroke scores or the summed scores; nil if it does not apply to parts of strokes.
    var place: Place?
    /// The indices of the wanted measures among all of the score.
    let wanted: [Int]
  }

  private enum Place: Sendable {
    case stroke(Int)
    case summed(Int)
  }

  private var entries: [Entry] = []
  private var strokeScores: [any StrokeScore] = []
  private var summedScores: [any SummedScore] = []

  /// Creates an empty sheet.
  ///
  /// - Parameters:
  ///   - settings: The properties of the recording, and what is needed.
  ///   - scores: The scores.
  ///   - part: The part of the strokes to score; nil for whole strokes.
  init(_ settings: ScoreSettings, _ scores: [WantedScore], part: StrokePart? = nil) {
    for score in scores {
      var entry = Entry(wanted: score.places)
      if part == nil || score.type.grain == .target {
        switch score.type.init(settings) {
        case let score as any StrokeScore:
          entry.place = .stroke(strokeScores.count)
          strokeScores.append(score)
        case let score as any SummedScore:
          entry.place = .summed(summedScores.count)
          summedScores.append(score)
        default: preconditionFailure("\(score.type) is neither a StrokeScore nor a SummedScore")
        }
      }
      entries.append(entry)
    }
  }

  /// Adds one stroke's predictions at the horizon `slot` to the scores that read them.
  mutating func add(_ strokes: [ScoredStroke], at slot: Int) {
    for index in strokeScores.indices { strokeScores[index].add(strokes, at: slot) }
  }

  /// Adds the totals of one predictor over some strokes to the scores that are computed from them.
  mutating func add(_ totals: LaneTotals, lane: Int) {
    for index in summedScores.indices { summedScores[index].add(totals, lane: lane) }
  }

  /// Merges another sheet of the same scores and part, whose strokes come after its own.
  mutating func merge(_ other: ScoreSheet) {
    for (index, score) in other.strokeScores.enumerated() {
      strokeScores[index].merge(erased: score)
    }
    for (index, score) in other.summedScores.enumerated() {
      summedScores[index].merge(erased: score)
    }
  }

  /// Moves values to the store; call it when no stroke is to follow.
  mutating func settle() {
    for index in strokeScores.indices { strokeScores[index].settle() }
    for index in summedScores.indices { summedScores[index].settle() }
  }

  /// Returns the wanted measures; nil for one that cannot be computed or is not finite.
  func values() -> [Double?] {
    entries.flatMap { entry in
      let values: [Double?]? =
        switch entry.place {
        case .stroke(let index): strokeScores[index].values()
        case .summed(let index): summedScores[index].values()
        case nil: nil
        }
      return entry.wanted.map { place in values?[place].flatMap { $0.isFinite ? $0 : nil } }
    }
  }
}

/// Which measures to compute, and for which parts of the strokes.
struct ScoreSelection: Sendable {
  /// The scores with a wanted measure.
  let scores: [WantedScore]
  /// The parts of the strokes; nil stands for whole strokes.
  let parts: [StrokePart?]
  /// Whether a measure needs more than the position of a prediction.
  let needsAnswers: Bool
  /// What the measures are computed from.
  let needs: ScoreNeeds

  /// The selection of a plan, with what else is needed of its strokes.
  init(_ plan: EvaluationPlan, and others: ScoreNeeds = []) {
    scores = WantedScore.all(of: plan.metricSets, named: plan.onlyMetrics.map(Set.init))
    parts = plan.parts
    let wanted = Set(plan.metrics.map(\.name))
    needsAnswers = plan.metricSets.contains { set in
      set.needsAnswers && set.metrics.contains { wanted.contains($0.name) }
    }
    needs = scores.reduce(into: others) { $0.formUnion($1.needs) }
  }

  /// Empty sheets, by part and horizon.
  func emptySheets(
    _ recording: PreparedRecording, storage: ValueStorage? = nil
  ) -> [[ScoreSheet]] {
    let settings = settings(of: recording, storage: storage)
    return parts.map { part in
      recording.context.horizons.map { _ in ScoreSheet(settings, scores, part: part) }
    }
  }

  /// Empty totals, by part and horizon, of some predictors.
  func emptyTotals(
    _ recording: PreparedRecording, storage: ValueStorage?, width: Int
  ) -> [[LaneTotals]] {
    let settings = settings(of: recording, storage: storage)
    return parts.map { _ in
      recording.context.horizons.map { _ in LaneTotals(settings, width: width) }
    }
  }

  private func settings(of recording: PreparedRecording, storage: ValueStorage?) -> ScoreSettings {
    var settings = recording.settings
    settings.storage = storage
    settings.needs = needs
    return settings
  }

  /// Returns a stroke, by horizon, restricted to each of the parts.
  func divided(_ stroke: [ScoredLanes]) -> [[ScoredLanes]] {
    parts.map { part in part.map { part in stroke.map { $0.restricted(to: part) } } ?? stroke }
  }
}
