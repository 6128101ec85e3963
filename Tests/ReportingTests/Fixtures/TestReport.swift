import Evaluation

@testable import Reporting

/// Reports of made-up runs, with few replicates so that tests of every size of run stay quick.
enum TestReport {
  static let replicates = 60

  static func of(_ run: RunFolder, jobs: Int = 2) async -> RunReport {
    await RunReport(run, replicates: replicates, jobs: jobs)
  }

  static func of(_ table: ScoreTable) async -> RunReport {
    await of(RunFolder(manifest: PlausibleRun(datasets: []).run().manifest, table: table))
  }

  static func page(_ run: RunFolder, jobs: Int = 2) async -> String {
    ReportPage(await of(run, jobs: jobs)).html
  }

  static func figures(_ table: ScoreTable) async -> Figures { Figures(await of(table)) }
}
