import MotionPrediction
import TouchInput

/// Answers that were made elsewhere, in the order of a data set's samples.
public struct SuppliedPredictions: Sendable {
  /// For each recording, stroke and sample: what was predicted, by seconds ahead.
  public typealias Answers = [[[[(ahead: Double, position: SIMD2<Double>?)]]]]

  /// The name under which they are scored.
  public let name: String
  let answers: Answers

  /// Makes answers; the nesting follows the recordings as handed to the evaluation.
  public init(name: String, answers: Answers) {
    self.name = name
    self.answers = answers
  }

  /// The answer for a horizon, to a nanosecond; nil where none was supplied.
  func position(
    recording: Int, stroke: Int, sample: Int, ahead: Double
  ) -> SIMD2<Double>? {
    guard recording < answers.count, stroke < answers[recording].count,
      sample < answers[recording][stroke].count
    else { return nil }
    return answers[recording][stroke][sample].first { abs($0.ahead - ahead) <= Self.sameHorizon }?
      .position
  }

  /// Horizons closer than this are one: a program may have rounded milliseconds.
  private static let sameHorizon = 1e-6
}

/// Plays a prepared recording to a predictor and collects what it says beside the truth.
///
/// Causal: the predictor is handed samples in arrival order and never the truth. An answer of nil is
/// replaced by the newest position, and marked.
struct Replay {
  private let recording: PreparedRecording
  /// Whether all that a predictor says is kept, and not the position alone.
  private let keepsAnswers: Bool

  init(_ recording: PreparedRecording, keepsAnswers: Bool = false) {
    self.recording = recording
    self.keepsAnswers = keepsAnswers
  }

  /// The scored strokes of a predictor, by stroke and slot.
  ///
  /// - Throws: `ParameterError` where the predictor cannot be made for the recording's context.
  func scored(_ configured: ConfiguredPredictor) throws(ParameterError) -> [[ScoredStroke]] {
    let fresh = try configured.make(recording.context)
    return play(fresh)
  }

  /// The scored strokes of supplied answers, by stroke and slot.
  func scored(_ supplied: SuppliedPredictions) -> [[ScoredStroke]] {
    recording.strokes.map { stroke in
      scoredStrokes(stroke) { target in
        supplied.position(
          recording: recording.index, stroke: stroke.index, sample: target.sample,
          ahead: target.horizon
        ).map { Prediction(position: $0) }
      }
    }
  }

  private func play(_ fresh: some Predictor) -> [[ScoredStroke]] {
    if recording.replay.name == .henze2017, recording.replay.observe == .window {
      return recording.strokes.map { playWindows(of: $0, to: fresh) }
    }
    var predictor = fresh
    return recording.strokes.map { stroke in
      if recording.replay.state == .stroke { predictor = fresh }
      return play(stroke, to: &predictor)
    }
  }

  private func play(_ stroke: PreparedStroke, to predictor: inout some Predictor)
    -> [ScoredStroke]
  {
    var answers = StrokeAnswers(stroke, keepsAnswers: keepsAnswers)
    var cursors = [Int](repeating: 0, count: stroke.slots.count)
    var horizons: [Double] = []
    var asked: [Int] = []
    var replies: [Prediction?] = []
    var batch = 0
    predictor.beginStroke()
    for sample in stroke.delivered ?? Array(stroke.samples.indices) {
      predictor.observe(stroke.samples[sample])
      while batch < stroke.deviceBatches.count,
        stroke.deviceBatches[batch].samplesBefore <= sample + 1
      {
        // What the device said of a sample that is not delivered was replaced before it arrived.
        if stroke.deviceBatches[batch].samplesBefore == sample + 1 {
          predictor.observeDevicePredictions(stroke.deviceBatches[batch].samples)
        }
        batch += 1
      }
      while gather(sample, stroke, &cursors, &horizons, &asked) {
        predictor.predict(ahead: horizons, into: &replies)
        for (position, slot) in asked.enumerated() {
          answers.set(replies[position], slot: slot, target: cursors[slot] - 1)
        }
      }
    }
    if let end = stroke.samples.last?.time { predictor.endStroke(at: end) }
    return answers.scored(factor: recording.factor)
  }

  /// Collects the horizons that are asked after `sample`, one a slot; false where there are none.
  private func gather(
    _ sample: Int, _ stroke: PreparedStroke, _ cursors: inout [Int], _ horizons: inout [Double],
    _ asked: inout [Int]
  ) -> Bool {
    horizons.removeAll(keepingCapacity: true)
    asked.removeAll(keepingCapacity: true)
    for slot in stroke.slots.indices {
      let targets = stroke.slots[slot].targets
      guard cursors[slot] < targets.count, targets[cursors[slot]].sample == sample else { continue }
      horizons.append(targets[cursors[slot]].horizon)
      asked.append(slot)
      cursors[slot] += 1
    }
    return !asked.isEmpty
  }

  /// Hands the predictor each window's eleven points alone, in a fresh state.
  private func playWindows(of stroke: PreparedStroke, to fresh: some Predictor) -> [ScoredStroke] {
    scoredStrokes(stroke) { target in
      var predictor = fresh
      predictor.beginStroke()
      for sample in max(0, target.sample - HenzeWindows.known + 1)...target.sample {
        predictor.observe(stroke.samples[sample])
      }
      return predictor.predict(ahead: target.horizon)
    }
  }

  private func scoredStrokes(
    _ stroke: PreparedStroke, answer: (Target) -> Prediction?
  ) -> [ScoredStroke] {
    var answers = StrokeAnswers(stroke, keepsAnswers: keepsAnswers)
    for slot in stroke.slots.indices {
      for index in stroke.slots[slot].targets.indices {
        answers.set(answer(stroke.slots[slot].targets[index]), slot: slot, target: index)
      }
    }
    return answers.scored(factor: recording.factor)
  }
}

/// What a predictor answered for one stroke, by slot and target.
private struct StrokeAnswers {
  private let stroke: PreparedStroke
  private var positions: [[SIMD2<Double>?]]
  /// All that was said; empty for each slot where only positions are kept.
  private var answers: [[Prediction?]]

  init(_ stroke: PreparedStroke, keepsAnswers: Bool) {
    self.stroke = stroke
    positions = stroke.slots.map { Array(repeating: nil, count: $0.targets.count) }
    answers = stroke.slots.map { Array(repeating: nil, count: keepsAnswers ? $0.targets.count : 0) }
  }

  mutating func set(_ answer: Prediction?, slot: Int, target: Int) {
    positions[slot][target] = answer?.position
    if !answers[slot].isEmpty { answers[slot][target] = answer }
  }

  /// The answers beside the truth, with hold in the place of nil, in the reported unit.
  func scored(factor: Double) -> [ScoredStroke] {
    stroke.slots.indices.map { slot in
      let anchors = stroke.slots[slot].targets.map { stroke.samples[$0.sample].position * factor }
      let predictions = zip(positions[slot], anchors).map { position, anchor in
        position.map { $0 * factor } ?? anchor
      }
      return ScoredStroke(
        slot: stroke.slots[slot], stroke: stroke, predictions: predictions, anchors: anchors,
        abstained: positions[slot].map { $0 == nil }, answers: answers[slot], factor: factor)
    }
  }
}
