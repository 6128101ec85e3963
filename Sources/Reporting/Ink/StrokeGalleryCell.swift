/// One stroke of a gallery: name, mean error, colored line and scale bar.
struct StrokeGalleryCell {
  let stroke: StrokeGallery.Cell
  let unit: String
  /// The color scale; nil where no error is known.
  let scale: ColorScale?

  private let frame: DrawingFrame

  init(stroke: StrokeGallery.Cell, unit: String, scale: ColorScale?) {
    self.stroke = stroke
    self.unit = unit
    self.scale = scale
    frame = DrawingFrame(
      [(stroke.track, [])], panelWidth: Self.width, greatestHeight: Self.greatestDrawing)
  }

  /// The width.
  static let width = 178.0

  /// The height that it needs.
  var height: Double { Self.drawingTop + frame.height + Self.foot }

  private static let greatestDrawing = 128.0
  /// The height of the scale bar's row.
  private static let foot = 28.0
  private static let drawingTop = 32.0
  /// The number of color steps; neighbors of one color are one line.
  private static let levels = 12.0

  /// Draws it with its upper left corner at a place, vertically centered in a height of at least
  /// its own.
  func draw(at corner: SIMD2<Double>, height: Double, on canvas: inout SVGCanvas) {
    canvas.write(
      shortened(stroke.title), x: corner.x, y: corner.y + 12, style: "small", room: Self.width)
    drawLine(
      at: corner + SIMD2(0, Self.drawingTop + (height - self.height) / 2), on: &canvas)
    let mean = stroke.meanError.map {
      "mean error \(FixedPoint.rounded($0, digits: 3))\u{A0}\(unit)"
    }
    canvas.write(mean ?? "no truth", x: corner.x, y: corner.y + 27, style: "muted small")
    let bottom = corner.y + height - 16
    ScaleBar(frame: frame, unit: unit, room: 52).draw(
      right: corner.x + Self.width, y: bottom - 4, on: &canvas)
    canvas.line(
      SIMD2(corner.x, bottom + 10), SIMD2(corner.x + Self.width, bottom + 10), style: "grid")
  }

  /// Returns the end of a name that is too long, where the names of one set differ.
  private func shortened(_ text: String) -> String {
    let most = Int(Self.width / SVGCanvas.width(of: "m", size: SVGCanvas.TextSize.small))
    return text.count <= most ? text : "…" + text.suffix(max(most - 1, 1))
  }

  private func drawLine(at corner: SIMD2<Double>, on canvas: inout SVGCanvas) {
    let points = points(at: corner)
    guard let first = points.first else { return }
    var line = SVGCanvas()
    // A dark edge keeps bright colors visible on white, and a bright edge dark colors on black.
    line.add(
      "path",
      [("d", SVGCanvas.path(points.map(\.place))), ("class", "s1"), ("stroke-width", "4.2")])
    var run = [first.place]
    for index in points.indices.dropFirst() {
      run.append(points[index].place)
      let isLast = index + 1 == points.count
      guard isLast || points[index + 1].level != points[index].level else { continue }
      line.add("path", [("d", SVGCanvas.path(run)), Self.look(points[index].level)])
      run = [points[index].place]
    }
    canvas.enclose(
      line.text, in: "g",
      [
        ("fill", "none"), ("stroke-width", "3"), ("stroke-linejoin", "round"),
        ("stroke-linecap", "round"),
      ])
    canvas.add(
      "path",
      [("d", Marker.circle.path(at: first.place, size: 3.2)), ("class", "mark f1")])
  }

  /// A point of the line, with the color of the segment that leads to it.
  private struct Point {
    let place: SIMD2<Double>
    let level: Int?
  }

  /// Returns the positions rounded to a tenth, without indistinguishable neighbors.
  private func points(at corner: SIMD2<Double>) -> [Point] {
    var points: [Point] = []
    for (position, error) in zip(stroke.track, stroke.errors)
    where position.x.isFinite && position.y.isFinite {
      let place = corner + frame.place(position, panel: 0)
      let rounded = (place * 10).rounded(.toNearestOrAwayFromZero) / 10
      let point = Point(place: rounded, level: level(error))
      if let last = points.last, last.place == rounded, last.level == point.level { continue }
      points.append(point)
    }
    return points
  }

  private func level(_ error: Double?) -> Int? {
    guard let error, error.isFinite, let scale else { return nil }
    return Int((min(max(scale.axis.position(error), 0), 1) * Self.levels).rounded())
  }

  private static func look(_ level: Int?) -> SVGCanvas.Attribute {
    guard let level else { return ("class", "s0") }
    return ("stroke", SequentialColorMap.color(Double(level) / levels).hexadecimal)
  }
}
