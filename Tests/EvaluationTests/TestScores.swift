import MotionPrediction
import Synchronization
import Testing
import TouchInput

@testable import Evaluation

/// The measures of one subject at one horizon, by name.
struct NamedValues {
  let values: [Double?]

  /// The value of a measure.
  subscript(_ name: String) -> Double? { values[Self.index(name)] }

  /// The place of a measure; a name that there is not ends the test run, since the test is wrong.
  static func index(_ name: String) -> Int {
    guard let index = MetricSet.allMetrics.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("there is no measure \(name)")
    }
    return index
  }
}

/// The scored strokes of a subject at one horizon, one recording after another.
func scoredStrokes(
  _ subject: EvaluationSubject, on recordings: [Recording], at horizon: Horizon,
  _ replay: EvaluationProtocol = .sample, unit: EvaluationPlan.ReportUnit = .automatic
) throws -> [ScoredStroke] {
  try scoredStrokes(subject, on: recordings, at: [horizon], replay, unit: unit).map { $0[0] }
}

/// The scored strokes of a subject at some horizons, one recording after another, with all that the
/// subject said.
func scoredStrokes(
  _ subject: EvaluationSubject, on recordings: [Recording], at horizons: [Horizon],
  _ replay: EvaluationProtocol = .sample, unit: EvaluationPlan.ReportUnit = .automatic
) throws -> [[ScoredStroke]] {
  try recordings.enumerated().flatMap { index, recording in
    let prepared = try PreparedRecording(
      recording, index: index, horizons: horizons, replay: replay, unit: unit,
      groupings: EvaluationPlan.Grouping.allCases)
    var replay = try Replay(subject, on: prepared, keepsAnswers: true)
    return prepared.strokes.map { stroke in
      replay.answer(stroke)
      return replay.scored(stroke)
    }
  }
}

/// What a subject scores at one horizon, by all sets of measures or the first of them, all recordings in one pool.
///
/// Measures over several horizons see half of that horizon too.
func scores(
  _ subject: EvaluationSubject, on recordings: [Recording], at horizon: Horizon,
  _ replay: EvaluationProtocol = .sample, unit: EvaluationPlan.ReportUnit = .automatic,
  sets: [MetricSet] = MetricSet.allCases
) throws -> NamedValues {
  NamedValues(
    values: try pooledValues(
      subject, on: recordings, at: horizon.withHalf, replay, unit: unit,
      EvaluationPlan.scoring(sets), needs: .all))
}

/// What a subject scores at one horizon by some measures, by their names, when nothing else is computed.
func scores(
  ofOnly names: [String], _ subject: EvaluationSubject, on recordings: [Recording],
  at horizon: Horizon, _ replay: EvaluationProtocol = .sample
) throws -> [String: Double] {
  let plan = EvaluationPlan.scoring([.standard]).restricted(toMetrics: names)
  let values = try pooledValues(
    subject, on: recordings, at: [horizon], replay, plan, needs: ScoreSelection(plan).needs)
  return Dictionary(
    uniqueKeysWithValues: zip(plan.metrics, values).compactMap { metric, value in
      value.map { (metric.name, $0) }
    })
}

/// The values of a plan's measures at the last of some horizons.
private func pooledValues(
  _ subject: EvaluationSubject, on recordings: [Recording], at horizons: [Horizon],
  _ replay: EvaluationProtocol, unit: EvaluationPlan.ReportUnit = .automatic,
  _ plan: EvaluationPlan, needs: ScoreNeeds
) throws -> [Double?] {
  var pooled: ScoreSheet?
  for (index, recording) in recordings.enumerated() {
    let prepared = try PreparedRecording(
      recording, index: index, horizons: horizons, replay: replay, unit: unit, needs: needs)
    let part = RecordingPart(subject, on: prepared, plan)
    #expect(part.failure == nil)
    guard let sheet = part.sheets?[0].last else { continue }
    if pooled == nil { pooled = sheet } else { pooled?.merge(sheet) }
  }
  return try #require(pooled).values()
}

extension RecordingPart {
  /// The scores of a subject on a whole recording.
  init(
    _ subject: EvaluationSubject, on recording: PreparedRecording,
    _ plan: EvaluationPlan = .scoring([.standard])
  ) {
    let scoring = RecordingScoring(
      recording: recording, dataset: "test", selection: ScoreSelection(plan))
    self = scoring.parts(of: .single(subject), blocks: recording.blocks.indices)[0]
  }
}

extension EvaluationPlan {
  /// A plan that says by which measures to score, and nothing else.
  static func scoring(_ sets: [MetricSet]) -> EvaluationPlan {
    EvaluationPlan(datasets: [], predictors: [], horizons: [], metricSets: sets)
  }
}

extension Horizon {
  /// Half of the horizon, and itself.
  var withHalf: [Horizon] { [Horizon(milliseconds: milliseconds / 2), self] }
}

