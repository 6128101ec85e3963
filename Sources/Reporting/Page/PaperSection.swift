import Datasets

/// Texts ready for a paper: the methods as a paragraph and the results as a table.
struct PaperSection {
  let report: RunReport

  /// The section with three collapsed texts.
  var html: String {
    let texts = report.paperTexts
    return """
      <section id="paper">
      <h2>For a paper</h2>
      \(HTMLFragment.paragraph("Ready to paste; also saved as files next to this page.", style: "note"))\
      \(texts.map { HTMLFragment.details("\($0.title) (\($0.name))", copyable($0.text)) }.joined())</section>

      """
  }

  private func copyable(_ text: String) -> String {
    "<div class=\"copy\"><pre><code>\(XMLText.escaped(text))</code></pre></div>\n"
  }
}

extension RunReport {
  /// A text for a paper, with its file's name.
  public struct PaperText: Hashable, Sendable {
    /// The file's name.
    public let name: String
    /// What it is.
    public let title: String
    /// The content.
    public let text: String
  }

  /// The methods paragraph, and the results table in LaTeX and in Markdown.
  public var paperTexts: [PaperText] {
    let table = ResultsTable(report: self)
    return [
      PaperText(
        name: "methods.txt", title: "Methods paragraph",
        text: VisibleText.lines(MethodsParagraph(report: self).text)),
      PaperText(name: "table.tex", title: "Results table in LaTeX", text: table.latex),
      PaperText(name: "table.md", title: "Results table in Markdown", text: table.markdown),
    ]
  }
}
