import Evaluation

/// A scatter chart of two measures; shape and color show each predictor's Pareto standing.
struct ScatterChart {
  /// One predictor.
  struct Point {
    let x: Double
    let y: Double
    /// The Pareto standing over all three measures; nil where unknown.
    let standing: ParetoStanding?
    /// The name beside it; empty for none.
    let label: String
    /// The tooltip.
    let tip: String
  }

  let name: String
  let title: String
  let summary: String
  let xTitle: String
  let yTitle: String
  let points: [Point]

  private static let width = 400.0
  private static let plotHeight = 260.0
  /// An axis that spans a greater factor is logarithmic, so that the front is not squashed.
  private static let logarithmicLimit = 6.0
  /// The drawing order; later is on top.
  private static let order: [ParetoStanding?] = [nil, .dominated, .front, .knee]

  /// Draws it.
  func figure() -> Figure {
    let y = axis(points.map(\.y))
    let left = PlotArea.leftMargin(for: y)
    let area = PlotArea(
      left: left, top: 34, width: Self.width - left - 18, height: Self.plotHeight,
      x: axis(points.map(\.x)), y: y)
    var canvas = SVGCanvas()
    canvas.write(title, x: 2, y: 16, style: "head")
    area.drawAxes(
      on: &canvas, xTitle: xTitle + area.x.note, yTitle: yTitle + area.y.note, verticalGrid: true)
    for standing in Self.order {
      for point in points where point.standing == standing { draw(point, in: area, on: &canvas) }
    }
    drawLabels(in: area, on: &canvas)
    let bottom = drawLegend(on: &canvas, top: area.bottom + 58)
    return Figure(
      name: name, title: title, summary: summary, width: Self.width, height: bottom,
      body: canvas.text)
  }

  /// Returns the axis of one measure; both are logarithmic where one needs it and both can be.
  private func axis(_ values: [Double]) -> AxisScale {
    let both = [points.map(\.x), points.map(\.y)]
    let needsLogarithm = both.contains { AxisScale.spansFactor($0, above: Self.logarithmicLimit) }
    let allowsLogarithm = both.allSatisfy { AxisScale.spansFactor($0, above: 1) }
    return needsLogarithm && allowsLogarithm
      ? .logarithmic(values) : .linear(values, includesZero: false)
  }

  private var markSize: Double { points.count > 300 ? 3 : points.count > 60 ? 4 : 5 }

  private func draw(_ point: Point, in area: PlotArea, on canvas: inout SVGCanvas) {
    let look = ParetoLook(point.standing)
    let shape = look.marker.path(
      at: area.point(point.x, point.y), size: markSize * look.relativeSize)
    canvas.add("path", [("d", shape), ("class", look.style)], tip: point.tip)
  }

  private func drawLabels(in area: PlotArea, on canvas: inout SVGCanvas) {
    var placement = LabelPlacement(
      area: area, obstacles: points.map { area.point($0.x, $0.y) }, radius: markSize)
    // The knee first, then the front: where room is short, they have it.
    let named = Self.order.reversed().flatMap { standing in
      points.filter { $0.standing == standing && !$0.label.isEmpty }
    }
    for point in named {
      guard
        let spot = placement.place(
          point.label, beside: area.point(point.x, point.y), size: SVGCanvas.TextSize.small)
      else { continue }
      if let lead = spot.lead {
        canvas.line(area.point(point.x, point.y), lead, style: "lead")
      }
      // Not every renderer can draw the edge of letters below them, so the edge is a text of its own.
      for style in ["small halo", "small"] {
        canvas.write(
          point.label, x: spot.place.x, y: spot.place.y, anchor: spot.anchor, style: style)
      }
    }
  }

  private func drawLegend(on canvas: inout SVGCanvas, top: Double) -> Double {
    var x = 10.0
    for standing in Self.order.reversed() where points.contains(where: { $0.standing == standing })
    {
      let look = ParetoLook(standing)
      let shape = look.marker.path(at: SIMD2(x + 5, top), size: 4.5 * look.relativeSize)
      canvas.add("path", [("d", shape), ("class", look.style)])
      canvas.write(look.title, x: x + 15, y: top + 4)
      x += 34 + SVGCanvas.width(of: look.title, size: SVGCanvas.TextSize.body)
    }
    return top + 14
  }
}

/// The shape, size and color of a standing.
private struct ParetoLook {
  let title: String
  let marker: Marker
  let relativeSize: Double
  let style: String

  init(_ standing: ParetoStanding?) {
    switch standing {
    case .knee: (title, marker, relativeSize, style) = ("knee", .star, 1.7, "mark f3")
    case .front: (title, marker, relativeSize, style) = ("front", .circle, 1, "mark f2")
    case .dominated: (title, marker, relativeSize, style) = ("dominated", .square, 0.7, "hollow")
    case nil: (title, marker, relativeSize, style) = ("not ranked", .triangle, 0.8, "hollow")
    }
  }
}