extension ScoredStroke {
  /// The same as if each prediction were shown in a frame that begins at the newest sample.
  var onScreen: ScoredStroke {
    var targets = Array(targets)
    for index in targets.indices {
      targets[index].frameTruth = anchors[index]
      targets[index].frameNext = targets[index].next
    }
    return ScoredStroke(
      slot: TargetSlot(targets: targets, steadyStretches: steadyStretches, anchors: anchors),
      stroke: stroke, predictions: Array(predictions),
      abstained: targets.indices.map(hasAbstained), answers: answers,
      factor: factor)
  }
}

/// A stroke of hand-made targets and predictions, for a score to take in.
struct HandMadeStroke {
  /// One target with its prediction.
  struct Moment {
    var truth: SIMD2<Double>? = .zero
    var predicted: SIMD2<Double> = .zero
    var anchor: SIMD2<Double> = .zero
    var tangent: SIMD2<Double>?
    var velocity: SIMD2<Double> = .zero
    var next: SIMD2<Double>?
    var follows = true
    var abstained = false
    var frameTruth: SIMD2<Double>?
    var frameNext: SIMD2<Double>?
    var answer: Prediction?
  }

  var moments: [Moment]
  var rate = 60.0
  var horizon = 0.0
  /// From the recording's unit to the reported one.
  var factor = 1.0

  /// The stroke as a score sees it.
  var scored: ScoredStroke {
    let targets = moments.enumerated().map { index, moment in
      Target(
        sample: index, horizon: horizon, time: Double(index) / rate, truth: moment.truth,
        tangent: moment.tangent, velocity: moment.velocity, next: moment.next,
        followsPrevious: moment.follows && index > 0, frameTruth: moment.frameTruth,
        frameNext: moment.frameNext)
    }
    let slot = TargetSlot(
      targets: targets, steadyStretches: [], anchors: moments.map(\.anchor))
    let track = MotionTrack(
      times: targets.map(\.time), positions: moments.map { $0.truth ?? .zero },
      longestGap: .infinity)
    let stroke = PreparedStroke(
      index: 0, samples: [], deviceBatches: [], slots: [slot], track: track, stops: nil,
      reversals: nil)
    return ScoredStroke(
      slot: slot, stroke: stroke, predictions: moments.map(\.predicted),
      abstained: moments.map(\.abstained),
      answers: moments.map(\.answer), factor: factor)
  }
}

extension StrokeScore {
  /// The measures of some strokes alone.
  static func values(
    of strokes: [ScoredStroke], millimeter: Double? = 1, rate: Double = 60
  ) -> [Double?] {
    var score = Self(ScoreSettings(millimeter: millimeter, nominalRate: rate))
    for stroke in strokes { score.add(stroke) }
    return score.values()
  }
}

extension SummedScore {
  /// The measures of some strokes alone.
  static func values(
    of strokes: [ScoredStroke], millimeter: Double? = 1, rate: Double = 60
  ) -> [Double?] {
    let settings = ScoreSettings(millimeter: millimeter, nominalRate: rate)
    var score = Self(settings)
    for stroke in strokes { score.add(stroke.totals(settings), lane: stroke.lane) }
    return score.values()
  }
}

extension ScoredStroke {
  /// The totals of the stroke alone, with the energies of its errors.
  func totals(_ settings: ScoreSettings) -> LaneTotals {
    var totals = LaneTotals(settings, width: lane + 1)
    guard part == nil else {
      totals.add(lanes)
      return totals
    }
    var spectrum = HighFrequencyErrorScore.spectrum(settings)
    let whole = ScoredStroke(
      slot: slot, stroke: stroke, predictions: Array(predictions),
      abstained: targets.indices.map(hasAbstained), answers: answers, factor: factor,
      energies: LaneEnergies(ofOne: steadyStretches, Array(predictions), truths, &spectrum))
    totals.add(whole.lanes)
    return totals
  }
}

/// Whether two numbers agree to `relative` of the greater, or `absolute` of their unit.
func agree(
  _ left: Double?, _ right: Double?, relative: Double = 1e-12, absolute: Double = 1e-12
) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return abs(left - right) <= max(absolute, relative * max(abs(left), abs(right)))
}

/// Whether two lists of numbers agree one by one.
func agree(
  _ left: [Double?], _ right: [Double?], relative: Double = 1e-12, absolute: Double = 1e-12
) -> Bool {
  left.count == right.count
    && zip(left, right).allSatisfy { agree($0, $1, relative: relative, absolute: absolute) }
}

/// A store in memory that counts what is in it.
final class CountingStore: ValueStore {
  private let state = Mutex((blocks: [Int: [Double]](), next: 0, written: 0))

  var written: Int { state.withLock { $0.written } }
  var left: Int { state.withLock { $0.blocks.count } }

  func write(_ values: UnsafeBufferPointer<Double>) throws -> Int {
    state.withLock { state in
      state.next += 1
      state.written += values.count
      state.blocks[state.next] = Array(values)
      return state.next
    }
  }

  func read(_ values: UnsafeMutableBufferPointer<Double>, at place: Int) throws {
    let block = state.withLock { $0.blocks[place] ?? [] }
    #expect(block.count == values.count)
    for (index, value) in block.enumerated() { values[index] = value }
  }

  func free(_ count: Int, at place: Int) { state.withLock { $0.blocks[place] = nil } }
}
