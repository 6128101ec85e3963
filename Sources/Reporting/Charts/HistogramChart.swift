/// A histogram: a bar for each bin, on a linear or a logarithmic axis.
struct HistogramChart {
  let name: String
  let title: String
  let summary: String
  let valueTitle: String
  let countTitle: String
  let edges: [Double]
  let counts: [Int]
  /// What is left of the first bin and right of the last, each for the end of the axis's title.
  let outside: String
  let isLogarithmic: Bool
  /// A value that a line marks, with the line's label.
  var mark: (value: Double, label: String)?

  private static let width = 480.0
  private static let plotHeight = 150.0

  /// Draws it.
  func figure() -> Figure {
    let top = AxisScale.linear(counts.map(Double.init), includesZero: true, count: 4)
    let left = PlotArea.leftMargin(for: top)
    let area = PlotArea(
      left: left, top: 34, width: Self.width - left - 16, height: Self.plotHeight,
      x: isLogarithmic
        ? .logarithmic(edges) : .linear(edges.filter { $0 >= 0 }, includesZero: true),
      y: top)
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    area.drawAxes(on: &canvas, xTitle: valueTitle + outside, yTitle: countTitle)
    for (place, count) in counts.enumerated() where count > 0 {
      draw(count, from: edges[place], to: edges[place + 1], in: area, on: &canvas)
    }
    if let mark {
      let place = area.point(mark.value, 0).x
      canvas.line(SIMD2(place, area.top), SIMD2(place, area.bottom), style: "zero")
      canvas.write(mark.label, x: place + 5, y: area.top + 10, style: "small")
    }
    return Figure(
      name: name, title: title, summary: summary, width: Self.width, height: area.bottom + 46,
      body: canvas.text)
  }

  private func draw(
    _ count: Int, from low: Double, to high: Double, in area: PlotArea, on canvas: inout SVGCanvas
  ) {
    let start = area.point(max(low, area.x.low), 0).x
    let corner = SIMD2(start, area.point(0, Double(count)).y)
    let size = SIMD2(max(area.point(high, 0).x - start - 0.6, 0.5), area.bottom - corner.y)
    canvas.add(
      "rect", SVGCanvas.box(corner, size) + [("class", "bar f2")],
      tip:
        "\(FixedPoint.rounded(low, digits: 3)) to \(FixedPoint.rounded(high, digits: 3)): \(count)"
    )
  }
}
