import DigitalInk
import TouchInput

/// A figure of ink shapes, scaled to fit, with a scale bar.
///
/// Shapes are drawn in order at one scale, widths included; the colors follow the background.
package struct InkPicture: Hashable, Sendable {
  /// The title; also the name of the file.
  package var title: String
  /// A description for screen readers; nil for the number of shapes.
  package var summary: String?
  /// The unit of lengths, such as pt.
  package var unit: String
  /// What is drawn, in order.
  package var shapes: [InkShape]
  /// The part of the drawing to show; nil for all of it.
  package var part: StrokeRectangle?

  /// Makes a picture of shapes.
  package init(title: String, summary: String? = nil, unit: String, shapes: [InkShape]) {
    self.title = title
    self.summary = summary
    self.unit = unit
    self.shapes = shapes
  }

  /// Creates a picture of live strokes as ribbons, later ones on top.
  ///
  /// In mode `debug`, what would be redrawn is outlined in red.
  package init(
    title: String, unit: String, strokes: [LiveStroke], settings: RibbonSettings = RibbonSettings()
  ) {
    let shapes = strokes.flatMap { stroke in
      let ribbon = Ribbon(stroke, settings: settings)
      let dirty =
        settings.mode == .debug
        ? stroke.dirtyRectangleShapes(firstEstimatedForce: ribbon.firstEstimatedForce) : []
      return ribbon.shapes + dirty
    }
    self.init(title: title, unit: unit, shapes: shapes)
  }

  /// Creates a picture of outlines, each a closed path, such as those of `TaperedOutline`.
  package init(title: String, unit: String, outlines: [[InkElement]]) {
    self.init(
      title: title, unit: unit,
      shapes: outlines.map { InkShape(.path($0), fill: .ink, role: .outline) })
  }

  /// Creates a picture of polylines, such as flattened curves.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - unit: The unit of lengths.
  ///   - lines: The points of each line.
  ///   - width: The line width in that unit.
  package init(title: String, unit: String, lines: [[SIMD2<Double>]], width: Double) {
    self.init(
      title: title, unit: unit,
      shapes: lines.map { InkShape(.line($0), stroke: .ink, strokeWidth: width, role: .actual) })
  }

  private static let width = 960.0
  private static let greatestHeight = 720.0
  private static let top = 34.0

  /// Draws it.
  ///
  /// Equal values give byte-identical figures.
  package func figure() -> Figure {
    let frame = DrawingFrame(
      [(part?.corners ?? extremes, [])], panelWidth: Self.width - 16,
      greatestHeight: Self.greatestHeight)
    var canvas = SVGCanvas()
    canvas.write(title, x: 8, y: 22, style: "head", room: Self.width - 16)
    var drawing = SVGCanvas()
    draw(frame, on: &drawing)
    if let part { drawing = Self.cut(drawing, to: part, frame) }
    canvas.enclose(
      drawing.text, in: "g", [("transform", "translate(8 \(SVGCanvas.number(Self.top)))")])
    let bottom = Self.top + frame.height + 18
    ScaleBar(frame: frame, unit: unit, room: 140).draw(
      right: Self.width - 8, y: bottom, on: &canvas)
    return Figure(
      name: Slug.of("ink-\(title)"), title: title, summary: summary ?? usualSummary,
      width: Self.width, height: bottom + 14, body: canvas.text)
  }

  /// Two positions per point, as far apart as the shape's edge is wide.
  private var extremes: [SIMD2<Double>] {
    shapes.flatMap { shape in
      shape.points.flatMap { [$0 - shape.strokeWidth / 2, $0 + shape.strokeWidth / 2] }
    }
  }

  /// Returns the part of a drawing inside a rectangle, clipped by a nested SVG element.
  private static func cut(
    _ drawing: SVGCanvas, to part: StrokeRectangle, _ frame: DrawingFrame
  ) -> SVGCanvas {
    let corner = frame.place(part.origin, panel: 0)
    let size = part.size * frame.scale
    var canvas = SVGCanvas()
    canvas.enclose(
      drawing.text, in: "svg",
      SVGCanvas.box(corner, size)
        + [("viewBox", "\(SVGCanvas.point(corner)) \(SVGCanvas.point(size))")])
    return canvas
  }

  private var usualSummary: String {
    guard !shapes.isEmpty else { return "There is no ink." }
    let counts = InkShape.Role.allCases.compactMap { role -> String? in
      let count = shapes.count { $0.role == role }
      return count > 0 ? "\(role.rawValue): \(count)" : nil
    }
    return "The shapes of the ink by what they show: \(counts.joined(separator: ", "))."
  }

  /// Draws neighbors of the same style in one group.
  private func draw(_ frame: DrawingFrame, on canvas: inout SVGCanvas) {
    var start = shapes.startIndex
    while start < shapes.endIndex {
      let first = shapes[start]
      let end = shapes[start...].firstIndex { !Self.looksAlike($0, first) } ?? shapes.endIndex
      var group = SVGCanvas()
      for shape in shapes[start..<end] {
        group.add("path", [("d", Self.path(shape) { frame.place($0, panel: 0) })])
      }
      canvas.enclose(group.text, in: "g", Self.attributes(first, scale: frame.scale))
      start = end
    }
  }

  private static func looksAlike(_ shape: InkShape, _ other: InkShape) -> Bool {
    shape.role == other.role && shape.fill == other.fill && shape.stroke == other.stroke
      && shape.strokeWidth == other.strokeWidth
  }

  private static func attributes(_ shape: InkShape, scale: Double) -> [SVGCanvas.Attribute] {
    var attributes: [SVGCanvas.Attribute] = [
      ("data-role", shape.role.rawValue), ("class", shape.classes),
    ]
    if shape.fill == nil { attributes.append(("fill", "none")) }
    if shape.stroke != nil {
      attributes.append(("stroke-width", SVGCanvas.number(shape.strokeWidth * scale)))
      attributes.append(("stroke-linejoin", "round"))
    }
    return attributes
  }

  private static func path(
    _ shape: InkShape, _ place: (SIMD2<Double>) -> SIMD2<Double>
  ) -> String {
    if case .path(let elements) = shape.geometry, !elements.isEmpty {
      return elements.map { SVGCanvas.command($0) { SVGCanvas.point(place($0)) } }.joined() + "z"
    }
    let corners = shape.points.filter { $0.x.isFinite && $0.y.isFinite }.map(place)
    guard !corners.isEmpty else { return "M0 0" }
    let isClosed = if case .polygon = shape.geometry { true } else { false }
    return SVGCanvas.path(corners, isClosed: isClosed)
  }
}

extension SVGCanvas {
  /// Returns the path command of an element.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - text: Writes a position as the path names it.
  /// - Returns: The letter and the positions.
  static func command(_ element: InkElement, _ text: (SIMD2<Double>) -> String) -> String {
    switch element {
    case .move(let end): "M\(text(end))"
    case .line(let end): "L\(text(end))"
    case .curve(let end, let control1, let control2):
      "C\(text(control1)) \(text(control2)) \(text(end))"
    }
  }
}

extension StrokeRectangle {
  /// The upper left and the lower right corner.
  fileprivate var corners: [SIMD2<Double>] { [origin, origin + size] }
}

extension InkShape {
  /// The classes of the shape's colors.
  fileprivate var classes: String {
    let fill = fill.map { "fill-\($0.rawValue)" }
    let edge = stroke.map { "edge-\($0.rawValue)" }
    return [fill, edge].compactMap(\.self).joined(separator: " ")
  }
}
