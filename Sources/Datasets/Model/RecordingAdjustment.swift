import TouchInput

extension RecordingFormat {
  /// Reads a file, with times in seconds and positions in the unit of the data set.
  func read(_ source: RecordingSource) -> ReadResult {
    var result = reader.read(source)
    let adjustment = RecordingAdjustment(self, source)
    guard adjustment.isNeeded else { return result }
    for index in result.recordings.indices { adjustment.apply(to: &result.recordings[index]) }
    return result
  }

  /// The unit of times that the format states; nil if its reader follows `ReadingOptions.timeUnit` itself.
  private var statedTimeUnit: TimeUnit? {
    switch self {
    case .plainCSV, .inkML: nil
    case .henzeText, .dollarXML, .pointerEvents, .jsPsych, .rrweb: .milliseconds
    case .inkableJSON, .evemu, .evemuDescription, .getevent, .evtest, .libinputRecord,
      .libinputEvents:
      .seconds
    }
  }

  /// Returns the unit in which the times of a file are read.
  func timeUnit(_ options: ReadingOptions) -> TimeUnit {
    if self == .plainCSV { return options.columns?.timeUnit ?? options.timeUnit ?? .seconds }
    return options.timeUnit ?? statedTimeUnit ?? .milliseconds
  }

  /// The factors to seconds from the seconds of the reader, which took the stated unit.
  fileprivate func timeFactors(_ options: ReadingOptions) -> (times: Double, per: Double)? {
    guard let stated = statedTimeUnit, let given = options.timeUnit, given != stated else {
      return nil
    }
    return (stated.perSecond, given.perSecond)
  }
}

/// The step from what a reader gives to seconds and one unit of length.
///
/// It is the one place that knows of `ReadingOptions.timeUnit` for all formats whose unit is fixed, and of
/// axes with different scales.
struct RecordingAdjustment {
  private let times: (times: Double, per: Double)?
  private let perMillimeter: SIMD2<Double>?
  private let scale: LengthScale

  /// Creates the adjustment of a file.
  init(_ format: RecordingFormat, _ source: RecordingSource) {
    times = format.timeFactors(source.options)
    perMillimeter = source.axisScales
    scale = source.scale
  }

  /// Indicates whether anything changes.
  var isNeeded: Bool { times != nil || perMillimeter != nil }

  /// Adjusts a recording with its strokes.
  ///
  /// A recording whose header has a unit of its own keeps it.
  func apply(to recording: inout Recording) {
    for index in recording.strokes.indices {
      apply(to: &recording.strokes[index], of: recording.scale)
    }
    if perMillimeter != nil, recording.scale == scale {
      recording.scale = LengthScale(unit: .millimeter)
    }
  }

  /// Adjusts a stroke of a recording that has a scale.
  func apply(to stroke: inout Stroke, of scale: LengthScale) {
    let divisor = scale == self.scale ? perMillimeter : nil
    for index in stroke.samples.indices { apply(to: &stroke.samples[index], divisor) }
    for batch in stroke.devicePredictions.indices {
      for index in stroke.devicePredictions[batch].samples.indices {
        apply(to: &stroke.devicePredictions[batch].samples[index], divisor)
      }
    }
    if let divisor { stroke.exactPositions = stroke.exactPositions?.map { $0 / divisor } }
  }

  private func apply(to sample: inout TouchSample, _ divisor: SIMD2<Double>?) {
    // The product is the number in the file, to one rounding.
    if let times { sample.time = sample.time * times.times / times.per }
    guard let divisor else { return }
    sample.position /= divisor
    sample.regularPosition = sample.regularPosition.map { $0 / divisor }
  }
}
