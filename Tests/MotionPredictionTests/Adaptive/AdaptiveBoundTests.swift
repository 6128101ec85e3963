import Foundation
import MotionNumerics
import MotionPrediction
import TestSupport
import Testing
import TouchInput

/// No adaptive predictor diverges: the project's bar, on random streams.
@Suite("Adaptive predictors stay within bounds")
struct AdaptiveBoundTests {
  /// Random streams each predictor is run over: 12,500 at full size, for a bar of 10,000.
  static let streams = TestSize.of(75, full: 12_500)

  /// Roundings of a sum of up to 128 steps, and of positions far from the origin.
  static let rounding = 1e-9

  static let horizons = [0.001, 0.05]
  /// A minute, far beyond the steps that are rolled out, after every sixteenth sample.
  static let farHorizons = [0.001, 0.05, 60]
  static let taps = 8

  @Test(
    "finite, and at most 3 times the greatest recent speed times the horizon",
    arguments: AdaptivePredictorTests.spellings)
  func bounded(spelling: String) throws {
    var answered = 0
    var fresh = try PredictorCatalogue.standard.predictor(spelling).make(
      PredictorContext(horizons: [0.0167, 0.1]))
    for seed in 0..<Self.streams {
      var random = Xoshiro256StarStar(seed: UInt64(seed))
      fresh.reset()
      for _ in 0..<2 {
        answered += Self.run(Self.stream(&random, count: 40), &fresh) { problem in
          Issue.record("\(spelling), seed \(seed): \(problem)")
        }
      }
    }
    #expect(answered > Self.streams * 80)
  }

  /// Plays one stroke and reports every answer that is not finite or beyond the bound.
  static func run(
    _ samples: [TouchSample], _ predictor: inout some Predictor, report: (String) -> Void
  ) -> Int {
    var answered = 0
    predictor.beginStroke()
    for (index, sample) in samples.enumerated() {
      predictor.observe(sample)
      let speed = greatestSpeed(samples[max(0, index - taps)...index])
      for horizon in index % 16 == 15 ? farHorizons : horizons {
        guard let answer = predictor.predict(ahead: horizon) else { continue }
        answered += 1
        let displacement = (answer.position - sample.position).length
        let limit = 3 * speed * horizon
        let slack = rounding * (limit + sample.position.length)
        guard answer.isFinite, displacement <= limit + slack else {
          report("sample \(index), horizon \(horizon): \(displacement) beyond \(limit)")
          continue
        }
      }
    }
    return answered
  }

  private static func greatestSpeed(_ samples: ArraySlice<TouchSample>) -> Double {
    zip(samples, samples.dropFirst()).reduce(0) { greatest, pair in
      let interval = pair.1.time - pair.0.time
      guard interval > 0 else { return greatest }
      return max(greatest, (pair.1.position - pair.0.position).length / interval)
    }
  }

  /// A motion of one of several kinds, with leaps, rests, repeated times and gaps.
  static func stream(_ random: inout Xoshiro256StarStar, count: Int) -> [TouchSample] {
    let kind = random.nextInt(below: 5)
    let growth = 0.8 + 0.5 * random.nextUnit()
    var (time, position) = (0.0, SIMD2<Double>.zero)
    var displacement = SIMD2(random.nextNormal(), random.nextNormal())
    return (0..<count).map { _ in
      let push = SIMD2(random.nextNormal(), random.nextNormal())
      switch kind {
      case 0: displacement = push
      case 1: displacement = growth * displacement + 0.1 * push
      case 2: displacement = -growth * displacement + 0.1 * push
      case 3: displacement = random.nextInt(below: 10) == 0 ? 1000 * push : 0.01 * push
      default: displacement = random.nextInt(below: 3) == 0 ? push : .zero
      }
      displacement = displacement.length > 1e4 ? push : displacement
      position += displacement
      switch random.nextInt(below: 12) {
      case 0: break
      case 1: time += 0.2 * random.nextUnit()
      default: time += 0.002 + 0.02 * random.nextUnit()
      }
      return TouchSample(time: time, position: position)
    }
  }
}
