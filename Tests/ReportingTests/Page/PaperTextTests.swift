import Evaluation
import Testing

@testable import Reporting

/// The texts for a paper.
@Suite struct PaperTextTests {
  @Test(arguments: [
    ("a_b & 5 % of $3 #1 {x}", "a\\_b \\& 5 \\% of \\$3 \\#1 \\{x\\}"),
    ("~^\\", "\\textasciitilde{}\\textasciicircum{}\\textbackslash{}"),
    ("<|>\"", "\\textless{}\\textbar{}\\textgreater{}\\textquotedbl{}"),
    ("33.3\u{A0}ms – 10\u{202F}000 · −1°\n", "33.3~ms -- 10\\,000 $\\cdot$ $-$1\\textdegree{} "),
    ("plain text", "plain text"),
  ])
  func latexReadsWhatIsMeant(text: String, latex: String) {
    #expect(LaTeXText.escaped(text) == latex)
  }

  @Test func aNegativeNumberHasAMinusAndASpellingMayBreak() {
    #expect(LaTeXText.number("-1.0 [-2.0, 0.5]") == "$-$1.0 [$-$2.0, 0.5]")
    #expect(
      LaTeXText.code("polynomial:degree=1,window=3")
        == "\\texttt{polynomial:degree=1,\\allowbreak{}window=3}")
    #expect(LaTeXText.code("a_b") == "\\texttt{a\\_b}")
  }

  private static func texts(_ variant: RunVariant) async -> [String: String] {
    let texts = await TestReport.of(variant.run).paperTexts
    return Dictionary(uniqueKeysWithValues: texts.map { ($0.name, $0.text) })
  }

  @Test(arguments: RunVariant.allCases)
  func everyRowOfTheLaTeXTableHasAllColumnsAndBracesClose(variant: RunVariant) async throws {
    let latex = try #require(await Self.texts(variant)["table.tex"])
    var depth = 0
    var last: Character = " "
    for character in latex {
      if character == "{", last != "\\" { depth += 1 }
      if character == "}", last != "\\" { depth -= 1 }
      #expect(depth >= 0)
      last = character
    }
    #expect(depth == 0)
    let rows = latex.split(separator: "\n").filter {
      $0.hasSuffix("\\\\") && !$0.contains("\\multicolumn")
    }
    let columns = rows.map { $0.replacing("\\&", with: "").count { $0 == "&" } }
    #expect(Set(columns).count == 1, "\(variant)")
    #expect(latex.contains("\\toprule") && latex.contains("\\bottomrule"))
  }

  @Test func theTablesHaveMeansWithIntervals() async throws {
    let report = await TestReport.of(RunVariant.usual)
    let texts = report.paperTexts
    let lines = try #require(report.datasets.first?.lines)
    let value = try #require(lines.value(1, at: 1, named: "error_mean"))
    let interval = try #require(lines.interval(1, at: 1, named: "error_mean"))
    let cell =
      "\(FixedPoint.significant(value)) [\(FixedPoint.significant(interval.lowerBound)), "
      + "\(FixedPoint.significant(interval.upperBound))]"
    let latex = try #require(texts.first { $0.name == "table.tex" }).text
    let markdown = try #require(texts.first { $0.name == "table.md" }).text
    #expect(latex.contains("\\texttt{linear} & \(cell) & "))
    #expect(markdown.contains("| linear | \(cell) | "))
    #expect(latex.contains("(B = 60)") && markdown.contains("(B = 60)"))
    let page = ReportPage(report).html
    for text in texts { #expect(page.contains(XMLText.escaped(text.text)), "\(text.name)") }
  }

  @Test func theMethodsSayDataProtocolMeasuresStatisticsAndVersion() async throws {
    var run = PlausibleRun().run()
    var manifest = run.manifest
    manifest.identity.datasets[0].licence = "MIT"
    manifest.identity.datasets[0].citation = "Henze et al. 2017"
    run = RunFolder(manifest: manifest, table: run.table)
    let report = await TestReport.of(run)
    let text = try #require(report.paperTexts.first { $0.name == "methods.txt" }).text
    for part in [
      "three data sets", "henze-2017 (8\u{A0}participants", "cite: Henze et al. 2017; license: MIT",
      "Protocol: sample:", "polynomial:degree=1..3,window=2..12", "(B = 60)", "sign-flip",
      "Holm", "commit 849b648, seed 1", "OpenBLAS", "Fits were computed for polynomial",
    ] {
      #expect(text.contains(part.replacing("three data sets", with: "3 data sets")), "\(part)")
    }
    #expect(text.hasSuffix(".\n"))
  }
}
