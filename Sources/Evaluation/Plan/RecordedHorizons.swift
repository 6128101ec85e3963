import MotionNumerics
import TouchInput

/// The horizons of a device's own predictions, rounded to whole nominal intervals.
package enum RecordedHorizons {
  /// Returns the horizons in recordings, in ascending order.
  ///
  /// A frame is the nominal interval.
  package static func all(in recordings: [Recording]) -> [Horizon] {
    var steps: Set<Double> = []
    add(recordings, to: &steps)
    return horizons(steps, rate: recordings.first?.nominalRate)
  }

  /// Returns the horizons in data sets, in ascending order.
  ///
  /// A frame is the nominal interval of the first recording. Streamed strokes are read once.
  /// Prepared recordings are skipped.
  ///
  /// - Throws: The error that stopped the reading of strokes.
  package static func all(of sources: [EvaluationSource]) throws -> [Horizon] {
    var steps: Set<Double> = []
    var rates: [Double] = []
    for source in sources {
      switch source {
      case .held(let dataset):
        rates += dataset.recordings.map(\.nominalRate)
        add(dataset.recordings, to: &steps)
      case .streamed(let streamed):
        rates += streamed.recordings.map(\.nominalRate)
        let read = streamed.strokes()
        while let (recording, stroke) = try read() {
          add(stroke, rate: streamed.recordings[recording].nominalRate, to: &steps)
        }
      case .prepared: break
      }
    }
    return horizons(steps, rate: rates.first)
  }

  private static func horizons(_ steps: Set<Double>, rate: Double?) -> [Horizon] {
    steps.sorted().map { Horizon(frames: $0, rate: rate ?? 60) }
  }

  private static func add(_ recordings: [Recording], to steps: inout Set<Double>) {
    for recording in recordings {
      for stroke in recording.strokes { add(stroke, rate: recording.nominalRate, to: &steps) }
    }
  }

  private static func add(_ stroke: Stroke, rate: Double, to steps: inout Set<Double>) {
    for batch in stroke.devicePredictions {
      guard batch.samplesBefore >= 1, batch.samplesBefore <= stroke.samples.count else { continue }
      let newest = stroke.samples[batch.samplesBefore - 1].time
      for sample in batch.samples {
        if let step = step(sample.time - newest, rate: rate) { steps.insert(step) }
      }
    }
  }

  /// The number of nominal intervals nearest to `ahead` seconds; nil if less than one.
  static func step(_ ahead: Double, rate: Double) -> Double? {
    let steps = ((ahead + TimeTolerance.seconds) * rate).rounded()
    return steps.isFinite && steps >= 1 ? steps : nil
  }
}
