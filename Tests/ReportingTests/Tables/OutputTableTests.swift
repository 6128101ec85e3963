import Datasets
import Foundation
import TestSupport
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

  /// A wide table costs not much more than its CSV.
  @Test func manyColumnsAreAlignedQuickly() {
    let columns = (0..<300).map { OutputTable.Column("column \($0)") }
    let row = (0..<300).map { OutputTable.Cell.measured(Double($0) / 7) }
    let table = OutputTable(columns: columns, rows: Array(repeating: row, count: 200))
    func time(_ format: OutputFormat) -> Duration {
      let started = ContinuousClock.now
      #expect(!table.rendered(as: format).isEmpty)
      return ContinuousClock.now - started
    }
    _ = time(.csv)
    #expect(time(.table) < time(.csv) * 25)
  }

  @Test func alignsWideCharactersAndTrimsTheEnd() {
    let table = OutputTable(
      columns: [.init("a"), .init("b")],
      rows: [[.text("é…"), .text("x ")], [.text("long name"), .empty], [.empty, .empty]])
    #expect(
      table.rendered(as: .table) == """
        a          b
        ─────────  ──
        é…         x
        long name


        """)
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

  @Test(arguments: [
    (0.0135, "0.0135"), (0.0016, "0.00160"), (1.5, "1.50"), (12.34, "12.3"), (123.4, "123"),
    (999.6, "1000"), (9.996, "10.0"), (0.09996, "0.100"), (1234.5, "1235"), (1_234_567, "1234567"),
    (1.2e-5, "1.20e-05"), (9.999e-5, "0.000100"), (0.0001, "0.000100"), (12_345_678, "1.23e+07"),
    (0, "0"), (-0.0, "0"), (-0.00234, "-0.00234"), (.nan, "nan"), (.infinity, "inf"),
    (1.7e308, "1.70e+308"), (5e-324, "5e-324"), (-2e-200, "-2.00e-200"),
  ])
  func measuredNumbersHaveThreeSignificantDigits(value: Double, text: String) {
    #expect(FixedPoint.significant(value) == text)
    #expect(OutputTable.Cell.measured(value).forPeople == text)
  }

  @Test func measuredNumbersAreAlignedOnTheirPoints() {
    let table = OutputTable(
      columns: [.init("name"), .init("error (mm)")],
      rows: [
        [.text("a"), .measured(0.0016)], [.text("b"), .measured(12.34)],
        [.text("c"), .measured(1234)], [.text("d"), .empty],
      ])
    #expect(
      table.rendered(as: .table) == """
        name  error (mm)
        ────  ──────────
        a        0.00160
        b       12.3
        c     1234
        d

        """)
  }

  @Test func measuredNumbersAreExactForPrograms() {
    let table = OutputTable(
      columns: [.init("error")], rows: [[.measured(0.123456789)], [.measured(nil)]])
    #expect(table.rendered(as: .csv) == "error\n0.123456789\n\n")
    #expect(table.rendered(as: .json).contains("0.123456789"))
    #expect(table.rendered(as: .markdown).contains("| 0.123 |"))
  }

  @Test func measuredNumbersOfAnySizeCanBeToldApart() {
    var random = TestRandom(seed: 13)
    for _ in 0..<2000 {
      let value = pow(10, random.unit() * 24 - 12)
      let text = FixedPoint.significant(value)
      let read = Double(text) ?? .nan
      #expect(abs(read - value) <= value * 0.00501, "\(value) is shown as \(text)")
      #expect(text.filter(\.isNumber).count <= 9, "\(value) is shown as \(text)")
    }
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
