import MotionNumerics
import MotionPrediction

/// Replays the strokes of a prepared recording to many plain `polynomial` predictors in one pass.
///
/// Predictions and scored strokes are bit-identical to those of each predictor alone
/// (`PolynomialGrid`). The predictors share the sums and factorizations of the fits, the reading of
/// samples and truths and, four configurations at a time, everything that scores have in common
/// (`ScoredLanes`).
struct GridReplay {
  private let recording: PreparedRecording
  private var grid: PolynomialGrid
  private let count: Int
  /// The predictions of a stroke in the reported unit, by four configurations and by place: four
  /// times x, then four times y.
  private var predictions: [SIMD8<Double>] = []
  /// Which of the four abstained, one bit each.
  private var abstentions: [UInt8] = []
  private var horizons: [Double] = []
  private var answers: [SIMD2<Double>] = []
  private var spectrum: HighFrequencyEnergy

  /// Creates a replay with new predictors.
  ///
  /// - Throws: `ParameterError` if one of the configurations is refused.
  init(
    _ configurations: [PolynomialPredictor.Parameters], on recording: PreparedRecording
  ) throws(ParameterError) {
    self.recording = recording
    grid = try PolynomialGrid(configurations)
    count = configurations.count
    spectrum = HighFrequencyErrorScore.spectrum(recording.settings)
  }

  /// Replays the next stroke.
  mutating func answer(_ stroke: PreparedStroke) {
    let size = (count + ScoredLanes.width - 1) / ScoredLanes.width * stroke.targetCount
    predictions.removeAll(keepingCapacity: true)
    predictions.append(contentsOf: repeatElement(.zero, count: size))
    abstentions.removeAll(keepingCapacity: true)
    abstentions.append(contentsOf: repeatElement(0, count: size))
    if recording.replay.name == .henze2017, recording.replay.observe == .window {
      playWindows(of: stroke)
    } else {
      play(stroke)
    }
  }

  /// Calls `body` with the indices of up to four configurations and their scored predictions for
  /// the last stroke, by slot.
  mutating func forEachScored(
    _ stroke: PreparedStroke, _ needs: ScoreNeeds, _ body: (Range<Int>, [ScoredLanes]) -> Void
  ) {
    for first in stride(from: 0, to: count, by: ScoredLanes.width) {
      let members = first..<min(first + ScoredLanes.width, count)
      body(members, stroke.slots.indices.map { scored(members, stroke, slot: $0, needs) })
    }
  }

  private mutating func play(_ stroke: PreparedStroke) {
    let questions = stroke.questions.questions
    var next = 0
    grid.beginStroke()
    for arrival in 0..<(stroke.delivered?.count ?? stroke.samples.count) {
      let sample = stroke.delivered?[arrival] ?? arrival
      grid.observe(stroke.samples[sample])
      while next < questions.count, questions[next].sample < sample { next += 1 }
      let first = next
      while next < questions.count, questions[next].sample == sample { next += 1 }
      if first < next { ask(questions[first..<next], stroke) }
    }
  }

  private mutating func playWindows(of stroke: PreparedStroke) {
    for question in stroke.questions.questions {
      grid.beginStroke()
      for sample in max(0, question.sample - HenzeWindows.known + 1)...question.sample {
        grid.observe(stroke.samples[sample])
      }
      ask([question], stroke)
    }
  }

  /// Asks all configurations, and stores their predictions or, if they abstain, the newest
  /// position.
  private mutating func ask(
    _ questions: ArraySlice<StrokeQuestions.Question>, _ stroke: PreparedStroke
  ) {
    horizons.removeAll(keepingCapacity: true)
    for question in questions { horizons.append(question.ahead) }
    grid.positions(ahead: horizons, into: &answers)
    let (total, factor) = (stroke.targetCount, recording.factor)
    guard let sample = questions.first?.sample else { return }
    let anchor = stroke.samples[sample].position * factor
    let width = ScoredLanes.width
    let newest = LanePoints(
      x: SIMD4(repeating: anchor.x), y: SIMD4(repeating: anchor.y))
    predictions.withUnsafeMutableBufferPointer { predictions in
      answers.withUnsafeBufferPointer { answers in
        for first in stride(from: 0, to: count, by: width) {
          // The lanes beyond the last configuration repeat it.
          let (a, b, c, d) = (
            first * horizons.count, min(first + 1, count - 1) * horizons.count,
            min(first + 2, count - 1) * horizons.count, min(first + 3, count - 1) * horizons.count
          )
          let start = first / width * total
          for (number, question) in questions.enumerated() {
            var said = LanePoints(
              answers[a + number], answers[b + number], answers[c + number], answers[d + number])
            let hasAbstained = said.x .!= said.x
            said = factor * said
            let place = start + question.place
            if any(hasAbstained) {
              said.x.replace(with: newest.x, where: hasAbstained)
              said.y.replace(with: newest.y, where: hasAbstained)
              for lane in 0..<min(width, count - first) where hasAbstained[lane] {
                abstentions[place] |= 1 << UInt8(lane)
              }
            }
            predictions[place] = SIMD8(lowHalf: said.x, highHalf: said.y)
          }
        }
      }
    }
  }

  /// Pairs the predictions of up to four configurations with the truth of one slot.
  private mutating func scored(
    _ members: Range<Int>, _ stroke: PreparedStroke, slot: Int, _ needs: ScoreNeeds
  ) -> ScoredLanes {
    let truth = stroke.slots[slot]
    let start = members.lowerBound / ScoredLanes.width * stroke.targetCount
    let places = stroke.places[slot]
    let own = (start + places.lowerBound)..<(start + places.upperBound)
    let said = predictions[own]
    let silent = abstentions[own]
    return ScoredLanes(
      slot: truth, stroke: stroke, predictions: said,
      abstentions: silent.contains { $0 != 0 } ? silent : [], factor: recording.factor,
      energies: needs.contains(.energies)
        ? LaneEnergies(truth.steadyStretches, said, truth.truths, &spectrum) : nil,
      needs: needs)
  }
}
