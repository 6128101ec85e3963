import MotionNumerics
import MotionPrediction

/// Replays the strokes of a prepared recording to many plain `polynomial` predictors in one pass.
///
/// Predictions and scored strokes are bit-identical to those of each predictor alone
/// (`PolynomialGrid`). The predictors share the sums and factorizations of the fits, the reading of
/// samples and truths and, four configurations at a time, everything that scores have in common
/// (`ScoredLanes`), or nothing but a few sums where no more is needed (`GridSums`).
struct GridReplay {
  private let recording: PreparedRecording
  private var grid: PolynomialGrid
  private let count: Int
  /// The predictions of a stroke.
  private var said = GridPredictions()
  /// What is summed while the grid answers; nil where the predictions are needed.
  private var sums: GridSums?
  private var spectrum: HighFrequencyEnergy
  /// Room for the lengths of a slot.
  private var scratch: [SIMD4<Double>] = []

  /// Creates a replay with new predictors.
  ///
  /// - Parameters:
  ///   - configurations: Their parameters.
  ///   - recording: The recording.
  ///   - summed: What `withSummed` will give; nil if `forEachScored` will be called instead. For
  ///     protocols that ask after every sample.
  /// - Throws: `ParameterError` if one of the configurations is refused.
  init(
    _ configurations: [PolynomialPredictor.Parameters], on recording: PreparedRecording,
    summed: ScoreNeeds?
  ) throws(ParameterError) {
    self.recording = recording
    sums = summed.map(GridSums.init)
    grid = try PolynomialGrid(configurations)
    count = configurations.count
    spectrum = HighFrequencyErrorScore.spectrum(recording.settings)
  }

