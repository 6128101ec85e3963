import MotionPrediction
import TouchInput

/// The scores of one subject on one recording, by horizon.
struct RecordingPart: Sendable {
  /// By the parts of the form, then by the horizons; nil where the predictor could not be made.
  let sheets: [[ScoreSheet]]?
  /// The errors by stroke; nil where nobody asked for them, and where the predictor could not be made.
  let strokeErrors: StrokeErrors?
  let failure: EvaluationFailure?
  let raw: [RawPrediction]
  /// How long observing and predicting took, in seconds of `clock`.
  let replaySeconds: Double
  /// How many predictions were asked for.
  let predictions: Int

  init(
    _ subject: EvaluationSubject, on recording: PreparedRecording, dataset: String,
    form: SheetForm = SheetForm(), keepsRaw: Bool, findsFloors: Bool = false,
    clock: () -> Double = { 0 }
  ) {
    let started = clock()
    do {
      let strokes = try Self.scored(subject, on: recording, keepsAnswers: form.needsAnswers)
      replaySeconds = clock() - started
      predictions = strokes.reduce(0) { sum, slots in
        slots.reduce(sum) { $0 + $1.targets.count }
      }
      sheets = form.sheets(of: strokes, recording)
      strokeErrors =
        findsFloors ? StrokeErrors(strokes, slots: recording.context.horizons.count) : nil
      failure = nil
      raw = keepsRaw ? strokes.flatMap { Self.raw($0, recording) } : []
    } catch {
      sheets = nil
      strokeErrors = nil
      raw = []
      (replaySeconds, predictions) = (0, 0)
      failure = EvaluationFailure(
        dataset: dataset, source: recording.source,
        predictor: subject.spelling, problem: "\(error)")
    }
  }

  private static func scored(
    _ subject: EvaluationSubject, on recording: PreparedRecording, keepsAnswers: Bool
  ) throws(ParameterError) -> [[ScoredStroke]] {
    let replay = Replay(recording, keepsAnswers: keepsAnswers)
    return switch subject {
    case .predictor(let configured): try replay.scored(configured)
    case .supplied(let supplied): replay.scored(supplied)
    }
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
          abstained: scored.abstained[index], truth: target.truth)
      }
    }
  }
}

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

  /// The sheets of some strokes, by part and horizon.
  func sheets(of strokes: [[ScoredStroke]], _ recording: PreparedRecording) -> [[ScoreSheet]] {
    parts.map { part in
      var sheets = recording.context.horizons.map { _ in
        ScoreSheet(recording.settings, sets: sets, part: part)
      }
      for stroke in strokes {
        let scored = part.map { part in stroke.map { $0.restricted(to: part) } } ?? stroke
        for slot in scored.indices { sheets[slot].add(scored, at: slot) }
      }
      return sheets
    }
  }
}
