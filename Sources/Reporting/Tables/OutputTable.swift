import Datasets

/// The output formats of every command.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
  /// Aligned columns for people.
  case table
  /// RFC 4180, with full precision.
  case csv
  /// An array of objects, with full precision.
  case json
  /// A Markdown table.
  case markdown
}

/// A table of results that can be printed in every output format.
public struct OutputTable: Hashable, Sendable {
  /// A column with its name for programs and its title for people.
  public struct Column: Hashable, Sendable {
    /// The name in CSV and JSON, in lower case with underscores and its unit.
    public var name: String
    /// The title in tables for people, with its unit.
    public var title: String

    /// Creates a column; the title defaults to the name.
    package init(_ name: String, title: String? = nil) {
      self.name = name
      self.title = title ?? name
    }
  }

  /// One value.
  public enum Cell: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number; people see it with this many decimals, programs with all of them.
    case number(Double, decimals: Int)
    /// A measured length or time; people see at least this many significant digits, programs all.
    case measured(Double, digits: Int = 3)
    /// A whole number.
    case integer(Int)
    /// No value, which is never written as 0.
    case empty
    /// Several values: in JSON an array, elsewhere a text with spaces, or semicolons between texts.
    case list([Cell])
  }

  /// The columns, left to right.
  public var columns: [Column]
  /// The rows, each as long as `columns`.
  public var rows: [[Cell]]

  /// Creates a table.
  package init(columns: [Column], rows: [[Cell]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns the table as text, ending with a line feed.
  public func rendered(as format: OutputFormat) -> String {
    switch format {
    case .table: aligned()
    case .csv: commaSeparated()
    case .json: json()
    case .markdown: markdown()
    }
  }

  private func aligned() -> String {
    let titles = shownTitles
    var texts = rows.map { row in row.map(\.forPeople) }
    for column in columns.indices where rows.contains(where: { $0[column].isMeasured }) {
      alignPoints(of: column, in: &texts)
    }
    let areNumeric = columns.indices.map(isNumeric)
    var widths = titles.map(shownWidth)
    for row in texts {
      for column in columns.indices {
        widths[column] = max(widths[column], shownWidth(row[column]))
      }
    }
    let rule = widths.map { String(repeating: "─", count: $0) }
    var result = ""
    for row in [titles, rule] + texts {
      appendLine(row, widths: widths, areNumeric: areNumeric, to: &result)
    }
    return result
  }

  /// Appends a line of padded cells without spaces at its end.
  private func appendLine(
    _ row: [String], widths: [Int], areNumeric: [Bool], to result: inout String
  ) {
    let last = row.lastIndex { text in text.utf8.contains { $0 != UInt8(ascii: " ") } } ?? -1
    for column in row.indices.prefix(last + 1) {
      let text = column == last ? row[column].withoutTrailingSpaces : row[column][...]
      let fill = widths[column] - shownWidth(row[column])
      if column > 0 { result += "  " }
      if areNumeric[column] { result.append(spaces: fill) }
      result += text
      if !areNumeric[column], column < last { result.append(spaces: fill) }
    }
    result += "\n"
  }

  /// Appends spaces, so that the decimal points of a column stand below each other.
  private func alignPoints(of column: Int, in texts: inout [[String]]) {
    let tails = texts.map { row in row[column].utf8.drop { $0 != UInt8(ascii: ".") }.count }
    let longest = tails.max() ?? 0
    for (row, tail) in tails.enumerated() { texts[row][column].append(spaces: longest - tail) }
  }

  /// Titles may be names from files, for example where each column is a data set.
  private var shownTitles: [String] { columns.map { VisibleText.line($0.title) } }

  private func commaSeparated() -> String {
    let header = columns.map { CSVFields.cell($0.name) }.joined(separator: ",") + "\n"
    return header
      + rows.map { $0.map(\.forCSV).joined(separator: ",") + "\n" }.joined()
  }

  private func json() -> String {
    let objects = rows.map { row in
      let members = row.indices.map { "\(JSONText.quoted(columns[$0].name)): \(row[$0].forJSON)" }
      return "  {\(members.joined(separator: ", "))}"
    }
    return objects.isEmpty ? "[]\n" : "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }

  private func markdown() -> String {
    func line(_ cells: [String]) -> String {
      "| \(cells.map(MarkdownText.escaped).joined(separator: " | ")) |\n"
    }
    let rule = columns.indices.map { isNumeric($0) ? "---:" : "---" }
    return line(shownTitles) + "|\(rule.joined(separator: "|"))|\n"
      + rows.map { line($0.map(\.forPeople)) }.joined()
  }

  private func isNumeric(_ column: Int) -> Bool {
    rows.contains { $0[column].isNumber }
  }
}

extension OutputTable.Cell {
  /// Returns a number with a given number of decimals for people; nil gives an empty cell.
  package static func number(_ value: Double?, decimals: Int) -> OutputTable.Cell {
    value.map { .number($0, decimals: decimals) } ?? .empty
  }

  /// Returns a measured length or time for people; nil gives an empty cell.
  package static func measured(_ value: Double?, digits: Int = 3) -> OutputTable.Cell {
    value.map { .measured($0, digits: digits) } ?? .empty
  }

  var isMeasured: Bool { if case .measured = self { true } else { false } }

  var isNumber: Bool {
    switch self {
    case .number, .measured, .integer: true
    case .text, .empty, .list: false
    }
  }

  /// The value as shown to people.
  package var forPeople: String {
    switch self {
    case .text(let text): VisibleText.line(text)
    case .number(let value, let decimals): FixedPoint.text(value, decimals: decimals)
    case .measured(let value, let digits): FixedPoint.significant(value, digits: digits)
    case .integer(let value): String(value)
    case .empty: ""
    case .list(let cells): Self.joined(cells, \.forPeople)
    }
  }

  /// Values in one cell; a missing one is a dash, so that the others keep their places.
  private static func joined(_ cells: [Self], _ text: (Self) -> String) -> String {
    let areTexts = cells.contains { if case .text = $0 { true } else { false } }
    return cells.map { $0 == .empty ? "–" : text($0) }.joined(separator: areTexts ? "; " : " ")
  }

  var forCSV: String {
    switch self {
    case .text(let text): CSVFields.cell(text)
    case .number(let value, _), .measured(let value, _): value.isFinite ? value.description : ""
    case .integer(let value): String(value)
    case .empty: ""
    case .list(let cells): CSVFields.cell(Self.joined(cells, \.plain))
    }
  }

  /// The value in full precision without quotation marks.
  private var plain: String {
    if case .text(let text) = self { text } else { forCSV }
  }

  var forJSON: String {
    switch self {
    case .text(let text): JSONText.quoted(text)
    case .number(let value, _), .measured(let value, _):
      value.isFinite ? value.description : "null"
    case .integer(let value): String(value)
    case .empty: "null"
    case .list(let cells): "[\(cells.map(\.forJSON).joined(separator: ", "))]"
    }
  }
}

/// Text inside Markdown, also in a cell of a table.
enum MarkdownText {
  /// Returns the text with characters escaped that would end the cell or be read as HTML, as a link, a
  /// picture, code, a heading or emphasis.
  static func escaped(_ text: String) -> String {
    var result = ""
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next: Unicode.Scalar = index + 1 < scalars.count ? scalars[index + 1] : " "
      switch scalar {
      // Brackets are a link only if a parenthesis, a bracket or a colon follows.
      case "]" where next == "(" || next == "[" || next == ":", "|", "\\", "`", "*", "~", "#":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// The number of characters of a text; quick for ASCII without line breaks, as most cells are.
private func shownWidth(_ text: String) -> Int {
  text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? text.utf8.count : text.count
}

extension String {
  fileprivate var withoutTrailingSpaces: Substring {
    let trailing = utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    return self[..<utf8.index(utf8.endIndex, offsetBy: -trailing)]
  }

  fileprivate mutating func append(spaces count: Int) {
    self += String(repeating: " ", count: Swift.max(count, 0))
  }
}
