/// A table of results as HTML.
struct HTMLTable {
  let table: OutputTable
  /// The caption as markup; empty for none.
  let caption: String
  /// The columns of spellings, set as code.
  var codeColumns: Set<Int> = []
  /// The columns of quantities with their unit, aligned like numbers.
  var rightAligned: Set<Int> = []
  /// The columns of long words that may break anywhere.
  var breakingColumns: Set<Int> = []
  /// Titles above neighboring columns with the number of columns; empty for none.
  var columnGroups: [(title: String, span: Int)] = []
  /// Remarks after the spelling, by row.
  var remarks: [Int: String] = [:]

  /// The addresses to which the last column leads, by row.
  var links: [Int: String] = [:]

  /// A table of more columns is a list of rows, each value under its title, on a narrow screen.
  private static let mostNarrowColumns = 3

  private var stacks: Bool { table.columns.count > Self.mostNarrowColumns }

  /// The element.
  var html: String {
    let body = table.rows.indices.map { row in
      let cells = table.columns.indices.map { cell(row, $0) }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let title = caption.isEmpty ? "" : "<figcaption>\(caption)</figcaption>\n"
    return """
      <figure class="table\(stacks ? " stacks" : "")">
      \(title)<div class="scroll"><table>
      <thead>\(groupRow)<tr>\(titleRow)</tr></thead>
      <tbody>
      \(body.joined())</tbody></table></div>
      </figure>

      """
  }

  private func isNumeric(_ column: Int) -> Bool {
    rightAligned.contains(column) || table.rows.contains { $0[column].isNumber }
  }

  private func style(_ column: Int) -> String { isNumeric(column) ? " class=\"number\"" : "" }

  /// The title that a narrow screen shows beside each value of a column.
  private func stackedTitle(_ column: Int) -> String {
    guard stacks else { return "" }
    var end = 0
    let group = columnGroups.first { group in
      end += group.span
      return column < end
    }
    let titles = [group?.title ?? "", table.columns[column].title].filter { !$0.isEmpty }
    return " data-title=\"\(XMLText.escaped(titles.joined(separator: ", ")))\""
  }

  private var groupRow: String {
    guard !columnGroups.isEmpty else { return "" }
    let cells = columnGroups.map { group in
      let scope = group.title.isEmpty ? "" : " scope=\"colgroup\" class=\"span\""
      return "<th colspan=\"\(group.span)\"\(scope)>\(XMLText.escaped(group.title))</th>"
    }
    return "<tr>\(cells.joined())</tr>"
  }

  private var titleRow: String {
    table.columns.indices.map { column in
      "<th scope=\"col\"\(style(column))>\(XMLText.escaped(table.columns[column].title))</th>"
    }.joined()
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    let value = table.rows[row][column]
    var content = value == .empty ? "–" : XMLText.escaped(value.forPeople)
    var style = style(column)
    if value != .empty, codeColumns.contains(column), !content.isEmpty {
      let remark = remarks[row].map { " <small>\(XMLText.escaped($0))</small>" } ?? ""
      content = "<code>\(Self.breakable(content))</code>\(remark)"
      style = breakingColumns.contains(column) ? " class=\"breaking\"" : ""
    }
    if let address = links[row], column == table.columns.count - 1 {
      content = "<a href=\"\(XMLText.escaped(address))\">\(content)</a>"
    }
    return column == 0 && value != .empty
      ? "<th scope=\"row\"\(style)>\(content)</th>"
      : "<td\(style)\(stackedTitle(column))>\(content)</td>"
  }

  /// A spelling that may break after its separators.
  private static func breakable(_ spelling: String) -> String {
    [",", ":", "+"].reduce(spelling) { $0.replacing($1, with: "\($1)<wbr/>") }
  }
}
