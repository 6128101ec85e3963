/// A table of results as HTML.
struct HTMLTable {
  let table: OutputTable
  /// What stands above it, as markup; empty for nothing.
  let caption: String
  /// The columns whose texts are spellings.
  var codeColumns: Set<Int> = []
  /// The columns of quantities with their unit, aligned like numbers.
  var rightAligned: Set<Int> = []
  /// The columns of long words that may break anywhere.
  var breakingColumns: Set<Int> = []
  /// Titles above neighboring columns with the number of columns; empty for none.
  var columnGroups: [(title: String, span: Int)] = []
  /// What follows the spelling in a row, in words.
  var remarks: [Int: String] = [:]

  /// The element, in a box that scrolls sideways on narrow screens.
  var html: String {
    let body = table.rows.indices.map { row in
      let cells = table.columns.indices.map { cell(row, $0) }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let title = caption.isEmpty ? "" : "<figcaption>\(caption)</figcaption>\n"
    return """
      <figure class="table">
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
    guard value != .empty else { return "<td\(style(column))>–</td>" }
    let text = XMLText.escaped(value.forPeople)
    guard codeColumns.contains(column), !text.isEmpty else {
      return column == 0
        ? "<th scope=\"row\"\(style(column))>\(text)</th>" : "<td\(style(column))>\(text)</td>"
    }
    let remark = remarks[row].map { " <small>\(XMLText.escaped($0))</small>" } ?? ""
    let content = "<code>\(text)</code>\(remark)"
    let style = breakingColumns.contains(column) ? " class=\"breaking\"" : ""
    return column == 0
      ? "<th scope=\"row\">\(content)</th>" : "<td\(style)>\(content)</td>"
  }
}
