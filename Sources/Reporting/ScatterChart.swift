/// Two measures of many predictors against each other, a third as colour, with the Pareto front.
struct ScatterChart {
  /// One predictor.
  struct Point {
    let x: Double
    let y: Double
    /// The value that colours it; nil where missing.
    let colour: Double?
    /// Which of `kinds` it is.
    let kind: Int
    /// The name beside it; empty for none.
    let label: String
    /// What a pointer resting on it is told.
    let tip: String
  }

  let name: String
  let title: String
  let summary: String
  let xTitle: String
  let yTitle: String
  let colourTitle: String
  /// The kinds of predictor, each with its own marker.
  let kinds: [String]
  let points: [Point]

  private static let width = 480.0
  private static let plotHeight = 276.0
  /// An axis that spans a greater factor is logarithmic, so that the front is not squeezed.
  private static let logarithmicLimit = 6.0

  /// Draws it.
  func figure() -> Figure {
    let scale = ColourScale(points.compactMap(\.colour))
    let y = axis(points.map(\.y))
    let left = PlotArea.leftMargin(for: y)
    let area = PlotArea(
      left: left, top: 34, width: Self.width - left - (scale == nil ? 18 : 92),
      height: Self.plotHeight, x: axis(points.map(\.x)), y: y)
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    area.drawAxes(
      on: &canvas, xTitle: xTitle + area.x.note, yTitle: yTitle + area.y.note, verticalGrid: true)
    for point in points { draw(point, scale: scale, in: area, on: &canvas) }
    drawFront(in: area, on: &canvas)
    drawLabels(in: area, on: &canvas)
    if let scale {
      ColourBar(scale: scale, title: colourTitle, name: name).drawVertical(
        on: &canvas, left: area.right + 18, top: area.top + 4, height: area.height - 8)
    }
    let bottom = drawLegend(on: &canvas, top: area.bottom + 58)
    return Figure(
      name: name, title: title, summary: summary, width: Self.width, height: bottom,
      body: canvas.text)
  }

  /// An axis of one measure; both are logarithmic where one needs it and both can be.
  private func axis(_ values: [Double]) -> AxisScale {
    let both = [points.map(\.x), points.map(\.y)]
    let needsLogarithm = both.contains { AxisScale.spansFactor($0, above: Self.logarithmicLimit) }
    let allowsLogarithm = both.allSatisfy { AxisScale.spansFactor($0, above: 1) }
    return needsLogarithm && allowsLogarithm
      ? .logarithmic(values) : .linear(values, includesZero: false)
  }

  private var markSize: Double { points.count > 300 ? 3 : points.count > 60 ? 4 : 5 }

  private func draw(
    _ point: Point, scale: ColourScale?, in area: PlotArea, on canvas: inout SVGCanvas
  ) {
    let shape = marker(point.kind).path(at: area.point(point.x, point.y), size: markSize)
    var attributes: [SVGCanvas.Attribute] = [("d", shape)]
    if let scale, let value = point.colour {
      attributes += [
        ("fill", scale.colour(value).hexadecimal), ("class", points.count > 300 ? "fine" : "dot"),
      ]
    } else {
      attributes.append(("class", "dot plain"))
    }
    canvas.add("path", attributes, tip: point.tip)
  }

  private func marker(_ kind: Int) -> Marker {
    let order: [Marker] = [.circle, .square, .triangle, .diamond, .triangleDown, .cross, .hexagon]
    return order[kind % order.count]
  }

  private var front: [Int] { ParetoFront.indices(points.map { SIMD2($0.x, $0.y) }) }

  private func drawFront(in area: PlotArea, on canvas: inout SVGCanvas) {
    let places = front.map { area.point(points[$0].x, points[$0].y) }
    guard places.count > 1, let first = places.first else { return }
    var path = "M\(SVGCanvas.point(first))"
    for place in places.dropFirst() {
      path += "H\(SVGCanvas.number(place.x))V\(SVGCanvas.number(place.y))"
    }
    canvas.add("path", [("d", path), ("class", "front")])
  }

  private func drawLabels(in area: PlotArea, on canvas: inout SVGCanvas) {
    var placement = LabelPlacement(
      area: area, obstacles: points.map { area.point($0.x, $0.y) }, radius: markSize)
    for point in points where !point.label.isEmpty {
      guard
        let spot = placement.place(
          point.label, beside: area.point(point.x, point.y), size: SVGCanvas.TextSize.small)
      else { continue }
      if let lead = spot.lead {
        canvas.line(area.point(point.x, point.y), lead, style: "lead")
      }
      canvas.write(
        point.label, x: spot.place.x, y: spot.place.y, anchor: spot.anchor, style: "small halo")
    }
  }

  private func drawLegend(on canvas: inout SVGCanvas, top: Double) -> Double {
    var x = 10.0
    var y = top
    for (kind, label) in kinds.enumerated() {
      let needed = 18 + SVGCanvas.width(of: label, size: SVGCanvas.TextSize.body)
      if x > 10, x + needed > Self.width - 10 {
        x = 10
        y += 19
      }
      let shape = marker(kind).path(at: SIMD2(x + 5, y), size: 4.5)
      canvas.add("path", [("d", shape), ("class", "dot plain")])
      canvas.write(label, x: x + 15, y: y + 4)
      x += needed + 16
    }
    let caption = "Pareto front"
    let needed = 34 + SVGCanvas.width(of: caption, size: SVGCanvas.TextSize.body)
    if x > 10, x + needed > Self.width - 10 {
      x = 10
      y += 19
    }
    canvas.line(SIMD2(x, y), SIMD2(x + 24, y), style: "front")
    canvas.write(caption, x: x + 31, y: y + 4)
    return y + 14
  }
}
