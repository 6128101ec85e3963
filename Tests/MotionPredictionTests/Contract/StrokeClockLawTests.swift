import TestSupport
import Testing
import TouchInput

@testable import MotionPrediction

/// Strokes whose clocks begin anew, as in files that give each stroke a clock of its own.
@Suite("a predictor that keeps state over strokes does not compare their times")
struct StrokeClockLawTests {
  /// Strokes on a clock of 128 Hz from 0, whose times are exact also after whole seconds are added.
  private static func strokes(seed: UInt64) -> [[TouchSample]] {
    var random = TestRandom(seed: seed)
    return (0..<6).map { _ in
      let turn = 2 + 4 * random.unit()
      return (0..<(20 + random.integer(below: 40))).map { index in
        let time = Double(index) / 128
        return TouchSample(
          time: time, position: [300 * time + random.unit(), 80 * turn * time * time],
          force: 0.5, phase: index == 0 ? .began : .moved)
      }
    }
  }

  private func predictions(_ spelling: String, _ strokes: [[TouchSample]]) throws -> [SIMD2<
    Double
  >?] {
    var predictor = try PredictorCatalogue.standard.predictor(spelling)
      .make(PredictorContext(horizons: [0.0333], nominalRate: 128, unitsPerMillimeter: 6))
    var found: [SIMD2<Double>?] = []
    for stroke in strokes {
      predictor.beginStroke()
      for sample in stroke {
        predictor.observe(sample)
        found.append(predictor.position(ahead: 0.0333))
      }
      if let end = stroke.last?.time { predictor.endStroke(at: end) }
    }
    return found
  }

  @Test(
    arguments: [
      "hold", "linear", "polynomial:degree=2,window=5", "kalman", "imm", "lms", "nlms", "rls",
      "windows-rls", "recommended", "hedge", "inertial-release", "regularise+linear",
      "regularise+rls",
      "linear+lift", "linear+conformal", "linear+confidence-horizon", "linear+jump-gate",
    ])
  func clocksOfTheirOwn(spelling: String) throws {
    for seed in UInt64(1)...3 {
      let own = Self.strokes(seed: seed)
      // The last stroke of the second list is the earliest.
      let offsets: [Double] = [64, 128, 256, 512, 1024, 32]
      let moved = zip(own, offsets).map { stroke, offset in
        stroke.map { sample in
          var sample = sample
          sample.time += offset
          return sample
        }
      }
      for (first, second) in zip(try predictions(spelling, own), try predictions(spelling, moved)) {
        guard let first, let second else {
          #expect(first == second, "seed \(seed)")
          continue
        }
        let difference = first - second
        #expect(abs(difference.x) < 1e-6 && abs(difference.y) < 1e-6, "seed \(seed)")
      }
    }
  }
}
