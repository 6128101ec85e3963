import Evaluation

/// A run as one HTML page that needs nothing else: figures, tables, and how it was measured.
///
/// The page reads without script and without network, in light and dark, on a phone and in print.
public struct ReportPage: Sendable {
  private let run: RunFolder

  /// Makes the page of a run.
  public init(_ run: RunFolder) { self.run = run }

  /// The page; equal runs give equal bytes.
  public var html: String {
    let sections = self.sections
    let method = MethodSection(
      manifest: run.manifest, metrics: run.table.metrics, warnings: run.warnings)
    let overview = OverviewTable(wholes: sections.compactMap(\.whole)).html
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
      \(HTMLFragment.paragraph(XMLText.escaped(extent), style: "facts"))\(navigation(sections))</header>
      <main>
      \(method.warningBox)\(overview)\(sections.map(\.html).joined())\(method.html)</main>
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

  private func navigation(_ sections: [DatasetSection]) -> String {
    let sets = sections.map { "<a href=\"#\($0.slug)\">\(XMLText.escaped($0.name))</a>" }
    return
      "<nav>\((sets + ["<a href=\"#method\">How this was measured</a>"]).joined(separator: "\n"))</nav>\n"
  }

  private var footer: String {
    HTMLFragment.paragraph(
      "Every number is in \(HTMLFragment.code(RunFolder.scoresName)) beside this page, and what made "
        + "them in \(HTMLFragment.code(RunFolder.manifestName)).")
  }

  private var sections: [DatasetSection] {
    let groups = DatasetScores.all(of: run.table)
    let names = DatasetScores.datasets(of: groups)
    let wholes = DatasetScores.wholes(of: groups)
    let identities = Dictionary(
      run.manifest.identity.datasets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return zip(names, Slug.distinct(names)).map { name, slug in
      let own = groups.filter { $0.group.dataset == name }
      let whole = wholes.first { $0.group.dataset == name }
      return DatasetSection(
        name: name, slug: slug, whole: whole,
        participantMean: whole?.group.aggregation == .pooled
          ? own.first { $0.group.isWhole && $0.group.aggregation == .participantMean } : nil,
        groups: own.filter { !$0.group.isWhole && $0.group.aggregation == .pooled },
        identity: identities[name])
    }
  }
}
