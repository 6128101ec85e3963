import Evaluation

/// A run as one HTML page that needs nothing else: figures, tables, and how it was measured.
///
/// The page reads without script and without network, in light and dark, on a phone and in print.
public struct ReportPage: Sendable {
  private let report: RunReport
  private var run: RunFolder { report.run }

  /// Makes the page of a report.
  public init(_ report: RunReport) { self.report = report }

  /// The page; equal reports give equal bytes.
  public var html: String {
    let sections = report.datasets.map {
      DatasetSection(report: $0, keepsPredictions: report.hasFilms)
    }
    let method = MethodSection(
      manifest: run.manifest, metrics: run.table.metrics, warnings: run.warnings)
    let overview = OverviewTable(wholes: report.wholes).html
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="nextpoint \(XMLText.escaped(run.manifest.identity.version))">
      <title>\(XMLText.escaped(title))</title>
      <style>
      \(PageStyle.sheet)</style>
      </head>
      <body>
      <header>
      <h1>\(XMLText.escaped(title))</h1>
      \(HTMLFragment.paragraph(XMLText.escaped(extent), style: "facts"))\(navigation)</header>
      <main>
      \(method.warningBox)\(overview)\(sections.map(\.html).joined())\
      \(PaperSection(report: report).html)\(method.html)</main>
      <footer>
      \(footer)</footer>
      <script>
      \(PageStyle.script)</script>
      </body>
      </html>

      """
  }

  private var title: String { "Motion prediction: error, overshoot and noise" }

  private var extent: String {
    let rows = run.table.rows
    let sets = Set(rows.map(\.dataset)).count
    let configurations = Set(rows.map(\.spelling)).count
    let horizons = Set(rows.map(\.horizon)).count
    let day = run.manifest.volatile.ended.prefix(10)
    return [
      HTMLFragment.count(sets, "data set"), HTMLFragment.count(configurations, "configuration"),
      HTMLFragment.count(horizons, "horizon"),
      "nextpoint \(run.manifest.identity.version)", String(day),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private var navigation: String {
    let sets = report.datasets.map { "<a href=\"#\($0.slug)\">\(XMLText.escaped($0.name))</a>" }
    let links =
      sets + [
        "<a href=\"#paper\">For a paper</a>", "<a href=\"#method\">How this was measured</a>",
      ]
    return "<nav aria-label=\"Contents\">\(links.joined(separator: "\n"))</nav>\n"
  }

  private var footer: String {
    HTMLFragment.paragraph(
      "Every number is in \(HTMLFragment.code(RunFolder.scoresName)) beside this page, and what made "
        + "them in \(HTMLFragment.code(RunFolder.manifestName)).")
  }
}
