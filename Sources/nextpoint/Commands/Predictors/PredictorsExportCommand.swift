import ArgumentParser
import Evaluation
import MotionPrediction
import Reporting

extension PredictorsCommand {
  /// Prints the weights of predictors that are fixed linear filters.
  struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print the weights of a predictor that is a fixed linear filter.",
      discussion: """
        On a steady clock such a predictor is a dot product an axis: the sum over the
        samples of weight times position, sample 0 being the newest. That is all an
        application needs of it, in any language. One that adapts, gates or turns
        with the motion is refused: embed it by the Swift library or by nextpoint.h.

        EXAMPLES
          nextpoint predictors export polynomial:degree=2,window=6 --rate 120 --horizon-ms 16.7
          nextpoint predictors export desp --rate 240 --frames-ahead 1..3 --format json
        """)

    @Argument(help: ArgumentHelp("The predictor.", valueName: "spec"))
    var predictor: String

    @OptionGroup(title: "Horizons, 33.3 ms by default") var horizons: HorizonArguments

    @Option(help: ArgumentHelp("Samples a second.", valueName: "hz"))
    var rate: Double

    @Option(help: "table, csv, json or markdown.")
    var format: OutputFormat = .table

    mutating func run() throws {
      guard rate.isFinite, (10...2000).contains(rate) else {
        throw CommandFailure.usage("--rate \(rate) is not within 10 to 2000 Hz")
      }
      let asked = try horizons.horizons() ?? [Horizon(milliseconds: 33.3)]
      let configured = try PredictorCatalogue.openingModels.named(predictor)
      let context = PredictorContext(
        horizons: asked.map(\.seconds), nominalRate: rate, unitsPerMillimeter: 1)
      let filters: [FixedLinearFilter]
      do { filters = try FixedLinearFilter.all(of: configured, in: context) } catch {
        throw CommandFailure.usage("\(configured.spelling): \(error)")
      }
      let rows = zip(asked, filters).flatMap { self.rows(configured.spelling, $0, $1) }
      Terminal.write(OutputTable(columns: Self.columns, rows: rows).rendered(as: format))
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
