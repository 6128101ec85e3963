import DigitalInk

/// Strokes drawn as the paths of their elements, with predicted ends dashed.
package struct ElementDrawing: Sendable {
  /// One stroke.
  package struct Stroke: Sendable {
    /// The elements, beginning with a move.
    package var elements: [InkElement]
    /// The index of the first element that ends at a predicted point; nil for none.
    package var firstPrediction: Int?

    /// Makes a stroke.
    package init(elements: [InkElement], firstPrediction: Int? = nil) {
      self.elements = elements
      self.firstPrediction = firstPrediction
    }
  }

  /// The title.
  package var title: String
  /// The strokes, in the order in which they are drawn.
  package var strokes: [Stroke]

  /// The longer side of the drawn strokes, in units of the picture.
  private static let extent = 800.0
  private static let margin = 20.0

  /// Makes a drawing.
  package init(title: String, strokes: [Stroke]) {
    self.title = title
    self.strokes = strokes
  }

  /// Returns the figure: all strokes at one scale, y downward.
  package func figure() -> Figure {
    let frame = Frame(around: strokes.flatMap(\.elements))
    var canvas = SVGCanvas()
    for stroke in strokes { draw(stroke, in: frame, on: &canvas) }
    return Figure(
      name: "ink", title: title, summary: summary, width: frame.size.x, height: frame.size.y,
      body: canvas.text)
  }

  private var summary: String {
    let elements = strokes.reduce(0) { $0 + $1.elements.count }
    let predicted = strokes.count { $0.firstPrediction != nil }
    let strokeWord = strokes.count == 1 ? "stroke" : "strokes"
    return "\(strokes.count) \(strokeWord) of \(elements) elements, \(predicted) with predictions"
  }

  private func draw(_ stroke: Stroke, in frame: Frame, on canvas: inout SVGCanvas) {
    let split = min(stroke.firstPrediction ?? stroke.elements.count, stroke.elements.count)
    add(stroke.elements[..<split].map(frame.command), [("class", "line s1")], to: &canvas)
    guard split < stroke.elements.count else { return }
    // The predicted part is a path of its own that begins where the measured one ends.
    let start = split > 0 ? ["M\(frame.text(stroke.elements[split - 1].end))"] : []
    add(
      start + stroke.elements[split...].map(frame.command),
      [("class", "line s2"), ("stroke-dasharray", "4 4")], to: &canvas)
  }

  private func add(
    _ commands: [String], _ style: [SVGCanvas.Attribute], to canvas: inout SVGCanvas
  ) {
    guard !commands.isEmpty else { return }
    canvas.add("path", [("d", commands.joined())] + style)
  }

  /// Maps positions of the strokes to places in the figure.
  private struct Frame {
    private let origin: SIMD2<Double>
    private let scale: Double
    let size: SIMD2<Double>

    init(around elements: [InkElement]) {
      let places = elements.flatMap(\.places).filter { $0.x.isFinite && $0.y.isFinite }
      let low = places.reduce(places.first ?? .zero, pointwiseMin)
      let high = places.reduce(places.first ?? .zero, pointwiseMax)
      let greatest = (high - low).max()
      origin = low
      scale = greatest > 0 && greatest.isFinite ? ElementDrawing.extent / greatest : 1
      size = (high - low) * scale + SIMD2(repeating: 2 * ElementDrawing.margin)
    }

    func text(_ position: SIMD2<Double>) -> String {
      SVGCanvas.point((position - origin) * scale + SIMD2(repeating: ElementDrawing.margin))
    }

    func command(_ element: InkElement) -> String { SVGCanvas.command(element, text) }
  }
}
