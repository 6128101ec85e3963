// Runs computations on a stream of samples and prints CSV: the name of each, nanoseconds an event and
// the number of events; writes each one's answers to FOLDER/NAME.csv, a line an event.
//
// Usage: StreamCost SAMPLES.csv FOLDER HORIZON_S [ROUNDS]

import Foundation
import MotionNumerics

func leave(_ reason: String) -> Never {
  FileHandle.standardError.write(Data("StreamCost: \(reason)\n".utf8))
  exit(64)
}

/// The computations; their numbers are those of `compare.py` in `experiments/speed`.
func computations(ahead horizon: Double) throws -> [Computation] {
  let start = [1.0, 0, 0, 0]
  return try (1...3).map {
    try .predictor("polynomial-\($0)", "polynomial:degree=\($0),window=8", ahead: horizon)
  } + [
    .predictor(
      "kalman", "kalman:model=velocity,response=0.02,prior=100,adaptive=false,anchor=state,gap=10",
      ahead: horizon),
    .oneEuro(cutoff: 1, beta: 0.007, rate: 120), .savitzkyGolay,
    .adaptive(
      "rls",
      RecursiveLeastSquares(start: start, settings: .init(regularization: 0.1, forgetting: 0.99))),
    .adaptive("nlms", NormalizedLeastMeanSquares(start: start, step: 0.1, regularization: 0.001)),
  ]
}

/// Nanoseconds an event, the least of some rounds: what else the machine does hardly counts then.
func nanoseconds(_ computation: Computation, on stream: SampleStream, rounds: Int) -> Double {
  let clock = ContinuousClock()
  var sum = SIMD2<Double>.zero
  let times = (0..<rounds).map { _ in
    clock.measure { computation.run(stream.strokes) { sum += $0 } } / .nanoseconds(stream.count)
  }
  withExtendedLifetime(sum) {}
  return times.min() ?? .nan
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let horizon = Double(arguments[3]), horizon.isFinite else {
  leave("say SAMPLES.csv FOLDER HORIZON_S [ROUNDS]")
}
let rounds = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 20
guard rounds > 0 else { leave("ROUNDS is a number above 0") }
do {
  let stream = try SampleStream(path: arguments[1])
  print("computation,nanoseconds,events")
  for computation in try computations(ahead: horizon) {
    var text = ""
    computation.run(stream.strokes) { text += "\($0.x),\($0.y)\n" }
    let file = URL(fileURLWithPath: arguments[2]).appending(path: "\(computation.name).csv")
    try text.write(to: file, atomically: true, encoding: .utf8)
    let cost = nanoseconds(computation, on: stream, rounds: rounds)
    print("\(computation.name),\(cost),\(stream.count)")
  }
} catch {
  leave("\(error)")
}
