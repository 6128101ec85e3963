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

  /// A stroke, by configuration and slot.
  mutating func scored(_ stroke: PreparedStroke) -> [[ScoredStroke]] {
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
    var result = [[ScoredStroke]](repeating: [], count: count)
    for slot in stroke.slots.indices { score(stroke, slot, into: &result) }
    return result
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

  private mutating func score(
    _ stroke: PreparedStroke, _ slot: Int, into result: inout [[ScoredStroke]]
  ) {
    let places = stroke.places[slot]
    let said = (0..<count).map { configuration -> ([SIMD2<Double>], [Bool]) in
      let start = configuration * stroke.targetCount
      let own = (start + places.lowerBound)..<(start + places.upperBound)
      return (Array(predictions[own]), Array(abstained[own]))
    }
    let errors = said.map { stroke.slots[slot].errors(of: $0.0) }
    let energies = energies(of: errors, stroke.slots[slot].steadyStretches)
    for configuration in 0..<count {
      result[configuration].append(
        ScoredStroke(
          slot: stroke.slots[slot], stroke: stroke, predictions: said[configuration].0,
          abstained: said[configuration].1, factor: recording.factor,
          errors: errors[configuration], energies: energies[configuration]))
    }
  }

  /// The energies of the stretches, by configuration.
  private mutating func energies(
    of errors: [[SIMD2<Double>]], _ stretches: [SteadyStretch]
  ) -> [[Double]] {
    var result = [[Double]](repeating: [], count: count)
    guard !stretches.isEmpty else { return result }
    for first in stride(from: 0, to: count, by: 4) {
      // The lanes beyond the last configuration repeat it.
      let lanes = (0..<4).map { errors[min(first + $0, count - 1)] }
      for stretch in stretches {
        let found = spectrum.energies(ofSignalsOf: stretch.points.count) { place in
          stretch.resampled(lanes[0], lanes[1], lanes[2], lanes[3], at: place)
        }
        for lane in 0..<min(4, count - first) { result[first + lane].append(found[lane]) }
      }
    }
    return result
  }
}
