import Datasets
import Foundation
import Testing

@testable import Reporting

@Suite struct OutputTableTests {
  private let table = OutputTable(
    columns: [.init("name"), .init("error_mm", title: "error (mm)")],
    rows: [
      [.text("a|b"), .number(0.12345, decimals: 2)], [.text("say \"hi\",\r\nthere"), .empty],
      [.text("n"), .integer(-7)],
    ])

  @Test func alignsColumnsForPeople() {
    let small = OutputTable(
      columns: table.columns, rows: [[.text("hold"), .number(12.5, decimals: 1)]])
    #expect(
      small.rendered(as: .table) == """
        name  error (mm)
        ────  ──────────
        hold        12.5

        """)
  }

  /// The width of a column of text is found without going through the table for each of its cells.
  @Test func manyRowsAreAlignedInOnePass() {
    let rows: [[OutputTable.Cell]] = (0..<20_000).map { [.text("row \($0)"), .integer($0)] }
    let started = ContinuousClock.now
    let text = OutputTable(columns: table.columns, rows: rows).rendered(as: .table)
    #expect(ContinuousClock.now - started < .seconds(10))
    #expect(text.hasSuffix("row 19999       19999\n"))
  }

  @Test func writesCSVWithFullPrecision() {
    #expect(
      table.rendered(as: .csv)
        == "name,error_mm\na|b,0.12345\n\"say \"\"hi\"\",\r\nthere\",\nn,-7\n")
  }

  @Test func writesMarkdownWithEscapedBars() {
    #expect(
      table.rendered(as: .markdown).hasPrefix("| name | error (mm) |\n|---|---:|\n| a\\|b | 0.12 |")
    )
  }

  @Test func writesJSONThatReadsBack() throws {
    struct Row: Decodable, Equatable {
      var name: String
      var error: Double?
      enum CodingKeys: String, CodingKey {
        case name
        case error = "error_mm"
      }
    }
    let read = try JSONDecoder().decode([Row].self, from: Data(table.rendered(as: .json).utf8))
    #expect(
      read == [
        Row(name: "a|b", error: 0.12345), Row(name: "say \"hi\",\r\nthere"),
        Row(name: "n", error: -7),
      ])
  }

  @Test(arguments: [
    (0.125, 2, "0.13"), (-0.004, 2, "0.00"), (-0.125, 2, "-0.13"), (1e20, 2, "1e+20"),
    (12, 0, "12"),
    (0.05, 1, "0.1"),
  ])
  func roundsForPeople(value: Double, decimals: Int, text: String) {
    #expect(FixedPoint.text(value, decimals: decimals) == text)
  }

  @Test(arguments: [",\u{301}", "a\r\nb", "\"", "a\rb"])
  func quotesWhatCharactersWouldHide(text: String) {
    #expect(CSVFields.quoted(text).hasPrefix("\""))
  }

  @Test(arguments: [
    ("a&b<c>\"'", "a&amp;b&lt;c&gt;&quot;&#39;"), ("\u{0}\u{8}", "\u{FFFD}\u{FFFD}"),
    ("ok\tü📈", "ok\tü📈"),
  ])
  func escapesMarkup(text: String, escaped: String) {
    #expect(XMLText.escaped(text) == escaped)
  }

  @Test func namesAProgramWithoutItsFolder() {
    #expect(ShellCommand.text(program: "/opt/x/nextpoint", arguments: ["a b"]) == "nextpoint 'a b'")
  }

  @Test(arguments: [
    (["ls", "-l"], "ls -l"), (["a b", ""], "'a b' ''"), (["it's"], "'it'\\''s'"),
    (["window=2..12", "$HOME"], "window=2..12 '$HOME'"),
  ])
  func quotesForTheShell(words: [String], text: String) {
    #expect(ShellCommand.text(words) == text)
  }

  @Test(arguments: [
    (0, "0"), (1234, "1234"), (12345, "12\u{202F}345"), (-1_234_567, "-1\u{202F}234\u{202F}567"),
  ])
  func groupsThousands(number: Int, text: String) {
    #expect(HTMLFragment.grouped(number) == text)
  }
}
