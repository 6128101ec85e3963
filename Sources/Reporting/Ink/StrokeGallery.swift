import MotionNumerics

/// A gallery of small strokes, each colored along its course by the prediction error.
///
/// Each stroke has its own scale and scale bar. The color at a sample is the error of the
/// prediction made there; where the truth is unknown, as at the end of a stroke, the line is gray.
/// One color scale serves the page; it ends at the 95th percentile of the errors, so that a few
/// large ones do not flatten the rest.
package struct StrokeGallery: Hashable, Sendable {
  /// One stroke.
  package struct Cell: Hashable, Sendable {
    /// The title, such as the stroke's name.
    package var title: String
    /// The positions of the contact, in order of time.
    package var track: [SIMD2<Double>]
    /// The error of the prediction made at each position; nil where unknown.
    package var errors: [Double?]

    /// Makes a cell; lengths are in the gallery's unit.
    package init(title: String, track: [SIMD2<Double>], errors: [Double?]) {
      self.title = title
      self.track = track
      self.errors = errors
    }

    /// The mean of the errors that are known; nil where none is.
    package var meanError: Double? {
      let known = errors.compactMap { $0 }.filter(\.isFinite)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }

  /// Which strokes are on the page, and of how many.
  package struct Place: Hashable, Sendable {
    /// The number of the first, from 1.
    package var first: Int
    /// The total number of strokes.
    package var total: Int

    /// Makes a place.
    package init(first: Int, total: Int) {
      self.first = first
      self.total = total
    }
  }

  /// The data set's name.
  package var dataset: String
  /// The predictor's spelling.
  package var predictor: String
  /// How far ahead it looks, in seconds.
  package var horizon: Double
  /// The unit of lengths, such as mm.
  package var unit: String
  /// Which strokes are on the page.
  package var place: Place
  /// The strokes, in their order.
  package var cells: [Cell]

  /// Makes a gallery.
  package init(
    dataset: String, predictor: String, horizon: Double, unit: String, place: Place, cells: [Cell]
  ) {
    self.dataset = dataset
    self.predictor = predictor
    self.horizon = horizon
    self.unit = unit
    self.place = place
    self.cells = cells
  }

  private static let greatestColumns = 6
  /// The fewest columns, which the heading needs.
  private static let leastColumns = 4
  private static let gap = SIMD2(16.0, 14.0)
  private static let margin = 12.0
  private static let top = 72.0
  private static let legendWidth = 340.0

  /// Draws it.
  ///
  /// Equal values give byte-identical figures.
  package func figure() -> Figure {
    let columns = min(Self.greatestColumns, max(Self.leastColumns, cells.count))
    let pitch = StrokeGalleryCell.width + Self.gap.x
    let width = 2 * Self.margin + Double(columns) * pitch - Self.gap.x
    let scale = colorScale
    var canvas = SVGCanvas()
    drawHead(scale, width: width, on: &canvas)
    var y = Self.top
    for start in stride(from: 0, to: cells.count, by: columns) {
      let row = cells[start..<min(start + columns, cells.count)].map {
        StrokeGalleryCell(stroke: $0, unit: unit, scale: scale)
      }
      let height = row.map(\.height).max() ?? 0
      for (column, cell) in row.enumerated() {
        cell.draw(
          at: SIMD2(Self.margin + Double(column) * pitch, y), height: height, on: &canvas)
      }
      y += height + Self.gap.y
    }
    return Figure(
      name: name, title: title, summary: summary, width: width,
      height: y + Self.margin, body: canvas.text)
  }

  private var name: String { Slug.of("gallery-\(dataset)-\(predictor)-\(place.first)") }

  /// From 0 to the 95th percentile of the errors; nil where none is known.
  private var colorScale: ColorScale? {
    var errors = cells.flatMap { $0.errors.compactMap { $0 } }.filter(\.isFinite)
    let ends = Quantiles.type7(&errors, at: [0.95, 1])
    guard let high = ends[0], let greatest = ends[1] else { return nil }
    return ColorScale([0, high > 0 ? high : greatest > 0 ? greatest : 1])
  }

  private func drawHead(_ scale: ColorScale?, width: Double, on canvas: inout SVGCanvas) {
    let room = width - 2 * Self.margin - Self.legendWidth - 40
    canvas.write("\(dataset): \(span)", x: Self.margin, y: 24, style: "head", room: room)
    canvas.write(
      "\(predictor), \(HorizonText.milliseconds(horizon)) ahead", x: Self.margin, y: 43,
      style: "small", room: room)
    guard let scale else {
      canvas.write(
        "no truth is known this far ahead", x: width - Self.margin, y: 24, anchor: .end,
        style: "muted small")
      return
    }
    let key = "error; yellow: \(length(scale.axis.high)) or more; gray: no truth"
    ColorBar(scale: scale, title: key, name: name).drawHorizontal(
      on: &canvas, left: width - Self.margin - Self.legendWidth, top: 10, width: Self.legendWidth)
  }

  /// "strokes 1–60 of 1,234", in words.
  private var span: String {
    guard !cells.isEmpty else { return "none of \(place.total) strokes" }
    let last = place.first + cells.count - 1
    if place.first == 1, last == place.total {
      return place.total == 1 ? "the only stroke" : "all \(place.total) strokes"
    }
    return "strokes \(place.first) to \(last) of \(place.total)"
  }

  private var title: String {
    "\(dataset), \(span), by the error of \(predictor), \(HorizonText.milliseconds(horizon)) ahead"
  }

  private var summary: String {
    let known = cells.compactMap { cell in cell.meanError.map { (cell.title, $0) } }
    guard let best = known.min(by: { $0.1 < $1.1 }), let worst = known.max(by: { $0.1 < $1.1 })
    else { return "No truth is known this far ahead." }
    return
      "Each stroke is colored by the error of the predictions made along it. The strokes' mean errors "
      + "range from \(length(best.1)) (\(best.0)) to \(length(worst.1)) (\(worst.0))."
  }

  private func length(_ value: Double) -> String {
    "\(FixedPoint.rounded(value, digits: 3))\u{A0}\(unit)"
  }
}
