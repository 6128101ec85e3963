/// Strokes with a predictor's predictions.
///
/// The true track is a gray line. From every n-th sample, a colored line leads to the predicted
/// point, a dot, and another from there to the true position: the error. Both axes have one scale.
package struct StrokeFigure: Hashable, Sendable {
  /// The predictor's spelling.
  package var predictor: String
  /// How far ahead it looks, in seconds.
  package var horizon: Double
  /// The unit of lengths, such as mm.
  package var unit: String
  /// The data set's name.
  package var dataset: String
  /// The strokes, from left to right.
  package var panels: [Panel]
  /// Whether all panels share a scale; otherwise each has its own, with a scale bar.
  package var hasOneScale: Bool

  /// Makes a figure.
  package init(
    predictor: String, horizon: Double, unit: String, dataset: String, panels: [Panel],
    hasOneScale: Bool = true
  ) {
    self.predictor = predictor
    self.horizon = horizon
    self.unit = unit
    self.dataset = dataset
    self.panels = panels
    self.hasOneScale = hasOneScale
  }

  private static let panelWidth = 400.0
  private static let greatestHeight = 340.0
  private static let gap = 14.0
  private static let drawnPredictions = 34
  private static let top = 52.0

  /// Draws it.
  ///
  /// Equal values give byte-identical figures.
  package func figure() -> Figure {
    let arrows = panels.map { $0.drawn(most: Self.drawnPredictions) }
    let frames = frames(arrows)
    let height = frames.map(\.frame.height).max() ?? 0
    let count = Double(max(panels.count, 1))
    let width = max(count * Self.panelWidth + (count - 1) * Self.gap, Self.leastWidth) + 16
    var canvas = SVGCanvas()
    canvas.write(shortened(predictor, room: width - 16), x: 8, y: 20, style: "head")
    canvas.write(
      "\(HorizonText.milliseconds(horizon)) ahead, \(dataset)", x: 8, y: 38, style: "muted small")
    for index in panels.indices {
      let left = 8 + Double(index) * (Self.panelWidth + Self.gap)
      draw(index, arrows[index], frames[index], height: height, left: left, on: &canvas)
    }
    var bottom = Self.top + 38 + height
    if !hasOneScale {
      for (index, entry) in frames.enumerated() {
        let right = 8 + Double(index) * (Self.panelWidth + Self.gap) + Self.panelWidth
        ScaleBar(frame: entry.frame, unit: unit, room: 90)
          .draw(right: right, y: bottom + 10, on: &canvas)
      }
      bottom += 22
    }
    drawKey(
      hasOneScale ? frames.first?.frame : nil, showsHeld: arrows.joined().contains { $0.isHeld },
      top: bottom + 12, width: width,
      on: &canvas)
    return Figure(
      name: Slug.of("stroke-\(predictor)"), title: title, summary: summary, width: width,
      height: bottom + 30, body: canvas.text)
  }

  /// The frame of each panel, and the panel's place in it.
  private func frames(_ arrows: [[Arrow]]) -> [(frame: DrawingFrame, place: Int)] {
    func frame(_ members: [Int]) -> DrawingFrame {
      DrawingFrame(
        members.map { (panels[$0].track, arrows[$0]) }, panelWidth: Self.panelWidth,
        greatestHeight: Self.greatestHeight)
    }
    guard hasOneScale else { return panels.indices.map { (frame([$0]), 0) } }
    let common = frame(Array(panels.indices))
    return panels.indices.map { (common, $0) }
  }

  /// The width that the legend needs.
  private static let leastWidth = 640.0

  private var title: String {
    "\(predictor), \(HorizonText.milliseconds(horizon)) ahead"
  }

  /// Returns the beginning of a spelling that is too long; the figure's title has it in full.
  private func shortened(_ text: String, room: Double) -> String {
    let most = Int(room / SVGCanvas.width(of: "m", size: Self.headSize))
    return text.count <= most ? text : text.prefix(max(most - 1, 1)) + "…"
  }

  private static let headSize = 15.0

  private var summary: String {
    let parts = panels.map { "\($0.title): \(caption(of: $0))." }
    let what =
      "The true track of a stroke in gray. From some samples, a line leads to the predicted point, a "
      + "dot, and from there to the true position: the error."
    return ([what] + parts).joined(separator: " ")
  }

  /// Returns the mean error and the number of abstentions in words.
  private func caption(of panel: Panel) -> String {
    guard let error = panel.meanError else { return "no truth is known this far ahead" }
    let mean = "mean error \(length(error.value)) over \(error.count) samples"
    switch panel.unanswered {
    case 0: return mean
    case error.count: return "\(mean), none with an answer"
    default: return "\(mean), \(panel.unanswered) without an answer"
    }
  }

  private func length(_ value: Double) -> String {
    "\(FixedPoint.rounded(value, digits: 3))\u{A0}\(unit)"
  }
}

