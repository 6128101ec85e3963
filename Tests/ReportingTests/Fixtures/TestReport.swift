import Evaluation
import Synchronization

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

  private static let variants = Mutex([RunVariant: Task<RunReport, Never>]())

  /// The report of a variant, made once for all tests.
  static func of(_ variant: RunVariant) async -> RunReport {
    let report = variants.withLock { variants in
      let report = variants[variant] ?? Task { await of(variant.run) }
      variants[variant] = report
      return report
    }
    return await report.value
  }

  private static let pages = Mutex([RunVariant: Task<String, Never>]())
  private static let allFigures = Mutex([RunVariant: Task<Figures, Never>]())

  /// The page of a variant, made once for all tests.
  static func page(_ variant: RunVariant) async -> String {
    let page = pages.withLock { pages in
      let page = pages[variant] ?? Task { ReportPage(await of(variant)).html }
      pages[variant] = page
      return page
    }
    return await page.value
  }

  /// The figures of a variant, drawn once for all tests.
  static func figures(_ variant: RunVariant) async -> Figures {
    let figures = allFigures.withLock { all in
      let figures = all[variant] ?? Task { Figures(await of(variant)) }
      all[variant] = figures
      return figures
    }
    return await figures.value
  }

  static func page(_ run: RunFolder, jobs: Int = 2) async -> String {
    ReportPage(await of(run, jobs: jobs)).html
  }

  static func figures(_ table: ScoreTable) async -> Figures { Figures(await of(table)) }
}
