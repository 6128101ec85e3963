// What an event costs every row of the catalogue: filters stand before `linear`, modifiers behind it.

import Benchmark
import Foundation
import MotionPrediction
import SuiteSettings

let benchmarks: @Sendable () -> Void = {
  let configuration = SuiteSettings.configuration(seconds: 0.5, steps: .kilo)
  let stream = EventStream(events: configuration.scalingFactor.rawValue)
  for row in PredictorCatalogue.standard.rows {
    let spelling = row.spellingAlone
    do {
      let predictor = try PredictorCatalogue.standard.predictor(spelling).make(stream.context)
      Benchmark(spelling, configuration: configuration) { _ in
        blackHole(stream.play(to: predictor))
      }
    } catch {
      // A row that needs a setting (a file, a command) has no default to be measured.
      let reason = "PredictorSuite: \(spelling) is left out: \(error)\n"
      FileHandle.standardError.write(Data(reason.utf8))
    }
  }
}

extension CatalogueRow {
  /// A spelling with its defaults; a stage that does not predict goes with `linear`.
  fileprivate var spellingAlone: String {
    switch role {
    case .predictor, .bank: kind
    case .filter: "\(kind)+linear"
    case .modifier: "linear+\(kind)"
    }
  }
}
