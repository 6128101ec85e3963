/// A bar chart of one measure at one horizon, one bar per predictor.
struct BarChart {
  /// One bar.
  struct Bar {
    let label: String
    let style: SeriesStyle
    let value: Double?
    /// The interval of the value; nil where unknown.
    var interval: ClosedRange<Double>?
    /// The value with its unit.
    let text: String
  }

  let name: String
  let title: String
  let summary: String
  let valueTitle: String
  let bars: [Bar]

  private static let width = 480.0
  private static let rowHeight = 27.0

  /// Draws it.
  func figure() -> Figure {
    let size = SVGCanvas.TextSize.body
    let longest = bars.map { SVGCanvas.width(of: $0.label, size: size) }.max() ?? 0
    let left = min(longest + 12, Self.width * 0.5)
    let textRoom = (bars.map { SVGCanvas.width(of: $0.text, size: size) }.max() ?? 0) + 12
    let axis = AxisScale.linear(
      bars.flatMap {
        [$0.value, $0.interval?.lowerBound, $0.interval?.upperBound].compactMap(\.self)
      },
      includesZero: true, count: 4)
    let area = PlotArea(
      left: left, top: 32, width: Self.width - left - textRoom,
      height: Self.rowHeight * Double(max(bars.count, 1)), x: axis,
      y: AxisScale(low: 0, high: 1, isLogarithmic: false, ticks: [], decimals: 0))
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    area.drawAxes(on: &canvas, xTitle: valueTitle, yTitle: "", verticalGrid: true)
    for (place, bar) in bars.enumerated() {
      draw(bar, middle: area.top + (Double(place) + 0.5) * Self.rowHeight, in: area, on: &canvas)
    }
    return Figure(
      name: name, title: title, summary: summary, width: Self.width, height: area.bottom + 46,
      body: canvas.text)
  }

  private func draw(_ bar: Bar, middle: Double, in area: PlotArea, on canvas: inout SVGCanvas) {
    canvas.write(
      bar.label, x: area.left - 8, y: middle + 4, anchor: .end, style: bar.style.keyClass)
    let zero = area.point(0, 0).x
    guard let value = bar.value, value.isFinite else {
      canvas.write("–", x: zero + 6, y: middle + 4, style: "muted")
      return
    }
    let end = area.point(value, 0).x
    canvas.add(
      "rect",
      SVGCanvas.box([min(zero, end), middle - 8], [max(abs(end - zero), 0.5), 16])
        + [("class", "bar f\(bar.style.index)")])
    let tip = bar.interval.map { interval -> Double in
      let low = area.point(interval.lowerBound, 0).x
      let high = area.point(interval.upperBound, 0).x
      canvas.whisker(from: low, to: high, y: middle, style: "whisker axis")
      return high
    }
    canvas.write(bar.text, x: max(zero, end, tip ?? end) + 6, y: middle + 4, style: "small")
  }
}
