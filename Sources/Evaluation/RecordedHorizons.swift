import TouchInput

/// The horizons of a device's own predictions, rounded to whole nominal intervals.
public enum RecordedHorizons {
  /// The horizons that occur in recordings, in order; their frame is the nominal interval.
  public static func all(in recordings: [Recording]) -> [Horizon] {
    all(of: [.held(EvaluationDataset(name: "", recordings: recordings))])
  }

  /// The horizons that occur in data sets, in order.
  ///
  /// Their frame is the nominal interval of the first recording. Streamed strokes are read once;
  /// recordings that are ready say nothing of horizons.
  public static func all(of sources: [EvaluationSource]) -> [Horizon] {
    var steps: Set<Double> = []
    var rates: [Double] = []
    for source in sources {
      switch source {
      case .held(let dataset):
        rates += dataset.recordings.map(\.nominalRate)
        for recording in dataset.recordings {
          for stroke in recording.strokes {
            add(stroke, rate: recording.nominalRate, to: &steps)
          }
        }
      case .streamed(let streamed):
        rates += streamed.recordings.map(\.nominalRate)
        for (recording, stroke) in streamed.strokes() {
          add(stroke, rate: streamed.recordings[recording].nominalRate, to: &steps)
        }
      case .prepared: break
      }
    }
    return steps.sorted().map { Horizon(frames: $0, rate: rates.first ?? 60) }
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

  /// The number of nominal intervals nearest to `ahead` seconds; nil for none.
  static func step(_ ahead: Double, rate: Double) -> Double? {
    let steps = (ahead * rate).rounded()
    return steps.isFinite && steps >= 1 ? steps : nil
  }
}
