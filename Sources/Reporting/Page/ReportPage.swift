import Evaluation

/// A run as one self-contained HTML page: figures, tables, and how it was measured.
///
/// The page works without network, in light and dark, on a phone and in print. Without scripts it shows
/// the same figures and tables; with them, tables sort and filter, figures answer to the pointer and
/// the keys, and the scores can be explored.
public struct ReportPage: Sendable {
  private let report: RunReport
  private var run: RunFolder { report.run }

  /// Creates the page of a report.
  public init(_ report: RunReport) { self.report = report }

  /// The page; equal reports give equal bytes.
  public var html: String {
    let sections = report.datasets.map {
      DatasetSection(report: $0, keepsPredictions: report.hasPredictions)
    }
    let method = MethodSection(
      manifest: run.manifest, metrics: run.table.metrics, warnings: run.warnings)
    let answers = AnswerCards(datasets: report.datasets).html
    let overview = OverviewTable(wholes: report.wholes).html
    let explorer = Explorer(datasets: report.datasets)
    let body = """
      <header>
      <h1>\(Self.title)</h1>
      \(HTMLFragment.paragraph(XMLText.escaped(extent), style: "facts"))\(navigation)</header>
      <main>
      \(answers)\(method.warningBox)\(explorer.html)\(overview)\(sections.map(\.html).joined())\
      \(PaperSection(report: report).html)\(method.html)</main>
      <footer>
      \(footer)</footer>
      \(explorer.data)
      """
    return HTMLPage(
      title: Self.title, version: run.manifest.identity.version,
      style: [FigureStyle.rules, EmbeddedText.report_css, EmbeddedText.report_tools_css].joined(),
      body: body,
      script: [
        EmbeddedText.numbers_js, EmbeddedText.report_js, EmbeddedText.report_tables_js,
        EmbeddedText.report_figures_js,
        EmbeddedText.report_explorer_js,
      ].joined()
    ).html
  }

  private static let title = "Motion prediction: error, overshoot and noise"

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
      "Every number is in \(HTMLFragment.code(RunFolder.scoresName)) next to this page; "
        + "\(HTMLFragment.code(RunFolder.manifestName)) records how it was made.")
  }
}
