/// A color bar with ticks and a title.
struct ColorBar {
  let scale: ColorScale
  let title: String
  /// Makes the gradient's identifier unique in a page.
  let name: String

  private static let stops = 24

  /// Draws it horizontally with its title below.
  func drawHorizontal(on canvas: inout SVGCanvas, left: Double, top: Double, width: Double) {
    gradient(on: &canvas)
    canvas.add(
      "rect",
      SVGCanvas.box([left, top], [width, 9]) + [("fill", "url(#\(name)-colors)")])
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

  private func tickLabels(within length: Double, spacing: Double) -> [Double] {
    var last = -Double.infinity
    return scale.axis.ticks.filter { tick in
      let place = scale.axis.position(tick) * length
      guard place - last >= spacing else { return false }
      last = place
      return true
    }
  }

  private func gradient(on canvas: inout SVGCanvas) {
    var content = SVGCanvas()
    for stop in 0...Self.stops {
      let part = Double(stop) / Double(Self.stops)
      content.add(
        "stop",
        [
          ("offset", FixedPoint.text(part, decimals: 4)),
          ("stop-color", SequentialColorMap.color(part).hexadecimal),
        ])
    }
    canvas.enclose(content.text, in: "linearGradient", [("id", "\(name)-colors")])
  }
}
