import CNextpoint
import MotionPrediction
import TouchInput

/// Strokes in the caller's memory with the questions about them and the places of the answers.
///
/// Everything is checked when it is created, so that `run` cannot fail halfway.
struct StrokeBatch {
  private let strokes: nextpoint_strokes
  private let answers: nextpoint_answers
  private let flags: Int

  /// Checks the two structs.
  ///
  /// - Throws: `BatchError` where one cannot be used.
  init(
    _ strokes: UnsafePointer<nextpoint_strokes>?, _ answers: UnsafePointer<nextpoint_answers>?
  ) throws(BatchError) {
    self.strokes = try .sized(strokes, "nextpoint_strokes")
    self.answers = try .sized(answers, "nextpoint_answers")
    flags = self.strokes.flags
    try checkSamples()
    try checkOffsets()
    try checkAnswers()
  }

  private static let knownFlags =
    Int(NEXTPOINT_CONTINUE_FIRST_STROKE) | Int(NEXTPOINT_LEAVE_LAST_STROKE_OPEN)

  private func checkSamples() throws(BatchError) {
    guard strokes.sample_count >= 0 else {
      throw BatchError("sample_count is beyond PTRDIFF_MAX; give the length of the columns")
    }
    guard flags & ~Self.knownFlags == 0 else {
      throw BatchError("flags is \(flags); use 0 or the NEXTPOINT_… constants of nextpoint.h")
    }
    guard strokes.sample_count > 0 else { return }
    let needed = [("time_s", strokes.time_s), ("x", strokes.x), ("y", strokes.y)]
    for (name, column) in needed where column.values == nil {
      throw BatchError("\(name).values is null; give \(strokes.sample_count) numbers")
    }
  }

  private func checkOffsets() throws(BatchError) {
    let count = strokes.stroke_count
    guard count >= 0, count < .max else {
      throw BatchError("stroke_count is beyond PTRDIFF_MAX; give the number of strokes")
    }
    guard let offsets = strokes.stroke_offsets else {
      guard count == 0 else {
        throw BatchError("stroke_offsets is null; give \(count + 1) offsets, or stroke_count 0")
      }
      return
    }
    var previous = 0
    for index in 0...count {
      let offset = offsets[index]
      guard offset >= previous else {
        throw BatchError("stroke_offsets[\(index)] is below the one before; sort the offsets")
      }
      guard offset <= strokes.sample_count else {
        throw BatchError(
          "stroke_offsets[\(index)] is \(offset), but there are \(strokes.sample_count) samples")
      }
      previous = offset
    }
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
    let places = Double(strokes.sample_count) * Double(horizons) * Double(max(levels, 3))
    guard places * Double(MemoryLayout<Double>.size) < Double(Int.max / 2) else {
      throw BatchError("sample_count × horizon_count × level_count is beyond PTRDIFF_MAX")
    }
  }

  /// Observes every stroke, and writes the answers after each sample.
  func run<P: Predictor>(on predictor: inout P) {
    guard let offsets = strokes.stroke_offsets else {
      play(0, samples: 0..<strokes.sample_count, isLast: true, on: &predictor)
      return
    }
    for sample in 0..<offsets[0] { leaveUnanswered(sample) }
    for stroke in 0..<strokes.stroke_count {
      play(
        stroke, samples: offsets[stroke]..<offsets[stroke + 1],
        isLast: stroke == strokes.stroke_count - 1, on: &predictor)
    }
    for sample in offsets[strokes.stroke_count]..<strokes.sample_count { leaveUnanswered(sample) }
  }

