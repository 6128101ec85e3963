import TouchInput

/// The horizons of a device's own predictions, rounded to whole nominal intervals.
public enum RecordedHorizons {
  /// The horizons that occur in recordings, in order; their frame is the nominal interval.
  public static func all(in recordings: [Recording]) -> [Horizon] {
    var steps: Set<Double> = []
    for recording in recordings {
      for stroke in recording.strokes {
        for batch in stroke.devicePredictions {
          guard batch.samplesBefore >= 1, batch.samplesBefore <= stroke.samples.count else {
            continue
          }
          let newest = stroke.samples[batch.samplesBefore - 1].time
          for sample in batch.samples {
            if let step = step(sample.time - newest, rate: recording.nominalRate) {
              steps.insert(step)
            }
          }
        }
      }
    }
    let rate = recordings.first?.nominalRate ?? 60
    return steps.sorted().map { Horizon(frames: $0, rate: rate) }
  }

  /// The number of nominal intervals nearest to `ahead` seconds; nil for none.
  static func step(_ ahead: Double, rate: Double) -> Double? {
    let steps = (ahead * rate).rounded()
    return steps.isFinite && steps >= 1 ? steps : nil
  }
}
