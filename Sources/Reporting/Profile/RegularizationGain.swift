import Datasets
import MotionPrediction
import TouchInput

/// How much `regularise` before `linear` changes its error on some recordings.
///
/// Both predict each sample that comes at least two usual intervals after another, at exactly that
/// horizon, so that nothing is interpolated. A predictor that abstains predicts the latest position.
struct RegularizationGain {
  /// The mean error with the stage by that without; nil if nothing was predicted or there is no error.
  let ratio: Double?

  /// Replays some recordings; O(n) for n samples.
  init(_ recordings: [Recording]) {
    var (plain, regular) = (0.0, 0.0)
    for recording in recordings {
      guard let interval = RecordingStatistics.sampleInterval([recording]) else { continue }
      plain += Self.error("linear", recording, interval: interval) ?? 0
      regular += Self.error("regularise+linear", recording, interval: interval) ?? 0
    }
    ratio = plain > 0 ? regular / plain : nil
  }

  /// Returns the sum of a predictor's errors; nil if there is no such predictor.
  private static func error(
    _ spelling: String, _ recording: Recording, interval: Double
  ) -> Double? {
    let context = PredictorContext(horizons: [2 * interval], nominalRate: recording.nominalRate)
    guard
      var predictor = try? PredictorCatalogue.standard.predictor(spelling).make(context)
    else { return nil }
    let gap = RecordingStatistics.gapIntervals / recording.nominalRate
    var sum = 0.0
    for stroke in recording.strokes {
      predictor.beginStroke()
      var later = 0
      for (index, sample) in stroke.samples.enumerated() {
        predictor.observe(sample)
        later = max(later, index + 1)
        while later < stroke.samples.count,
          stroke.samples[later].time - sample.time < 1.9 * interval
        { later += 1 }
        guard later < stroke.samples.count else { break }
        let ahead = stroke.samples[later].time - sample.time
        guard ahead <= gap else { continue }
        let predicted = predictor.position(ahead: ahead) ?? sample.position
        sum += (stroke.samples[later].position - predicted).length
      }
    }
    return sum
  }
}
