/// A heat map: columns from left to right, rows from bottom to top.
struct HeatMap {
  let name: String
  let title: String
  let summary: String
  let xTitle: String
  let yTitle: String
  let columns: [String]
  let rows: [String]
  /// The values by row, then column; nil where missing.
  let values: [[Double?]]
  /// The color scale, shared by neighboring maps.
  let scale: ColorScale?
  /// What the colors show, with its unit.
  let valueTitle: String
  /// The text of a value in a cell.
  let cellText: @Sendable (Double) -> String

  private static let width = 360.0
  private static let top = 32.0
  /// More cells than this are drawn as one path per color, without numbers.
  private static let mostSingleCells = 400

  /// Draws it.
  func figure() -> Figure {
    let widestRow = rows.map { SVGCanvas.width(of: $0, size: SVGCanvas.TextSize.small) }.max() ?? 0
    let left = 34 + widestRow
    let cell = SIMD2(
      (Self.width - left - 8) / Double(max(columns.count, 1)), cellHeight)
    let bottom = Self.top + cell.y * Double(rows.count)
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    if rows.count * columns.count <= Self.mostSingleCells {
      drawCells(on: &canvas, left: left, bottom: bottom, cell: cell)
    } else {
      drawOutlines(on: &canvas, left: left, bottom: bottom, cell: cell)
    }
    markBest(on: &canvas, left: left, bottom: bottom, cell: cell)
    label(on: &canvas, left: left, bottom: bottom, cell: cell)
    if let scale {
      ColorBar(scale: scale, title: valueTitle, name: name).drawHorizontal(
        on: &canvas, left: left, top: bottom + 50, width: Self.width - left - 8)
    }
    return Figure(
      name: name, title: title, summary: summary, width: Self.width,
      height: bottom + (scale == nil ? 46 : 100), body: canvas.text)
  }

  /// Few rows are higher than others, so that the title beside them has room.
  private var cellHeight: Double {
    let count = Double(max(rows.count, 1))
    let title = SVGCanvas.width(of: yTitle, size: SVGCanvas.TextSize.small)
    return min(max(24, title / count), max(3, 320 / count))
  }

  private func corner(
    _ row: Int, _ column: Int, left: Double, bottom: Double, cell: SIMD2<Double>
  ) -> SIMD2<Double> {
    SIMD2(left + Double(column) * cell.x, bottom - Double(row + 1) * cell.y)
  }

  private func value(_ row: Int, _ column: Int) -> Double? {
    values[row][column].flatMap { $0.isFinite ? $0 : nil }
  }

  private func drawCells(
    on canvas: inout SVGCanvas, left: Double, bottom: Double, cell: SIMD2<Double>
  ) {
    for row in rows.indices {
      for column in columns.indices {
        let place = corner(row, column, left: left, bottom: bottom, cell: cell)
        drawCell(value(row, column), at: place, cell: cell, on: &canvas)
      }
    }
  }

  private func drawCell(
    _ value: Double?, at place: SIMD2<Double>, cell: SIMD2<Double>, on canvas: inout SVGCanvas
  ) {
    let text = value.map(cellText) ?? "–"
    let fits =
      cell.y >= 13 && SVGCanvas.width(of: text, size: SVGCanvas.TextSize.cell) <= cell.x - 2
    let middle = place + cell / 2 + SIMD2(0, 3.5)
    guard let value, let scale else {
      if fits {
        canvas.write(text, x: middle.x, y: middle.y, anchor: .middle, style: "muted cell")
      }
      return
    }
    let color = scale.color(value)
    canvas.add(
      "rect",
      SVGCanvas.box(place, cell)
        + [("fill", color.hexadecimal), ("shape-rendering", "crispEdges")])
    if fits {
      canvas.write(
        text, x: middle.x, y: middle.y, anchor: .middle,
        style: "cell " + (color.takesBlackText ? "onlight" : "ondark"))
    }
  }

  private func drawOutlines(
    on canvas: inout SVGCanvas, left: Double, bottom: Double, cell: SIMD2<Double>
  ) {
    guard let scale else { return }
    let levels = 64.0
    var outlines: [Int: String] = [:]
    let size =
      "h\(SVGCanvas.number(cell.x))v\(SVGCanvas.number(cell.y))h-\(SVGCanvas.number(cell.x))z"
    for row in rows.indices {
      for column in columns.indices {
        guard let value = value(row, column) else { continue }
        let level = Int((min(max(scale.axis.position(value), 0), 1) * levels).rounded())
        let place = corner(row, column, left: left, bottom: bottom, cell: cell)
        outlines[level, default: ""] += "M\(SVGCanvas.point(place))\(size)"
      }
    }
    for (level, outline) in outlines.sorted(by: { $0.key < $1.key }) {
      let color = SequentialColorMap.color(Double(level) / levels)
      canvas.add(
        "path", [("d", outline), ("fill", color.hexadecimal), ("shape-rendering", "crispEdges")])
    }
  }

  /// Outlines the lowest value of each column.
  private func markBest(
    on canvas: inout SVGCanvas, left: Double, bottom: Double, cell: SIMD2<Double>
  ) {
    guard rows.count > 1 else { return }
    // An outline inside a very low cell would hide it, so it goes around it.
    let inset = SIMD2(1, cell.y >= 8 ? 1 : (cell.y - 6) / 2)
    for column in columns.indices {
      let found = rows.indices.compactMap { row in value(row, column).map { (row, $0) } }
      guard let best = found.min(by: { $0.1 < $1.1 }) else { continue }
      let place = corner(best.0, column, left: left, bottom: bottom, cell: cell) + inset
      for style in ["best", "bestink"] {
        canvas.add(
          "rect",
          SVGCanvas.box(place, cell - 2 * inset) + [("class", style)])
      }
    }
  }

  /// The rows with room for a label: all, or those at round numbers.
  private func labeledRows(cellHeight: Double) -> [Int] {
    let room = 16.0
    guard cellHeight < room else { return Array(rows.indices) }
    let least = Int((room / cellHeight).rounded(.up))
    let step = [2, 5, 10, 20, 50, 100, 200, 500, 1000].first { $0 >= least } ?? least
    let round = rows.indices.filter { Int(rows[$0]).map { $0 % step == 0 } ?? false }
    return round.count > 1 ? round : rows.indices.filter { $0 % step == 0 }
  }

  private func label(
    on canvas: inout SVGCanvas, left: Double, bottom: Double, cell: SIMD2<Double>
  ) {
    for row in labeledRows(cellHeight: cell.y) {
      let y = bottom - (Double(row) + 0.5) * cell.y + 4
      canvas.write(rows[row], x: left - 6, y: y, anchor: .end, style: "muted small")
    }
    let widest = columns.map { SVGCanvas.width(of: $0, size: SVGCanvas.TextSize.small) }.max() ?? 0
    let columnStep = max(1, Int(((widest + 6) / cell.x).rounded(.up)))
    for column in columns.indices where column % columnStep == 0 {
      let x = left + (Double(column) + 0.5) * cell.x
      canvas.write(columns[column], x: x, y: bottom + 16, anchor: .middle, style: "muted small")
    }
    let right = Self.width - 8
    canvas.write(
      xTitle, x: (left + right) / 2, y: bottom + 35, anchor: .middle, style: "xtitle",
      room: right - left)
    canvas.write(
      yTitle, x: 14, y: (Self.top + bottom) / 2, anchor: .middle, style: "ytitle", rotated: true,
      room: bottom - Self.top + 20)
  }
}
