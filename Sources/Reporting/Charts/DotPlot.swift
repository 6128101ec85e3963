/// A dot plot: rows of dots over one axis, with an estimate and its interval in each row.
struct DotPlot {
  /// One row.
  struct Row {
    let label: String
    let dots: [Dot]
    /// The estimate that summarizes the dots; nil for none.
    let estimate: Estimate?
    /// The text at the right end.
    var text = ""
  }

  /// One dot.
  struct Dot {
    let value: Double
    /// The style; nil for a small gray dot.
    let style: SeriesStyle?
    /// The tooltip.
    let tip: String
  }

  /// A value with its interval.
  struct Estimate {
    let value: Double
    let interval: ClosedRange<Double>?
    let style: SeriesStyle
    /// The tooltip.
    let tip: String
  }

  let name: String
  let title: String
  let summary: String
  let valueTitle: String
  let rows: [Row]
  /// The title above the texts at the right end; empty for none.
  var textTitle = ""
  /// The names of the styles, where dots differ in style.
  var legend: [Legend.Item] = []
  /// Whether a line marks 0, which separates better from worse.
  var marksZero = false
  var width = 480.0

  private static let rowHeight = 27.0
  /// Half the vertical distance from the dots to their estimate.
  private static let separation = 4.5

  /// Draws it.
  func figure() -> Figure {
    let longest = rows.map { SVGCanvas.width(of: $0.label, size: SVGCanvas.TextSize.body) }.max()
    let left = min((longest ?? 0) * 1.06 + 16, width * 0.42)
    let texts = (rows.map(\.text) + [textTitle]).filter { !$0.isEmpty }
    let room = texts.map { SVGCanvas.width(of: $0, size: SVGCanvas.TextSize.small) }.max()
    let right = room.map { $0 + 20 } ?? 14
    let axis = AxisScale.linear(
      rows.flatMap(\.extent), includesZero: true, count: width - left - right < 260 ? 3 : 5)
    let area = PlotArea(
      left: left, top: textTitle.isEmpty ? 32 : 50, width: max(width - left - right, 120),
      height: Self.rowHeight * Double(max(rows.count, 1)), x: axis,
      y: AxisScale(low: 0, high: 1, isLogarithmic: false, ticks: [], decimals: 0))
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    canvas.write(
      textTitle, x: area.right + 14, y: area.top - 8, style: "muted small")
    area.drawAxes(on: &canvas, xTitle: valueTitle, yTitle: "", verticalGrid: true)
    if marksZero {
      let zero = area.point(0, 0).x
      canvas.line(SIMD2(zero, area.top), SIMD2(zero, area.bottom), style: "zero")
    }
    for (place, row) in rows.enumerated() {
      draw(row, middle: area.top + (Double(place) + 0.5) * Self.rowHeight, in: area, on: &canvas)
    }
    var bottom = area.bottom + 46
    if !legend.isEmpty {
      bottom = Legend(items: legend).draw(
        on: &canvas, left: 8, top: bottom + 4, width: width - 16)
    }
    return Figure(
      name: name, title: title, summary: summary, width: width, height: bottom,
      body: canvas.text)
  }

  private func draw(_ row: Row, middle: Double, in area: PlotArea, on canvas: inout SVGCanvas) {
    canvas.write(
      row.label, x: area.left - 9, y: middle + 4, anchor: .end, room: area.left - 12)
    if !row.text.isEmpty {
      canvas.write(row.text, x: area.right + 14, y: middle + 4, style: "small")
    }
    // Dots are drawn above their estimate, so that neither hides the other.
    let apart = row.estimate == nil ? 0 : Self.separation
    for dot in row.dots where dot.value.isFinite {
      let place = SIMD2(area.point(dot.value, 0).x, middle - apart)
      let shape =
        dot.style?.marker.path(at: place, size: 4.6) ?? Marker.circle.path(at: place, size: 3)
      canvas.add("path", [("d", shape), ("class", dot.style?.markClass ?? "faint")], tip: dot.tip)
    }
    guard let estimate = row.estimate, estimate.value.isFinite else { return }
    if let interval = estimate.drawnInterval {
      canvas.whisker(
        from: area.point(interval.lowerBound, 0).x, to: area.point(interval.upperBound, 0).x,
        y: middle + apart, style: estimate.style.whiskerClass)
    }
    let shape = Marker.diamond.path(
      at: SIMD2(area.point(estimate.value, 0).x, middle + apart), size: 4.8)
    canvas.add("path", [("d", shape), ("class", estimate.style.markClass)], tip: estimate.tip)
  }
}

extension DotPlot.Estimate {
  /// The interval, where both ends are finite.
  fileprivate var drawnInterval: ClosedRange<Double>? {
    interval.flatMap { $0.lowerBound.isFinite && $0.upperBound.isFinite ? $0 : nil }
  }
}

extension DotPlot.Row {
  /// The values that the axis must span.
  fileprivate var extent: [Double] {
    dots.map(\.value)
      + [estimate?.value, estimate?.drawnInterval?.lowerBound, estimate?.drawnInterval?.upperBound]
      .compactMap(\.self)
  }
}
