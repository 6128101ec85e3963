import ArgumentParser
import Evaluation
import MotionPrediction
import Reporting

extension PredictorsCommand {
  /// Prints the weights of predictors that are fixed linear filters.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the weights of a fixed linear predictor.",
      usage: "nextpoint predictors export <spec> --rate <hz> [<options>]",
      discussion: """
        At a constant rate such a predictor is one dot product per axis: the sum of
        weight times position over the samples, sample 0 being the newest. An
        application in any language needs nothing else. Predictors that adapt, gate or
        rotate with the motion are refused; embed those through the Swift library or
        nextpoint.h.

        EXAMPLES
          nextpoint predictors export polynomial:window=6 --rate 120 --horizon-ms 16.7
          nextpoint predictors export desp --rate 240 --frames-ahead 1..3 --format json
        """)

    @Argument(help: ArgumentHelp("The predictor.", valueName: "spec"))
    var predictor: String

    @OptionGroup(title: "Horizons (default: 33.3 ms)") var horizons: HorizonArguments

    @Option(help: ArgumentHelp("The sample rate.", valueName: "hz"))
    var rate: Double

    @OptionGroup var output: FormatArguments

    mutating func run() throws {
      try CommandFailure.check("--rate", rate, in: 10...2000, "Hz")
      let asked = try horizons.horizons() ?? [Horizon(milliseconds: 33.3)]
      let configured = try PredictorCatalogue.openingModels.named(predictor)
      let context = PredictorContext(
        horizons: asked.map(\.seconds), nominalRate: rate, unitsPerMillimeter: 1)
      let filters: [FixedLinearFilter]
      do { filters = try FixedLinearFilter.all(of: configured, in: context) } catch {
        throw CommandFailure.usage("\(configured.spelling): \(error)")
      }
      let rows = zip(asked, filters).flatMap { self.rows(configured.spelling, $0, $1) }
      output.print(OutputTable(columns: Self.columns, rows: rows))
    }

    private static let columns: [OutputTable.Column] = [
      .init("predictor"), .init("horizon_ms"), .init("sample"), .init("age_ms"), .init("weight"),
    ]

    private func rows(
      _ spelling: String, _ horizon: Horizon, _ filter: FixedLinearFilter
    ) -> [[OutputTable.Cell]] {
      filter.weights.enumerated().map { sample, weight in
        [
          .text(spelling), .number(horizon.milliseconds, decimals: 1), .integer(sample),
          .number(1000 * Double(sample) / rate, decimals: 2), .number(weight, decimals: 6),
        ]
      }
    }
  }
}
