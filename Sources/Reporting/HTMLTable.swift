/// A table of results as HTML.
struct HTMLTable {
  let table: OutputTable
  /// What stands above it; empty for nothing.
  let caption: String
  /// The columns whose texts are spellings.
  var codeColumns: Set<Int> = []
  /// The columns of quantities with their unit, aligned like numbers.
  var rightAligned: Set<Int> = []

  /// The element, in a box that scrolls sideways on narrow screens.
  var html: String {
    let numeric = table.columns.indices.map { column in
      rightAligned.contains(column) || table.rows.contains { $0[column].isNumber }
    }
    let head = table.columns.indices.map { column in
      "<th scope=\"col\"\(numeric[column] ? " class=\"number\"" : "")>"
        + "\(XMLText.escaped(table.columns[column].title))</th>"
    }
    let body = table.rows.map { row in
      let cells = row.indices.map { cell(row[$0], column: $0, isNumeric: numeric[$0]) }
      return "<tr>\(cells.joined())</tr>\n"
    }
    let title = caption.isEmpty ? "" : "<caption>\(caption)</caption>"
    return """
      <div class="scroll"><table>\(title)
      <thead><tr>\(head.joined())</tr></thead>
      <tbody>
      \(body.joined())</tbody></table></div>

      """
  }

  private func cell(_ cell: OutputTable.Cell, column: Int, isNumeric: Bool) -> String {
    let style = isNumeric ? " class=\"number\"" : ""
    if cell == .empty {
      return "<td\(style)>–</td>"
    }
    let text = XMLText.escaped(cell.forPeople)
    let content = codeColumns.contains(column) && !text.isEmpty ? "<code>\(text)</code>" : text
    return column == 0 ? "<th scope=\"row\"\(style)>\(content)</th>" : "<td\(style)>\(content)</td>"
  }
}
