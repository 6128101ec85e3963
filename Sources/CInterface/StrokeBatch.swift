import CNextpoint
import MotionPrediction
import TouchInput

/// Strokes in the caller's memory with the questions about them and the places of the answers.
///
/// Everything is checked when it is created, so that `run` cannot fail halfway.
struct StrokeBatch {
  private let strokes: StrokeColumns
  private let answers: nextpoint_answers

  /// Checks the two structs.
  ///
  /// - Throws: `BatchError` where one cannot be used.
  init(
    _ strokes: UnsafePointer<nextpoint_strokes>?, _ answers: UnsafePointer<nextpoint_answers>?
  ) throws(BatchError) {
    self.strokes = try StrokeColumns(strokes)
    self.answers = try .sized(answers, "nextpoint_answers")
    try checkAnswers()
  }

  private func checkAnswers() throws(BatchError) {
    let (horizons, levels) = (answers.horizon_count, answers.level_count)
    guard horizons >= 0, levels >= 0 else {
      throw BatchError("horizon_count or level_count is beyond PTRDIFF_MAX")
    }
    guard horizons == 0 || answers.horizons_s != nil else {
      throw BatchError("horizons_s is null; give \(horizons) horizons in seconds")
    }
    guard levels == 0 || answers.levels != nil else {
      throw BatchError("levels is null; give \(levels) levels between 0 and 1")
    }
    // As numbers with a fraction: a product of three counts can be beyond any integer.
    let places = Double(strokes.count) * Double(horizons) * Double(max(levels, 3))
    guard places * Double(MemoryLayout<Double>.size) < Double(Int.max / 2) else {
      throw BatchError("sample_count × horizon_count × level_count is beyond PTRDIFF_MAX")
    }
  }

  /// Observes every stroke, and writes the answers after each sample.
  func run<P: Predictor>(on predictor: inout P) {
    for sample in strokes.samplesOfNoStroke { leaveUnanswered(sample) }
    for stroke in 0..<strokes.strokeCount { play(stroke, on: &predictor) }
  }

  private func play<P: Predictor>(_ stroke: Int, on predictor: inout P) {
    if strokes.begins(stroke) { predictor.beginStroke() }
    for index in strokes.samples(of: stroke) {
      predictor.observe(strokes.sample(index))
      answer(after: index, from: predictor)
    }
    if let end = strokes.end(of: stroke) { predictor.endStroke(at: end) }
  }

  private func answer(after sample: Int, from predictor: some Predictor) {
    guard answers.horizon_count > 0, let first = answers.horizons_s else { return }
    let horizons = UnsafeRawPointer(first) + sample &* answers.horizon_stride_bytes
    let start = sample &* answers.horizon_count
    guard !asksForMoreThanPositions else {
      for index in 0..<answers.horizon_count {
        let horizon = horizons.loadUnaligned(fromByteOffset: index &* 8, as: Double.self)
        answers.write(predictor.predict(ahead: horizon), at: start &+ index)
      }
      return
    }
    for index in 0..<answers.horizon_count {
      let horizon = horizons.loadUnaligned(fromByteOffset: index &* 8, as: Double.self)
      answers.write(position: predictor.position(ahead: horizon), at: start &+ index)
    }
  }

  private func leaveUnanswered(_ sample: Int) {
    for index in 0..<answers.horizon_count {
      answers.write(nil, at: sample * answers.horizon_count + index)
    }
  }

  private var asksForMoreThanPositions: Bool {
    answers.velocity != nil || answers.covariance != nil || answers.radius != nil
      || answers.confidence != nil || answers.pen != nil || answers.lift_probability != nil
  }
}

extension nextpoint_answers: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }
}

extension nextpoint_answers {
  /// Writes a position, or that there is none.
  fileprivate func write(position: SIMD2<Double>?, at place: Int) {
    answered?[place] = position != nil
    guard let start = self.position else { return }
    // One store: the caller's numbers need not lie on a multiple of 16 bytes.
    UnsafeMutableRawPointer(start + 2 &* place)
      .storeBytes(of: position ?? SIMD2(repeating: .nan), as: SIMD2<Double>.self)
  }

  /// Writes all that is asked for, in the form of `nextpoint_prediction`.
  fileprivate func write(_ prediction: Prediction?, at place: Int) {
    write(position: prediction?.position, at: place)
    let said = prediction.map { nextpoint_prediction($0) }
    velocity?[2 * place] = said?.velocity_x ?? .nan
    velocity?[2 * place + 1] = said?.velocity_y ?? .nan
    covariance?[3 * place] = said?.variance_xx ?? .nan
    covariance?[3 * place + 1] = said?.variance_xy ?? .nan
    covariance?[3 * place + 2] = said?.variance_yy ?? .nan
    confidence?[place] = said?.confidence ?? .nan
    pen?[3 * place] = said?.force ?? .nan
    pen?[3 * place + 1] = said?.altitude_rad ?? .nan
    pen?[3 * place + 2] = said?.azimuth_rad ?? .nan
    lift_probability?[place] = said?.lift_probability ?? .nan
    guard let radius, let levels else { return }
    for level in 0..<level_count {
      radius[level_count * place + level] =
        prediction?.regionRadius(covering: levels[level]) ?? .nan
    }
  }
}
