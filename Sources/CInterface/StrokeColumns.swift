import CNextpoint
import TouchInput

/// Strokes in the caller's memory, checked.
struct StrokeColumns {
  private let strokes: nextpoint_strokes

  /// Checks the struct.
  ///
  /// - Throws: `BatchError` where it cannot be used.
  init(_ strokes: UnsafePointer<nextpoint_strokes>?) throws(BatchError) {
    self.strokes = try .sized(strokes, "nextpoint_strokes")
    try checkSamples()
    try checkOffsets()
  }

  private static let knownFlags =
    Int(NEXTPOINT_CONTINUE_FIRST_STROKE) | Int(NEXTPOINT_LEAVE_LAST_STROKE_OPEN)

  private func checkSamples() throws(BatchError) {
    guard strokes.sample_count >= 0 else {
      throw BatchError("sample_count is beyond PTRDIFF_MAX; give the length of the columns")
    }
    guard strokes.flags & ~Self.knownFlags == 0 else {
      throw BatchError(
        "flags is \(strokes.flags); use 0 or the NEXTPOINT_… constants of nextpoint.h")
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

  /// The number of samples, those of no stroke among them.
  var count: Int { strokes.sample_count }

  /// The number of strokes: one where no offsets divide the samples.
  var strokeCount: Int { strokes.stroke_offsets == nil ? 1 : strokes.stroke_count }

  /// The samples of a stroke.
  func samples(of stroke: Int) -> Range<Int> {
    guard let offsets = strokes.stroke_offsets else { return 0..<strokes.sample_count }
    return offsets[stroke]..<offsets[stroke + 1]
  }

  /// The samples before the first stroke and after the last.
  var samplesOfNoStroke: [Int] {
    guard let offsets = strokes.stroke_offsets else { return [] }
    return Array(0..<offsets[0]) + Array(offsets[strokes.stroke_count]..<strokes.sample_count)
  }

  /// Whether a stroke is a new contact rather than a continuation of earlier samples.
  func begins(_ stroke: Int) -> Bool {
    stroke > 0 || strokes.flags & Int(NEXTPOINT_CONTINUE_FIRST_STROKE) == 0
  }

  /// When the contact of a stroke was lifted; nil where it was not.
  func end(of stroke: Int) -> Double? {
    let isLast = stroke == strokeCount - 1
    if isLast && strokes.flags & Int(NEXTPOINT_LEAVE_LAST_STROKE_OPEN) != 0 { return nil }
    return strokes.end_times_s?[stroke]
      ?? samples(of: stroke).last.map { strokes.time_s.number($0) }
  }

  /// A sample; what a column that is left out would hold was not measured.
  func sample(_ index: Int) -> TouchSample {
    let position = SIMD2(strokes.x.number(index), strokes.y.number(index))
    guard hasPen else { return TouchSample(time: strokes.time_s.number(index), position: position) }
    return TouchSample(
      time: strokes.time_s.number(index), position: position,
      force: strokes.force.number(index).measured,
      altitude: strokes.altitude_rad.number(index).measured,
      azimuth: strokes.azimuth_rad.number(index).measured)
  }

  private var hasPen: Bool {
    strokes.force.values != nil || strokes.altitude_rad.values != nil
      || strokes.azimuth_rad.values != nil
  }
}

extension nextpoint_strokes: SizedStruct {
  static var firstSize: Int { MemoryLayout<Self>.size }
}

extension nextpoint_column {
  /// Number `index`; NAN where the column is left out.
  fileprivate func number(_ index: Int) -> Double {
    guard let values else { return .nan }
    let stride = stride_bytes == 0 ? MemoryLayout<Double>.size : stride_bytes
    return (UnsafeRawPointer(values) + index &* stride).loadUnaligned(as: Double.self)
  }
}
