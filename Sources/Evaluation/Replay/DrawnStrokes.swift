import MotionNumerics
import MotionPrediction
import TouchInput

/// Strokes as a page takes them in, scored as `evaluate` scores the file that the page saves.
///
/// Protocol `sample` with its defaults, one recording for each tool, the rate that the file's own
/// intervals give, lengths in the unit of the positions. It holds no existential type, so that the
/// page's module can be compiled from it; `DrawnStrokesTests` holds it to `Evaluator`.
package struct DrawnStrokes: Sendable {
  /// One stroke and the tool that drew it.
  private struct Entry: Sendable {
    var tool: Recording.Tool
    var stroke: Stroke
  }

  private var entries: [Entry] = []

  /// The rate of strokes too short to have one, in hertz.
  private static let defaultRate = 60.0

  /// Creates an empty list.
  package init() {}

  /// The number of strokes.
  package var count: Int { entries.count }

  /// The reciprocal of the median interval, in hertz; 60 where there is none.
  package var nominalRate: Double {
    Stroke.medianInterval(entries.map { $0.stroke }).map { 1 / $0 } ?? Self.defaultRate
  }

  /// Begins a stroke; returns its index.
  package mutating func begin(_ tool: Recording.Tool) -> Int {
    entries.append(Entry(tool: tool, stroke: Stroke(identifier: "", samples: [])))
    return entries.count - 1
  }

  /// Appends a sample to a stroke.
  package mutating func append(_ sample: TouchSample, toStroke index: Int) {
    guard entries.indices.contains(index), sample.isFinite else { return }
    entries[index].stroke.samples.append(sample)
  }

  /// Appends what the device itself predicted after a stroke's newest sample.
  package mutating func append(devicePredictions: [TouchSample], toStroke index: Int) {
    guard entries.indices.contains(index), !entries[index].stroke.samples.isEmpty else { return }
    let batch = DevicePredictionBatch(
      samplesBefore: entries[index].stroke.samples.count, samples: devicePredictions)
    entries[index].stroke.devicePredictions.append(batch)
  }

  /// Removes the newest stroke.
  package mutating func removeLast() { _ = entries.popLast() }

  /// Returns the scores of a predictor at one horizon, in seconds.
  ///
  /// - Throws: `ParameterError` if the predictor cannot be made for a tool's strokes.
  /// - Complexity: O(n) observations and predictions for n samples.
  package func scores(
    of configured: ConfiguredPredictor, ahead horizon: Double
  ) throws(ParameterError) -> DrawnScores {
    let rate = nominalRate
    var scores = DrawnScores()
    var tools: [Recording.Tool] = []
    for entry in entries where !tools.contains(entry.tool) { tools.append(entry.tool) }
    for tool in tools {
      var predictor = try configured.make(
        PredictorContext(horizons: [horizon], nominalRate: rate, tool: tool))
      for entry in entries where entry.tool == tool && !entry.stroke.samples.isEmpty {
        let samples = entry.stroke.samples
        let questions = samples.indices.map { index in
          StrokeQuestions.Question(sample: index, ahead: horizon, place: index)
        }
        var answers = [SIMD2<Double>?](repeating: nil, count: samples.count)
        predictor.answer(
          StrokeQuestions(
            samples: samples, deviceBatches: entry.stroke.devicePredictions, questions: questions),
          into: &answers)
        scores.add(samples, answers, ahead: horizon, longestGap: DrawnScores.longestGap / rate)
      }
    }
    return scores
  }
}

/// Error, overshoot and jitter of one predictor at one horizon, with the definitions of `scores.csv`.
package struct DrawnScores: Sendable {
  private var errors: [Double] = []
  private var overshoots: [Double] = []
  private var changes: [Double] = []
  private var abstentions = 0

  /// The longest gap with a truth, in nominal intervals, as in the protocol `sample`.
  static let longestGap = 4.0

  /// Adds a stroke's answers, one for each sample; nil is scored as the newest position.
  mutating func add(
    _ samples: [TouchSample], _ answers: [SIMD2<Double>?], ahead horizon: Double,
    longestGap: Double
  ) {
    let track = MotionTrack(
      times: samples.map { $0.time }, positions: samples.map { $0.position },
      longestGap: longestGap)
    var hint = 0
    var before: SIMD2<Double>?
    for (sample, answer) in zip(samples, answers) {
      guard let truth = track.truth(at: sample.time + horizon, hint: &hint) else {
        before = nil
        continue
      }
      let anchor = sample.position
      let error = (answer ?? anchor) - truth
      errors.append(error.length)
      overshoots.append(max(0, ((answer ?? anchor) - anchor).length - (truth - anchor).length))
      if let before { changes.append((error - before).length) }
      if answer == nil { abstentions += 1 }
      before = error
    }
  }

  /// The number of predictions that were scored.
  package var scored: Int { errors.count }
  /// `error_mean`; nil if nothing was scored.
  package var errorMean: Double? { Self.mean(errors) }
  /// `error_p95`; nil if nothing was scored.
  package var errorP95: Double? { Self.p95(errors) }
  /// `overshoot_p95`; nil if nothing was scored.
  package var overshootP95: Double? { Self.p95(overshoots) }
  /// `jitter_mean`; nil without two consecutive predictions.
  package var jitterMean: Double? { Self.mean(changes) }
  /// `abstention_share`; nil if nothing was scored.
  package var abstentionShare: Double? {
    errors.isEmpty ? nil : Double(abstentions) / Double(errors.count)
  }

  private static func mean(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    var sum = CompensatedSum()
    for value in values { sum += value }
    return sum.value / Double(values.count)
  }

  private static func p95(_ values: [Double]) -> Double? {
    var values = values
    return Quantiles.type7(&values, at: [0.95])[0]
  }
}
