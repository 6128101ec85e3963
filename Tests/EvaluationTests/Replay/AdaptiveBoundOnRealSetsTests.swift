import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// No adaptive predictor diverges: the project's bar, over every real set there is.
@Suite("Adaptive predictors stay within bounds on real recordings")
struct AdaptiveBoundOnRealSetsTests {
  /// Every so many strokes are played; all of them at full size, which `scripts/verify` asks for.
  static let stride = TestSize.of(48, full: 1)

  /// Roundings of a sum of up to 128 steps, and of positions far from the origin.
  static let rounding = 1e-9
  static let horizons = [0.032, 0.1]
  /// The default taps: how far back the greatest recent speed is looked for.
  static let taps = 8

  @Test(
    "finite, and at most 3 times the greatest recent speed times the horizon",
    .enabled(if: !RealDatasets.names.isEmpty, "NEXTPOINT_DATASETS names no folder with data sets"),
    arguments: RealDatasets.names)
  func bounded(name: String) throws {
    let set = try RealDatasets.load(name)
    for spelling in ["lms", "nlms", "rls", "rls:mode=direct", "windows-rls"] {
      let configured = try PredictorCatalogue.standard.predictor(spelling)
      var answered = 0
      for recording in set.recordings {
        var predictor = try configured.make(
          PredictorContext(horizons: Self.horizons, nominalRate: recording.nominalRate))
        for (index, stroke) in recording.strokes.enumerated()
        where index % Self.stride == 0 {
          answered += play(
            stroke, to: &predictor, "\(spelling), \(recording.source), stroke \(index + 1)")
        }
      }
      #expect(answered > 0 || set.recordings.isEmpty, "nothing was predicted")
    }
  }

  private func play(_ stroke: Stroke, to predictor: inout some Predictor, _ place: String) -> Int {
    var answered = 0
    predictor.beginStroke()
    for (index, sample) in stroke.samples.enumerated() {
      predictor.observe(sample)
      let recent = stroke.samples[max(0, index - Self.taps)...index]
      let speed = zip(recent, recent.dropFirst()).reduce(0) { greatest, pair in
        let interval = pair.1.time - pair.0.time
        return interval > 0
          ? max(greatest, (pair.1.position - pair.0.position).length / interval) : greatest
      }
      for horizon in Self.horizons {
        guard let answer = predictor.predict(ahead: horizon) else { continue }
        answered += 1
        let limit = 3 * speed * horizon
        let displacement = (answer.position - sample.position).length
        let isBounded =
          answer.isFinite
          && displacement <= limit + Self.rounding * (limit + sample.position.length)
        // `#expect` at each of millions of answers would take most of the time.
        if !isBounded { Issue.record("\(place), sample \(index + 1): \(displacement) > \(limit)") }
      }
    }
    return answered
  }
}