  /// Replays the next stroke.
  mutating func answer(_ stroke: PreparedStroke) {
    let (factor, total) = (recording.factor, stroke.targetCount)
    // What is filled is taken out, so that it is changed in place.
    if var sums {
      self.sums = nil
      sums.begin(stroke, fours: grid.fourCount)
      play(stroke) { grid, questions, newest in
        sums.add(&grid, questions, newest: newest, factor: factor)
      }
      sums.end()
      self.sums = sums
      return
    }
    var said = GridPredictions()
    swap(&said, &self.said)
    said.begin(fours: grid.fourCount, total: total)
    play(stroke) { grid, questions, newest in
      said.add(&grid, questions, newest: newest, factor: factor)
    }
    swap(&said, &self.said)
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

  /// Calls `body` with the indices of up to four configurations, a slot, and what was measured there
  /// of their predictions for the last stroke; without what is one object for each stroke, which
  /// scores that read predictions need.
  mutating func forEachMeasured(
    _ stroke: PreparedStroke, _ needs: ScoreNeeds, _ body: (Range<Int>, Int, MeasuredLanes) -> Void
  ) {
    let longest = stroke.places.map(\.count).max() ?? 0
    let size = ScoredLanes.Magnitude.all(of: needs) * longest
    if scratch.count < size { scratch = Array(repeating: .zero, count: size) }
    for first in stride(from: 0, to: count, by: ScoredLanes.width) {
      let members = first..<min(first + ScoredLanes.width, count)
      let start = first / ScoredLanes.width * stroke.targetCount
      for slot in stroke.slots.indices {
        let (truth, places) = (stroke.slots[slot], stroke.places[slot])
        let own = (start + places.lowerBound)..<(start + places.upperBound)
        let (said, silent) = (said.predictions[own], said.abstentions[own])
        scratch.withUnsafeMutableBufferPointer { scratch in
          let magnitudes = LaneMagnitudes(
            start: scratch.baseAddress, count: places.count, needs: needs)
          body(
            members, slot,
            MeasuredLanes(
              slot: truth,
              sums: LaneSums(said, truth, truth.runs, needs) { magnitudes.start(of: $0) },
              energies: needs.contains(.energies)
                ? LaneEnergies(truth.steadyStretches, said, truth.truths, &spectrum) : nil,
              abstentions: silent, magnitudes: magnitudes))
        }
      }
    }
  }

  /// Calls `body` with what was summed on the last stroke, four configurations in a row together.
  func withSummed(_ body: (GridSums.Found) -> Void) { sums?.withFound(body) }

  /// Plays a stroke, and calls `ask` with what is asked after a sample and that sample's position in
  /// the reported unit.
  private mutating func play(
    _ stroke: PreparedStroke,
    _ ask: (inout PolynomialGrid, ArraySlice<StrokeQuestions.Question>, SIMD2<Double>) -> Void
  ) {
    let questions = stroke.questions.questions
    if recording.replay.name == .henze2017, recording.replay.observe == .window {
      for (number, question) in questions.enumerated() {
        grid.beginStroke()
        for sample in max(0, question.sample - HenzeWindows.known + 1)...question.sample {
          grid.observe(stroke.samples[sample])
        }
        let newest = stroke.samples[question.sample].position * recording.factor
        ask(&grid, questions[number...number], newest)
      }
      return
    }
    var next = 0
    grid.beginStroke()
    for arrival in 0..<(stroke.delivered?.count ?? stroke.samples.count) {
      let sample = stroke.delivered?[arrival] ?? arrival
      grid.observe(stroke.samples[sample])
      while next < questions.count, questions[next].sample < sample { next += 1 }
      let first = next
      while next < questions.count, questions[next].sample == sample { next += 1 }
      if first < next {
        ask(&grid, questions[first..<next], stroke.samples[sample].position * recording.factor)
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
    let said = said.predictions[own]
    let silent = self.said.abstentions[own]
    return ScoredLanes(
      slot: truth, stroke: stroke, predictions: said, count: members.count,
      abstentions: silent.contains { $0 != 0 } ? silent : [], factor: recording.factor,
      energies: needs.contains(.energies)
        ? LaneEnergies(truth.steadyStretches, said, truth.truths, &spectrum) : nil,
      needs: needs)
  }
}

/// What the configurations of a grid predicted for one stroke.
private struct GridPredictions {
  /// The predictions in the reported unit, by four configurations and by place: four times x, then
  /// four times y.
  private(set) var predictions: [SIMD8<Double>] = []
  /// Which of the four abstained, one bit each.
  private(set) var abstentions: [UInt8] = []
  private var total = 0
  private var horizons: [Double] = []

  /// Begins a stroke of `total` targets, for a number of groups of four configurations.
  mutating func begin(fours: Int, total: Int) {
    self.total = total
    predictions.removeAll(keepingCapacity: true)
    predictions.append(contentsOf: repeatElement(.zero, count: fours * total))
    abstentions.removeAll(keepingCapacity: true)
    abstentions.append(contentsOf: repeatElement(0, count: fours * total))
  }

  /// Asks all configurations, and stores their predictions or, if they abstain, the newest
  /// position.
  mutating func add(
    _ grid: inout PolynomialGrid, _ questions: ArraySlice<StrokeQuestions.Question>,
    newest: SIMD2<Double>, factor: Double
  ) {
    horizons.removeAll(keepingCapacity: true)
    for question in questions { horizons.append(question.ahead) }
    grid.fit()
    let total = total
    predictions.withUnsafeMutableBufferPointer { predictions in
      abstentions.withUnsafeMutableBufferPointer { abstentions in
        questions.withUnsafeBufferPointer { questions in
          grid.forEachFour(ahead: horizons) { four, answers, hasSilence in
            for (number, question) in questions.enumerated() {
              let place = four * total + question.place
              var said = factor * LanePoints(answers[number])
              if hasSilence {
                let isSilent = said.replaceSilence(by: newest)
                for lane in 0..<ScoredLanes.width where isSilent[lane] != 0 {
                  abstentions[place] |= 1 << UInt8(lane)
                }
              }
              predictions[place] = SIMD8(lowHalf: said.x, highHalf: said.y)
            }
          }
        }
      }
    }
  }
}
