import ArgumentParser
import Datasets
import Evaluation
import MotionPrediction
import Reporting
import TouchInput

extension PredictorsCommand {
  /// Measures how much sensor noise predictors pass on.
  struct Noise: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure how much sensor noise predictors pass on.",
      usage: "nextpoint predictors noise <spec> ... [<options>]",
      discussion: """
        Adds white noise to an ellipse of 56 by 22 mm, drawn once per second, and to a
        contact at rest. Predictions count after 1 s, for 1 s. gain is the standard
        deviation of the noise in a prediction divided by that of the input, gain_error
        is its standard error, and exact_gain is its value from the sample weights of a
        linear predictor. The static columns are those of the contact at rest.

        EXAMPLES
          nextpoint predictors noise linear polynomial:window=5 --frames-ahead 1,2,4
          nextpoint predictors noise kalman --horizon-ms 33.3 --rate 240
        """)

    @Argument(help: ArgumentHelp("Predictors; ranges are expanded.", valueName: "spec"))
    var predictors: [String]

    @OptionGroup(title: "Horizons (default: 33.3 ms)") var horizons: HorizonArguments

    @Option(help: ArgumentHelp("The sample rate.", valueName: "hz"))
    var rate = 60.0

    @Option(
      help: ArgumentHelp("The standard deviation of the noise on each axis.", valueName: "mm"))
    var sigmaMm = 0.05

    @Option(help: ArgumentHelp("Number of noise draws.", valueName: "n"))
    var seeds = 200

    @Option(help: ArgumentHelp("The seed of the first draw.", valueName: "n"))
    var seed: UInt64 = 1

    @OptionGroup var output: FormatArguments

    /// Seconds that are observed before predictions count, and seconds that count.
    private static let phase = 1.0
    private static let motion = EllipseMotion(
      semiAxes: SIMD2(28, 11), angularFrequency: 2 * .pi, duration: 2 * phase)

    mutating func run() throws {
      try check()
      let asked = try horizons.horizons() ?? [Horizon(milliseconds: 33.3)]
      let external = ExternalPrograms()
      let subjects = try PredictorSubjects(predictors, catalogue: external.catalogue(.standard))
      if let note = subjects.leftOutNote { Terminal.note("warning: \(note)") }
      let context = PredictorContext(
        horizons: asked.map(\.seconds), nominalRate: rate, unitsPerMillimeter: 1)
      var rows: [[OutputTable.Cell]] = []
      for predictor in subjects.predictors {
        let responses: [NoiseResponse]
        do { responses = try experiment.responses(of: predictor, in: context) } catch {
          throw CommandFailure.usage("\(predictor.spelling): \(error)")
        }
        rows += zip(asked, responses).map { row(predictor, $0, $1) }
      }
      try external.check()
      output.print(OutputTable(columns: Self.columns, rows: rows))
    }

    private func check() throws {
      try CommandFailure.check("--rate", rate, in: 10...2000, "Hz")
      try CommandFailure.checkPositive("--sigma-mm", sigmaMm)
      try CommandFailure.check("--seeds", seeds, in: 2...1_000_000)
    }

    private var experiment: NoiseExperiment {
      let warmUp = Int((Self.phase * rate).rounded())
      let track = (0..<(2 * warmUp)).map { index in
        let time = Double(index) / rate
        return TouchSample(time: time, position: Self.motion.position(at: time))
      }
      return NoiseExperiment(
        track: track, warmUp: warmUp, deviation: sigmaMm, trials: seeds, seed: seed)
    }

    private static let columns: [OutputTable.Column] = [
      .init("predictor"), .init("horizon_ms"), .init("gain"), .init("gain_error"),
      .init("exact_gain"), .init("static_deviation_mm"), .init("static_peak_to_peak_mm"),
      .init("abstention_share"),
    ]

    private func row(
      _ predictor: ConfiguredPredictor, _ horizon: Horizon, _ response: NoiseResponse
    ) -> [OutputTable.Cell] {
      [.text(predictor.spelling), .number(horizon.milliseconds, decimals: 1)]
        + [response.gain, response.gainError, response.exactGain].map { .number($0, decimals: 4) }
        + [response.staticDeviation, response.staticPeakToPeak].map { .measured($0) }
        + [.number(response.abstentionShare, decimals: 4)]
    }
  }
}
