// Prints CSV: nanoseconds a step of polynomial predictors with a window of eight samples, and of LAPACK
// on the same samples in the same run, with their ratio; then of a grid and its members one by one.
//
// Usage: swift run -c release --package-path Benchmarks HotPathBenchmark [STEPS]

import MotionPrediction

let steps = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 300

func row(_ clock: Bool, _ label: Int, _ numbers: [Double]) {
  let rounded = numbers.map { "\(($0 * 10).rounded() / 10)" }.joined(separator: ",")
  print("\(clock ? "steady" : "uneven"),\(label),\(rounded)")
}

func compareWithLAPACK(degree: Int, isSteady: Bool) throws {
  let samples = HotPathStroke.samples(count: steps, isSteady: isSteady)
  let flat = FlatSamples(samples)
  let horizon = 0.0333
  let predictor = try PolynomialPredictor(
    .init(degree: degree, window: LAPACKFit.window), context: PredictorContext(horizons: []))
  let times = Timing.nanoseconds(
    steps: steps,
    [
      { Works.lapack(degree: degree, .plain, flat, ahead: horizon) },
      { Works.lapack(degree: degree, .reusingWorkspace, flat, ahead: horizon) },
      { Works.position(predictor, samples, ahead: horizon) },
      { Works.predictions(predictor, samples, ahead: horizon) },
    ])
  let (plain, reusing, position, prediction) = (times[0], times[1], times[2], times[3])
  row(
    isSteady, degree,
    [
      plain, reusing, position, prediction, plain / position, reusing / position,
      plain / prediction,
    ])
}

func compareWithGrid(isSteady: Bool) throws {
  let samples = HotPathStroke.samples(count: max(steps / 10, 100), isSteady: isSteady)
  let horizons = (1...8).map { Double($0) / 60 }
  let configurations = (1...3).flatMap { degree in
    (2...32).filter { $0 > degree }.map {
      PolynomialPredictor.Parameters(degree: degree, window: $0)
    }
  }
  let grid = try PolynomialGrid(configurations)
  let members = try configurations.map {
    try PolynomialPredictor($0, context: PredictorContext(horizons: horizons))
  }
  let times = Timing.nanoseconds(
    steps: samples.count,
    [
      { members.reduce(0) { $0 + Works.positions($1, samples, ahead: horizons) } },
      { Works.grid(grid, samples, ahead: horizons) },
    ])
  row(isSteady, configurations.count * horizons.count, [times[0], times[1], times[0] / times[1]])
}

print(
  "clock,degree,dgelsy_ns,dgelsy_work_ns,observe_position_ns,observe_predict_ns,"
    + "ratio,work_ratio,predict_ratio")
for isSteady in [true, false] {
  for degree in 1...3 { try compareWithLAPACK(degree: degree, isSteady: isSteady) }
}
print("clock,answers_a_step,one_by_one_ns,grid_ns,ratio")
for isSteady in [true, false] { try compareWithGrid(isSteady: isSteady) }
