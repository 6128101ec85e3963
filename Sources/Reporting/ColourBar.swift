/// A strip of the colours of a scale with ticks and a title.
struct ColourBar {
  let scale: ColourScale
  let title: String
  /// Makes the gradient's identifier unique in a page.
  let name: String

  private static let stops = 24

  /// Draws it lying down, its title below.
  func drawHorizontal(on canvas: inout SVGCanvas, left: Double, top: Double, width: Double) {
    gradient(on: &canvas, vertical: false)
    canvas.add(
      "rect", box(x: left, y: top, width: width, height: 9))
    for tick in tickLabels(within: width, spacing: 34) {
      let x = left + scale.axis.position(tick) * width
      canvas.line(SIMD2(x, top + 9), SIMD2(x, top + 13), style: "axis")
      canvas.write(
        scale.axis.label(tick), x: x, y: top + 25, anchor: .middle, style: "muted small")
    }
    canvas.write(
      title + scale.note, x: left + width / 2, y: top + 42, anchor: .middle,
      room: width)
  }

  /// Draws it upright, its title along it.
  func drawVertical(on canvas: inout SVGCanvas, left: Double, top: Double, height: Double) {
    gradient(on: &canvas, vertical: true)
    canvas.add("rect", box(x: left, y: top, width: 10, height: height))
    var widest = 0.0
    for tick in tickLabels(within: height, spacing: 16) {
      let y = top + height - scale.axis.position(tick) * height
      let label = scale.axis.label(tick)
      widest = max(widest, SVGCanvas.width(of: label, size: SVGCanvas.TextSize.small))
      canvas.line(SIMD2(left + 10, y), SIMD2(left + 14, y), style: "axis")
      canvas.write(label, x: left + 17, y: y + 4, style: "muted small")
    }
    canvas.write(
      title + scale.note, x: left + 17 + widest + 15, y: top + height / 2, anchor: .middle,
      rotated: true, room: height)
  }

  private func tickLabels(within length: Double, spacing: Double) -> [Double] {
    var last = -Double.infinity
    return scale.axis.ticks.filter { tick in
      let place = scale.axis.position(tick) * length
      guard place - last >= spacing else { return false }
      last = place
      return true
    }
  }

  private func box(
    x: Double, y: Double, width: Double, height: Double
  ) -> [SVGCanvas.Attribute] {
    [
      ("x", SVGCanvas.number(x)), ("y", SVGCanvas.number(y)), ("width", SVGCanvas.number(width)),
      ("height", SVGCanvas.number(height)), ("fill", "url(#\(name)-colours)"),
    ]
  }

  private func gradient(on canvas: inout SVGCanvas, vertical: Bool) {
    var content = SVGCanvas()
    for stop in 0...Self.stops {
      let part = Double(stop) / Double(Self.stops)
      content.add(
        "stop",
        [
          ("offset", FixedPoint.text(part, decimals: 4)),
          ("stop-color", SequentialColourMap.colour(part).hexadecimal),
        ])
    }
    let ends = vertical ? [("x1", "0"), ("y1", "1"), ("x2", "0"), ("y2", "0")] : []
    canvas.enclose(content, in: "linearGradient", [("id", "\(name)-colours")] + ends)
  }
}
