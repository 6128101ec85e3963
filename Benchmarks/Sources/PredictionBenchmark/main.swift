// Prints CSV: for each predictor the time of an event (one sample observed, then the positions at four
// horizons), as a multiple of what `polynomial:degree=1,window=3` takes in the same run, and in
// microseconds.
//
// Usage: swift run -c release PredictionBenchmark [SPEC…]
//        swift run -c release PredictionBenchmark --stream FILE SPEC…
// A predictor may be learned:model=FILE, with a file that 'nextpoint train' wrote. FILE holds samples as three
// float64 each, t, x and y, little-endian, at 120 Hz: strokes of 10,000 samples. Then the CSV is: predictor,
// microseconds of processor time an event, and the sum of all answers, so that another program can tell that it computed the same.

import Foundation
import MotionNumerics
import MotionPrediction
import TouchInput

let reference = "polynomial:degree=1,window=3"
let given = CommandLine.arguments.dropFirst()
if given.first == "--stream", given.count > 1 {
  let samples = try EventTime.samples(ofFile: CommandLine.arguments[2])
  print("predictor,microseconds,sum")
  for spelling in given.dropFirst(2) {
    let time = try EventTime(spelling, playing: samples)
    print("\"\(spelling)\",\(time.microseconds),\(time.sum)")
  }
  exit(0)
}
let spellings =
  [reference]
  + (given.isEmpty ? ["linear", "rls", "kalman", "learned", "learned:adapt=false"] : given)

print("predictor,times_\(reference.prefix { $0 != ":" }),microseconds")
let unit = try EventTime(reference)
for spelling in spellings {
  let time = try EventTime(spelling)
  func rounded(_ value: Double) -> Double { (100 * value).rounded() / 100 }
  print(
    "\"\(spelling)\",\(rounded(time.microseconds / unit.microseconds)),"
      + "\(rounded(time.microseconds))")
}

/// The time of one event, the least over several rounds: what else the machine does only adds.
struct EventTime {
  let microseconds: Double
  /// The sum of the answers of a stream.
  let sum: Double

  private static let horizons = [1.0 / 60, 1.0 / 30, 1.0 / 15, 0.1]

  init(_ spelling: String) throws {
    let made = try Self.made(
      spelling,
      PredictorContext(horizons: Self.horizons, nominalRate: 60, unitsPerMillimeter: 12.72))
    var random = Xoshiro256StarStar(seed: 1)
    let samples = Self.samples(&random)
    microseconds = Self.measure(made, samples)
    sum = 0
  }

  /// The processor time of an event of a stream, the least of a few rounds, each by a fresh predictor.
  init(_ spelling: String, playing samples: [TouchSample]) throws {
    let made = try Self.made(
      spelling, PredictorContext(horizons: Self.horizons, nominalRate: 120))
    (microseconds, sum) = Self.play(made, samples)
  }

  /// Reads a stream.
  static func samples(ofFile path: String) throws -> [TouchSample] {
    let data = try Data(contentsOf: URL(fileURLWithPath: path))
    return data.withUnsafeBytes { bytes in
      let numbers = bytes.bindMemory(to: Double.self)
      return (0..<numbers.count / 3).map {
        TouchSample(
          time: numbers[3 * $0], position: SIMD2(numbers[3 * $0 + 1], numbers[3 * $0 + 2]))
      }
    }
  }

  private static func play(
    _ made: some Predictor, _ samples: [TouchSample]
  ) -> (microseconds: Double, sum: Double) {
    var (least, sum) = (Double.infinity, 0.0)
    for _ in 0..<rounds {
      var predictor = made
      sum = 0
      let started = clock()
      for (number, sample) in samples.enumerated() {
        if number % strokeCount == 0 { predictor.beginStroke() }
        predictor.observe(sample)
        for horizon in horizons { sum += predictor.position(ahead: horizon)?.sum() ?? 0 }
      }
      least = min(least, 1e6 * Double(clock() - started) / Double(CLOCKS_PER_SEC))
    }
    return (least / Double(max(samples.count, 1)), sum)
  }

  /// How many samples of a stream make a stroke.
  private static let strokeCount = 10_000
  /// How often a stream is played.
  private static let rounds = 3

  private static func made(
    _ spelling: String, _ context: PredictorContext
  ) throws -> any Predictor {
    let file = "learned:model="
    guard spelling.hasPrefix(file) else {
      return try PredictorCatalogue.standard.predictor(spelling).make(context)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: String(spelling.dropFirst(file.count))))
    return try LearnedPredictor(
      try LearnedModel(bytes: Array(data)), LearnedPredictor.Parameters(), context: context)
  }

  private static func samples(_ random: inout Xoshiro256StarStar) -> [TouchSample] {
    var (position, velocity, time) = (SIMD2<Double>.zero, SIMD2(400.0, 0), 0.0)
    return (0..<1000).map { _ in
      time += 1.0 / 60
      velocity += 60 * SIMD2(random.nextNormal(), random.nextNormal())
      position += velocity / 60
      return TouchSample(time: time, position: position)
    }
  }

  private static func measure(
    _ made: some Predictor, _ samples: [TouchSample]
  ) -> Double {
    var (predictor, least, sum) = (made, Double.infinity, 0.0)
    for _ in 0..<30 {
      predictor.beginStroke()
      for sample in samples.prefix(20) { predictor.observe(sample) }
      let started = ContinuousClock.now
      for sample in samples.dropFirst(20) {
        predictor.observe(sample)
        for horizon in horizons { sum += predictor.position(ahead: horizon)?.x ?? 0 }
      }
      let elapsed = (ContinuousClock.now - started) / .microseconds(1)
      least = min(least, elapsed / Double(samples.count - 20))
    }
    precondition(sum.isFinite)
    return least
  }
}
