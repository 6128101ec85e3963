import Evaluation
import Testing
import TouchInput

@testable import Reporting

/// Runs of every size and kind that a page must look right for.
enum RunVariant: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case usual
  case onePredictorOneHorizon
  case severalPredictorsOneHorizon
  case nothingSwept
  case tenDatasets
  case thousandConfigurations
  case noOvershoot
  case milliseconds
  case groupsOnly
  case notFinite
  case hostileTexts
  case headlineMissing
  case longNames

  var testDescription: String { rawValue }

  var run: RunFolder {
    let whole = PlausibleRun()
    var single = PlausibleRun(datasets: ["only"], tasks: [], participants: [])
    switch self {
    case .usual:
      return whole.run()
    case .onePredictorOneHorizon:
      single.baselines = false
      single.degrees = 1...1
      single.windows = 3...3
      single.frames = 2...2
      return single.run()
    case .severalPredictorsOneHorizon:
      single.frames = 3...3
      return single.run()
    case .nothingSwept:
      return changed(single.run()) { table in
        table.sweptNames = []
        for row in table.rows.indices { table.rows[row].swept = [] }
      }
    case .tenDatasets:
      return PlausibleRun(datasets: (1...10).map { "set \($0)" }, tasks: []).run()
    case .thousandConfigurations:
      single.degrees = 1...11
      single.windows = 2...100
      return single.run()
    case .noOvershoot:
      single.hasOvershoot = false
      single.unit = .pixel
      return single.run()
    case .milliseconds:
      return changed(single.run()) { table in
        for row in table.rows.indices { table.rows[row].framesAhead = nil }
      }
    case .groupsOnly:
      return changed(whole.run()) { table in
        table.rows.removeAll { $0.participant.isEmpty && $0.task.isEmpty }
      }
    case .notFinite:
      return changed(single.run()) { table in
        for row in table.rows.indices {
          for value in table.rows[row].values.indices where (row + value) % 3 == 0 {
            table.rows[row].values[value] = [.nan, .infinity, -.infinity, 1e300, 0, -3][row % 6]
          }
        }
      }
    case .hostileTexts:
      return changed(whole.run()) { table in
        for row in table.rows.indices {
          table.rows[row].dataset += "<script>&\"'\u{1}]]>"
          table.rows[row].task += table.rows[row].task.isEmpty ? "" : "</td><b>"
          table.rows[row].parameters += table.rows[row].parameters.isEmpty ? "" : ",x=\"<&>\""
        }
      }
    case .headlineMissing:
      return changed(single.run()) { table in
        let headlines = HeadlineMeasure.allCases.map(\.name)
        let kept = table.metrics.indices.filter { !headlines.contains(table.metrics[$0].name) }
        table.metrics = kept.map { table.metrics[$0] }
        for row in table.rows.indices {
          table.rows[row].values = kept.map { table.rows[row].values[$0] }
        }
      }
    case .longNames:
      return changed(single.run()) { table in
        for row in table.rows.indices where !table.rows[row].parameters.isEmpty {
          table.rows[row].parameters += ",forgetting=0.98765,regularisation=0.000125"
        }
      }
    }
  }

  private func changed(_ run: RunFolder, _ change: (inout ScoreTable) -> Void) -> RunFolder {
    var table = run.table
    change(&table)
    return RunFolder(manifest: run.manifest, table: table)
  }
}
