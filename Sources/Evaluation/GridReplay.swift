import MotionNumerics
import MotionPrediction

/// Plays the strokes of a prepared recording to many plain `polynomial` predictors in one pass.
///
/// The answers are those of each predictor alone, to the last bit (`PolynomialGrid`), and so are the
/// scored strokes. What is shared: the sums and factorisations of the fits, the reading of samples
/// and truths, and the spectra of errors, four at a time.
struct GridReplay {
  private let recording: PreparedRecording
  private var grid: PolynomialGrid
  private let count: Int
  /// The predictions of a stroke, by configuration and place, in the reported unit.
  private var predictions: [SIMD2<Double>] = []
  private var abstained: [Bool] = []
  private var horizons: [Double] = []
  private var answers: [SIMD2<Double>] = []
  private var spectrum: HighFrequencyEnergy

  /// A replay to fresh predictors.
  ///
  /// - Throws: `ParameterError` where one of the configurations is refused.
  init(
    _ configurations: [PolynomialPredictor.Parameters], on recording: PreparedRecording
  ) throws(ParameterError) {
    self.recording = recording
    grid = try PolynomialGrid(configurations)
    count = configurations.count
    spectrum = HighFrequencyErrorScore.spectrum(recording.settings)
  }

  /// Plays the next stroke.
  mutating func answer(_ stroke: PreparedStroke) {
    let size = count * stroke.targetCount
    predictions.removeAll(keepingCapacity: true)
    predictions.append(contentsOf: repeatElement(.zero, count: size))
    abstained.removeAll(keepingCapacity: true)
    abstained.append(contentsOf: repeatElement(false, count: size))
    if recording.replay.name == .henze2017, recording.replay.observe == .window {
      playWindows(of: stroke)
    } else {
      play(stroke)
    }
  }

  /// Calls `body` with the number of each configuration and what it said of the stroke that was
  /// played last, by slot.
  mutating func forEachScored(_ stroke: PreparedStroke, _ body: (Int, [ScoredStroke]) -> Void) {
    for first in stride(from: 0, to: count, by: 4) {
      let members = first..<min(first + 4, count)
      var scored = [[ScoredStroke]](repeating: [], count: members.count)
      for slot in stroke.slots.indices { score(members, stroke, slot, into: &scored) }
      for (member, strokes) in zip(members, scored) { body(member, strokes) }
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

  /// Asks all configurations, and puts their answers, or hold, in their places.
  private mutating func ask(
    _ questions: ArraySlice<StrokeQuestions.Question>, _ stroke: PreparedStroke
  ) {
    horizons.removeAll(keepingCapacity: true)
    for question in questions { horizons.append(question.ahead) }
    grid.positions(ahead: horizons, into: &answers)
    let (total, factor) = (stroke.targetCount, recording.factor)
    guard let sample = questions.first?.sample else { return }
    let anchor = stroke.samples[sample].position * factor
    for (offset, question) in questions.enumerated() {
      for configuration in 0..<count {
        let answer = answers[configuration * horizons.count + offset]
        let place = configuration * total + question.place
        let isSilent = answer.x.isNaN
        predictions[place] = isSilent ? anchor : answer * factor
        abstained[place] = isSilent
      }
    }
  }

  /// Puts what up to four configurations said of one slot's targets beside the truth.
  private mutating func score(
    _ members: Range<Int>, _ stroke: PreparedStroke, _ slot: Int,
    into result: inout [[ScoredStroke]]
  ) {
    let places = stroke.places[slot]
    let truth = stroke.slots[slot]
    let own = members.map { member in
      let start = member * stroke.targetCount
      return (start + places.lowerBound)..<(start + places.upperBound)
    }
    let said = own.map { Array(predictions[$0]) }
    let errors = said.map(truth.errors)
    let energies = energies(of: errors, truth.steadyStretches)
    for lane in said.indices {
      result[lane].append(
        ScoredStroke(
          slot: truth, stroke: stroke, predictions: said[lane],
          abstained: Array(abstained[own[lane]]), factor: recording.factor, errors: errors[lane],
          energies: energies.map { $0[lane] }))
    }
  }

  /// The energies of the stretches, a lane each; those beyond the last repeat it.
  private mutating func energies(
    of errors: [[SIMD2<Double>]], _ stretches: [SteadyStretch]
  ) -> [SIMD4<Double>] {
    let last = errors.count - 1
    let (a, b) = (errors[0], errors[min(1, last)])
    let (c, d) = (errors[min(2, last)], errors[min(3, last)])
    return stretches.map { stretch in
      spectrum.energies(ofSignalsOf: stretch.points.count) { place in
        stretch.resampled(a, b, c, d, at: place)
      }
    }
  }
}
