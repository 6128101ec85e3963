/// A legend whose items wrap into rows.
struct Legend {
  /// One name.
  struct Item {
    let label: String
    let style: SeriesStyle
  }

  let items: [Item]

  private static let rowHeight = 19.0
  private static let swatch = 30.0
  private static let gap = 18.0

  /// Draws it and returns where it ends.
  func draw(on canvas: inout SVGCanvas, left: Double, top: Double, width: Double) -> Double {
    var x = left
    var y = top + 8
    for item in items {
      let needed = Self.swatch + SVGCanvas.width(of: item.label, size: SVGCanvas.TextSize.body)
      if x > left, x + needed > left + width {
        x = left
        y += Self.rowHeight
      }
      draw(item, at: SIMD2(x, y), on: &canvas)
      x += needed + Self.gap
    }
    return y + 14
  }

  private func draw(_ item: Item, at place: SIMD2<Double>, on canvas: inout SVGCanvas) {
    let ends = [place, place + SIMD2(Self.swatch - 8, 0)]
    var attributes: [SVGCanvas.Attribute] = [
      ("d", SVGCanvas.path(ends)),
      ("class", item.style.strokeClass),
    ]
    if !item.style.dash.isEmpty { attributes.append(("stroke-dasharray", item.style.dash)) }
    canvas.add("path", attributes)
    let center = (ends[0] + ends[1]) / 2
    canvas.add(
      "path",
      [("d", item.style.marker.path(at: center, size: 4)), ("class", item.style.markClass)])
    canvas.write(
      item.label, x: place.x + Self.swatch - 2, y: place.y + 4, style: item.style.keyClass)
  }
}
