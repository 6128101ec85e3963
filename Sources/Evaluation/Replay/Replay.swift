import MotionNumerics
import MotionPrediction

/// Replays the strokes of a prepared recording to one subject and pairs its predictions with the
/// truth.
///
/// Replay is causal: the predictor receives samples in arrival order and never the truth. If it
/// abstains, the newest position takes the place of the prediction and is marked. State that a
/// predictor keeps across strokes persists from one call to the next.
struct Replay {
  private let recording: PreparedRecording
  /// Whether whole predictions are kept, not just positions.
  private let keepsAnswers: Bool
  private var subject: Subject
  private var positions: [SIMD2<Double>?] = []
  private var answers: [Prediction?] = []
  private var spectrum: HighFrequencyEnergy

  /// The source of predictions.
  private enum Subject {
    case predictor(any Predictor, fresh: any Predictor)
    case supplied(SuppliedPredictions)
  }

  /// Creates a replay with a new predictor, or with predictions made elsewhere.
  ///
  /// - Throws: `ParameterError` if the predictor cannot be made for the recording's context.
  init(
    _ subject: EvaluationSubject, on recording: PreparedRecording, keepsAnswers: Bool = false
  ) throws(ParameterError) {
    self.recording = recording
    self.keepsAnswers = keepsAnswers
    spectrum = HighFrequencyErrorScore.spectrum(recording.settings)
    switch subject {
    case .predictor(let configured):
      let fresh = try configured.make(recording.context)
      self.subject = .predictor(fresh, fresh: fresh)
    case .supplied(let supplied): self.subject = .supplied(supplied)
    }
  }

  /// Replays the next stroke.
  mutating func answer(_ stroke: PreparedStroke) {
    positions.clear(stroke.targetCount)
    answers.clear(keepsAnswers ? stroke.targetCount : 0)
    switch subject {
    case .supplied(let supplied): take(supplied, stroke)
    case .predictor(var predictor, let fresh):
      if recording.replay.name == .henze2017, recording.replay.observe == .window {
        playWindows(of: stroke, to: fresh)
      } else {
        if recording.replay.state == .stroke { predictor = fresh }
        play(stroke, to: &predictor)
        subject = .predictor(predictor, fresh: fresh)
      }
    }
  }

  /// Returns the scored predictions for the last stroke, by slot, with what is needed of them.
  mutating func scored(_ stroke: PreparedStroke, _ needs: ScoreNeeds = .all) -> [ScoredStroke] {
    stroke.slots.indices.map { slot in
      let predictions = stroke.predictions(
        slot, positions[stroke.places[slot]], factor: recording.factor)
      let truth = stroke.slots[slot]
      return ScoredStroke(
        slot: truth, stroke: stroke, predictions: predictions,
        abstained: positions[stroke.places[slot]].map { $0 == nil },
        answers: keepsAnswers ? Array(answers[stroke.places[slot]]) : [], factor: recording.factor,
        energies: needs.contains(.energies)
          ? LaneEnergies(ofOne: truth.steadyStretches, predictions, truth.truths, &spectrum) : nil,
        needs: needs)
    }
  }

  private mutating func play(_ stroke: PreparedStroke, to predictor: inout any Predictor) {
    guard keepsAnswers else { return predictor.answer(stroke.questions, into: &positions) }
    predictor.keep(&answers, of: stroke.questions)
    for place in answers.indices { positions[place] = answers[place]?.position }
  }

  /// Shows a new predictor only the eleven points of each window.
  private mutating func playWindows(of stroke: PreparedStroke, to fresh: any Predictor) {
    for (slot, places) in zip(stroke.slots, stroke.places) {
      for (target, place) in zip(slot.targets, places) {
        var predictor = fresh
        predictor.beginStroke()
        for sample in max(0, target.sample - HenzeWindows.known + 1)...target.sample {
          predictor.observe(stroke.samples[sample])
        }
        guard keepsAnswers else {
          positions[place] = predictor.position(ahead: target.horizon)
          continue
        }
        answers[place] = predictor.predict(ahead: target.horizon)
        positions[place] = answers[place]?.position
      }
    }
  }

  private mutating func take(_ supplied: SuppliedPredictions, _ stroke: PreparedStroke) {
    for (slot, places) in zip(stroke.slots, stroke.places) {
      for (target, place) in zip(slot.targets, places) {
        positions[place] = supplied.position(
          recording: recording.index, stroke: stroke.index, sample: target.sample,
          ahead: target.horizon)
        if keepsAnswers { answers[place] = positions[place].map { Prediction(position: $0) } }
      }
    }
  }
}

extension Predictor {
  /// Replays a stroke and keeps whole predictions.
  fileprivate mutating func keep(_ answers: inout [Prediction?], of stroke: StrokeQuestions) {
    play(stroke) { predictor, question in
      answers[question.place] = predictor.predict(ahead: question.ahead)
    }
  }
}

extension Array {
  /// Resets the array to `count` nils, reusing its storage.
  fileprivate mutating func clear<Value>(_ count: Int) where Element == Value? {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(nil, count: count))
  }
}

extension PreparedStroke {
  /// The predictions of one slot in the reported unit; nil becomes the newest position.
  fileprivate func predictions(
    _ slot: Int, _ positions: ArraySlice<SIMD2<Double>?>, factor: Double
  ) -> [SIMD2<Double>] {
    zip(positions, slots[slot].anchors).map { position, anchor in
      position.map { $0 * factor } ?? anchor
    }
  }
}