  private func play<P: Predictor>(
    _ stroke: Int, samples: Range<Int>, isLast: Bool, on predictor: inout P
  ) {
    if stroke > 0 || flags & Int(NEXTPOINT_CONTINUE_FIRST_STROKE) == 0 { predictor.beginStroke() }
    for index in samples {
      predictor.observe(sample(index))
      answer(after: index, from: predictor)
    }
    if isLast && flags & Int(NEXTPOINT_LEAVE_LAST_STROKE_OPEN) != 0 { return }
    let newest = samples.last.map { strokes.time_s.number($0) }
    if let end = strokes.end_times_s?[stroke] ?? newest { predictor.endStroke(at: end) }
  }

  private func sample(_ index: Int) -> TouchSample {
    TouchSample(
      nextpoint_sample(
        time_s: strokes.time_s.number(index), x: strokes.x.number(index),
        y: strokes.y.number(index), force: strokes.force.number(index),
        altitude_rad: strokes.altitude_rad.number(index),
        azimuth_rad: strokes.azimuth_rad.number(index)))
  }

  private func answer(after sample: Int, from predictor: some Predictor) {
    guard answers.horizon_count > 0, let first = answers.horizons_s else { return }
    let horizons = UnsafeRawPointer(first) + sample &* answers.horizon_stride_bytes
    for index in 0..<answers.horizon_count {
      let horizon = horizons.loadUnaligned(fromByteOffset: index * 8, as: Double.self)
      let place = sample * answers.horizon_count + index
      if asksForMoreThanPositions {
        answers.write(predictor.predict(ahead: horizon), at: place)
      } else {
        answers.write(position: predictor.position(ahead: horizon), at: place)
      }
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

/// Why a batch cannot be used, in one sentence with a remedy.
struct BatchError: Error {
  let message: String
  init(_ message: String) { self.message = message }
}

/// A struct of `nextpoint.h` whose first field is its size.
private protocol SizedStruct {
  init()
  /// The bytes of the first edition, which every caller has.
  static var firstSize: Int { get }
}

extension nextpoint_strokes: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }
}

extension nextpoint_answers: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }
}

extension nextpoint_region: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }

  /// Whether all fields can be written; later fields are left as they are.
  var hasUsableSize: Bool { size >= Self.firstSize && size <= greatestStructSize }
}

/// A size beyond this is memory that was never set.
private let greatestStructSize = 4096

extension SizedStruct {
  /// Returns a caller's struct, with zeros for the fields that the caller's header did not have yet.
  ///
  /// - Throws: `BatchError` for a null pointer, a size that no edition of the header has, or a field
  ///   that is newer than this library and not zero.
  fileprivate static func sized(_ pointer: UnsafePointer<Self>?, _ name: String) throws(BatchError)
    -> Self
  {
    guard let pointer else { throw BatchError("no \(name) is given") }
    let bytes = UnsafeRawPointer(pointer)
    let size = bytes.load(as: Int.self)
    guard size >= firstSize, size <= greatestStructSize else {
      throw BatchError("the size of \(name) is \(size); set it to sizeof(\(name))")
    }
    let known = MemoryLayout<Self>.size
    for index in min(known, size)..<size
    where bytes.load(fromByteOffset: index, as: UInt8.self) != 0 {
      throw BatchError(
        "\(name) has a field at byte \(index) that this library does not know; "
          + "leave it zero, or use the library that the header came with")
    }
    var result = Self()
    withUnsafeMutableBytes(of: &result) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: min(known, size)))
    }
    return result
  }
}

extension nextpoint_column {
  /// Number `index`; NAN where the column is left out.
  fileprivate func number(_ index: Int) -> Double {
    guard let values else { return .nan }
    let stride = stride_bytes == 0 ? MemoryLayout<Double>.size : stride_bytes
    return (UnsafeRawPointer(values) + index &* stride).loadUnaligned(as: Double.self)
  }
}

extension nextpoint_answers {
  /// Writes a position, or that there is none.
  fileprivate func write(position: SIMD2<Double>?, at place: Int) {
    answered?[place] = position != nil
    self.position?[2 * place] = position?.x ?? .nan
    self.position?[2 * place + 1] = position?.y ?? .nan
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