extension StrokeFigure {
  private func draw(
    _ index: Int, _ arrows: [Arrow], _ entry: (frame: DrawingFrame, place: Int),
    height: Double, left: Double, on canvas: inout SVGCanvas
  ) {
    let panel = panels[index]
    canvas.write(panel.title, x: left, y: Self.top + 12, style: "small")
    canvas.write(caption(of: panel), x: left, y: Self.top + 29, style: "muted small")
    let origin = SIMD2(left, Self.top + 38)
    let place = { (position: SIMD2<Double>) in entry.frame.place(position, panel: entry.place) }
    let track = panel.track.filter { $0.x.isFinite && $0.y.isFinite }.map(place)
    // The track is drawn first, so that predictions that follow it stay visible.
    var all = SVGCanvas()
    all.add("path", Self.line(polyline: track, style: "s0", width: 3, opacity: 0.5))
    strokes(arrows, place, on: &all)
    canvas.enclose(
      all.text, in: "svg", SVGCanvas.box(origin, [Self.panelWidth, height]))
  }

  private func strokes(
    _ arrows: [Arrow], _ place: (SIMD2<Double>) -> SIMD2<Double>, on canvas: inout SVGCanvas
  ) {
    let misses = arrows.compactMap { arrow in arrow.truth.map { (arrow.predicted, $0) } }
    canvas.add(
      "path", Self.line(segments: misses.map { (place($0), place($1)) }, style: "s3", width: 1.4))
    canvas.add(
      "path",
      Self.line(
        segments: arrows.map { (place($0.origin), place($0.predicted)) }, style: "s2", width: 1.4))
    let answered = arrows.filter { !$0.isHeld }.map { place($0.predicted) }
    let held = arrows.filter(\.isHeld).map { place($0.predicted) }
    canvas.add("path", [("d", Self.dots(answered)), ("class", "f2")])
    guard !held.isEmpty else { return }
    canvas.add("path", Self.hollow(held))
  }

  private struct KeyItem {
    let label: String
    var line: (style: String, width: Double, opacity: Double)?
    var dot = Dot.none

    enum Dot {
      case none
      case filled
      case hollow
    }
  }

  /// The items of the legend; that for abstentions only where one is drawn.
  private func keyItems(showsHeld: Bool) -> [KeyItem] {
    let all = [
      KeyItem(label: "true track", line: ("s0", 3, 0.5)),
      KeyItem(label: "sample to prediction", line: ("s2", 1.4, 1), dot: .filled),
      KeyItem(label: "prediction to truth: the error", line: ("s3", 1.4, 1)),
    ]
    guard showsHeld else { return all }
    return all + [KeyItem(label: "no answer", dot: .hollow)]
  }

  private func drawKey(
    _ frame: DrawingFrame?, showsHeld: Bool, top: Double, width: Double,
    on canvas: inout SVGCanvas
  ) {
    // Lines of whole pixels, so that every renderer draws their edges alike.
    let top = top.rounded() + 0.5
    var x = 8.0
    for item in keyItems(showsHeld: showsHeld) {
      let ends = [SIMD2(x, top), SIMD2(x + 20, top)]
      if let line = item.line {
        canvas.add(
          "path",
          Self.line(
            polyline: ends, style: line.style, width: line.width.rounded(), opacity: line.opacity))
      }
      switch item.dot {
      case .none: break
      case .filled: canvas.add("path", [("d", Self.dots([ends[1]])), ("class", "f2")])
      case .hollow: canvas.add("path", Self.hollow([ends[1] - SIMD2(6, 0)]))
      }
      canvas.write(item.label, x: x + 28, y: top + 4, style: "small")
      x += 28 + SVGCanvas.width(of: item.label, size: SVGCanvas.TextSize.small) + 14
    }
    if let frame {
      ScaleBar(frame: frame, unit: unit, room: 90).draw(right: width - 8, y: top, on: &canvas)
    }
  }

  private static func line(
    polyline places: [SIMD2<Double>], style: String, width: Double, opacity: Double
  ) -> [SVGCanvas.Attribute] {
    let data = places.enumerated().map { ($0 == 0 ? "M" : "L") + tenth($1) }.joined()
    return [
      ("d", data), ("class", style), ("fill", "none"), ("stroke-width", SVGCanvas.number(width)),
      ("stroke-linejoin", "round"), ("stroke-linecap", "round"),
      ("opacity", SVGCanvas.number(opacity)),
    ]
  }

  private static func line(
    segments: [(SIMD2<Double>, SIMD2<Double>)], style: String, width: Double
  ) -> [SVGCanvas.Attribute] {
    let data = segments.map { "M\(tenth($0))L\(tenth($1))" }.joined()
    return [
      ("d", data), ("class", style), ("fill", "none"), ("stroke-width", SVGCanvas.number(width)),
    ]
  }

  private static func dots(_ places: [SIMD2<Double>]) -> String {
    places.map { "M\(tenth($0 - SIMD2(dotRadius, 0)))a\(arcs)" }.joined()
  }

  private static func hollow(_ places: [SIMD2<Double>]) -> [SVGCanvas.Attribute] {
    [("d", dots(places)), ("class", "s2"), ("fill", "none"), ("stroke-width", "1.2")]
  }

  private static let dotRadius = 2.6
  private static let arcs = "2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z"

  /// Returns a position rounded to a tenth of a pixel, to keep files small.
  private static func tenth(_ place: SIMD2<Double>) -> String {
    [place.x, place.y].map { SVGCanvas.number(($0.clamped * 10).rounded() / 10) }
      .joined(separator: " ")
  }
}

extension Double {
  /// The value clamped to what renderers can draw; 0 for NaN.
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(Swift.max(self, -1e5), 1e5) }
}
