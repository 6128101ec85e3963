/// One stroke of a gallery: its name, its mean error, its coloured line and its scale.
struct StrokeGalleryCell {
  let stroke: StrokeGallery.Cell
  let unit: String
  /// The colours of the sheet; nil where no error is known.
  let scale: ColourScale?

  /// The room that it takes.
  static let size = SIMD2(178.0, 176.0)

  private static let drawing = SIMD2(178.0, 128.0)
  private static let drawingTop = 20.0
  /// So many colours are told apart; neighbours of one colour are one line.
  private static let levels = 24.0

  /// Draws it with its upper left corner at a place.
  func draw(at corner: SIMD2<Double>, on canvas: inout SVGCanvas) {
    canvas.write(
      shortened(stroke.title), x: corner.x, y: corner.y + 12, style: "small", room: Self.size.x)
    let frame = StrokeFigureFrame(
      [(stroke.track, [])], panelWidth: Self.drawing.x, greatestHeight: Self.drawing.y)
    let middle = Self.drawingTop + max(0, (Self.drawing.y - frame.height) / 2)
    draw(frame, at: corner + SIMD2(0, middle), on: &canvas)
    let bottom = corner.y + Self.drawingTop + Self.drawing.y + 14
    let mean = stroke.meanError.map { "mean \(RoundedNumber.text($0, digits: 3))\u{A0}\(unit)" }
    canvas.write(mean ?? "no truth", x: corner.x, y: bottom, style: "muted small")
    ScaleBar(frame: frame, unit: unit, room: 52).draw(
      right: corner.x + Self.size.x, y: bottom - 4, on: &canvas)
    canvas.line(
      SIMD2(corner.x, bottom + 10), SIMD2(corner.x + Self.size.x, bottom + 10), style: "grid")
  }

  /// The end of a name that is too long: names of one set differ there.
  private func shortened(_ text: String) -> String {
    let most = Int(Self.size.x / SVGCanvas.width(of: "m", size: SVGCanvas.TextSize.small))
    return text.count <= most ? text : "…" + text.suffix(max(most - 1, 1))
  }

  private func draw(
    _ frame: StrokeFigureFrame, at corner: SIMD2<Double>, on canvas: inout SVGCanvas
  ) {
    let points = points(frame, at: corner)
    guard let first = points.first else { return }
    // A dark edge keeps bright colours visible on white, and a bright one dark colours on black.
    path(points.map(\.place), on: &canvas, [("class", "s1"), ("stroke-width", "3.8")])
    var run = [first.place]
    for index in points.indices.dropFirst() {
      run.append(points[index].place)
      let isLast = index + 1 == points.count
      guard isLast || points[index + 1].level != points[index].level else { continue }
      path(run, on: &canvas, look(points[index].level))
      run = [points[index].place]
    }
    canvas.add(
      "path",
      [("d", Marker.circle.path(at: first.place, size: 3.2)), ("class", "mark f1")])
  }

  /// A corner of the line, with the colour of what leads to it.
  private struct Point {
    let place: SIMD2<Double>
    let level: Int?
  }

  /// The places to a tenth, without neighbours that no eye tells apart.
  private func points(_ frame: StrokeFigureFrame, at corner: SIMD2<Double>) -> [Point] {
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

  private func look(_ level: Int?) -> [SVGCanvas.Attribute] {
    guard let level else { return [("class", "s0"), ("stroke-width", "2.4")] }
    let colour = SequentialColourMap.colour(Double(level) / Self.levels).hexadecimal
    return [("stroke", colour), ("stroke-width", "2.4")]
  }

  private func path(
    _ places: [SIMD2<Double>], on canvas: inout SVGCanvas, _ look: [SVGCanvas.Attribute]
  ) {
    canvas.add(
      "path",
      [("d", "M" + places.map(SVGCanvas.point).joined(separator: "L")), ("fill", "none")] + look
        + [("stroke-linejoin", "round"), ("stroke-linecap", "round")])
  }
}
