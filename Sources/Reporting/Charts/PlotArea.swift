/// The plot area of a chart with its two axes.
struct PlotArea {
  let left: Double
  let top: Double
  let width: Double
  let height: Double
  let x: AxisScale
  let y: AxisScale

  var right: Double { left + width }
  var bottom: Double { top + height }

  /// Returns the position of a pair of values.
  func point(_ horizontal: Double, _ vertical: Double) -> SIMD2<Double> {
    SIMD2(left + x.position(horizontal) * width, bottom - y.position(vertical) * height)
  }

  /// Draws grid, axes, tick labels and titles; `xLabels` replace the axis's own ticks.
  func drawAxes(
    on canvas: inout SVGCanvas, xTitle: String, yTitle: String,
    xLabels: [(value: Double, text: String)]? = nil, verticalGrid: Bool = false
  ) {
    for tick in y.ticks {
      let place = point(x.low, tick).y
      canvas.line(SIMD2(left, place), SIMD2(right, place), style: "grid")
      canvas.write(
        y.label(tick), x: left - 7, y: place + 4, anchor: .end, style: "muted small")
    }
    let labels = xLabels ?? x.ticks.map { ($0, x.label($0)) }
    for label in labels {
      let place = point(label.value, y.low).x
      if verticalGrid { canvas.line(SIMD2(place, top), SIMD2(place, bottom), style: "grid") }
      canvas.line(SIMD2(place, bottom), SIMD2(place, bottom + 4), style: "axis")
      canvas.write(label.text, x: place, y: bottom + 17, anchor: .middle, style: "muted small")
    }
    canvas.line(SIMD2(left, bottom), SIMD2(right, bottom), style: "axis")
    canvas.write(
      xTitle, x: left + width / 2, y: bottom + 37, anchor: .middle, style: "xtitle",
      room: width + 40)
    guard !yTitle.isEmpty else { return }
    canvas.write(
      yTitle, x: 14, y: top + height / 2, anchor: .middle, style: "ytitle", rotated: true,
      room: height + 20)
  }

  /// Returns the width of a vertical axis's labels and title.
  static func leftMargin(for axis: AxisScale) -> Double {
    let widest =
      axis.ticks.map { SVGCanvas.width(of: axis.label($0), size: SVGCanvas.TextSize.small) }.max()
      ?? 0
    return widest + 34
  }
}
