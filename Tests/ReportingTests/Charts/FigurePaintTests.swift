import Datasets
import DigitalInk
import Foundation
import Testing

@testable import Reporting

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Every element of a file states its colors, so that renderers without style sheets show the same.
@Suite struct FigurePaintTests {
  @Test(arguments: RunVariant.allCases)
  func figuresOfARunAreLiteral(variant: RunVariant) async {
    for figure in await TestReport.figures(variant).all { Self.check(figure) }
  }

  @Test func strokesAndGalleriesAreLiteral() {
    let track = (0..<40).map { SIMD2(Double($0), sin(Double($0) / 5) * 6) }
    let arrows = track.indices.map { index in
      StrokeFigure.Arrow(
        origin: track[index], predicted: track[index] + SIMD2(2, 0.5),
        truth: index + 2 < track.count ? track[index + 2] : nil, isHeld: index % 7 == 0)
    }
    for hasOneScale in [true, false] {
      Self.check(
        StrokeFigure(
          predictor: "linear", horizon: 0.033, unit: "mm", dataset: "made up",
          panels: [.init(title: "one", track: track, predictions: arrows)],
          hasOneScale: hasOneScale
        ).figure())
    }
    let errors = track.indices.map { $0 < 30 ? Double($0) / 10 : nil }
    Self.check(
      StrokeGallery(
        dataset: "made up", predictor: "linear", horizon: 0.033, unit: "mm",
        place: .init(first: 1, total: 1),
        cells: [.init(title: "one", track: track, errors: errors)]
      ).figure())
  }

  @Test func inkOfEveryColorIsLiteral() {
    let line = [SIMD2(0.0, 0.0), SIMD2(10, 4), SIMD2(20, 0)]
    let shapes = InkShape.Color.allCases.flatMap { color in
      [
        InkShape(.line(line), stroke: color, strokeWidth: 2, role: .actual),
        InkShape(.polygon(line), fill: color, role: .outline),
      ]
    }
    Self.check(InkPicture(title: "colors", unit: "pt", shapes: shapes).figure())
    let elements: [InkElement] = [
      .move(to: .zero), .line(to: SIMD2(9, 9)), .line(to: SIMD2(20, 3)),
    ]
    Self.check(
      ElementDrawing(title: "ink", strokes: [.init(elements: elements, firstPrediction: 2)])
        .figure())
  }

  /// A drawing may hold text that looks like the name of a color or like markup.
  @Test func textIsNotTakenForAColor() {
    var canvas = SVGCanvas()
    canvas.write("<ink> \"<s2>\" var(--ink)", x: 0, y: 0, style: "muted")
    let figure = Figure(
      name: "text", title: "<paper>", summary: "<grid>", width: 10, height: 10, body: canvas.text)
    for background in FigureBackground.allCases {
      let document = XMLDocument(figure.file(on: background))
      #expect(document.problem == nil)
      #expect(document.labels.map(\.text) == ["<ink> \"<s2>\" var(--ink)"])
    }
  }

  @Test func givenAttributesOverrideThoseOfTheClass() {
    var canvas = SVGCanvas()
    canvas.add("path", [("d", "M0 0"), ("class", "line s2"), ("stroke-width", "7")])
    #expect(canvas.text.contains("stroke-width=\"7\""))
    #expect(!canvas.text.contains("stroke-width=\"2\""))
  }

  @Test func textThatIsTooLongIsSmallerInEveryClass() {
    for style in ["", "head", "muted small"] {
      var canvas = SVGCanvas()
      canvas.write(String(repeating: "m", count: 40), x: 0, y: 0, style: style, room: 200)
      let sizes = XMLDocument(canvas.text).values(of: "font-size").compactMap(Double.init)
      #expect(sizes.count == 1 && sizes.allSatisfy { $0 < 10 }, "\(style): \(sizes)")
    }
  }

  private static func check(_ figure: Figure) {
    for background in FigureBackground.allCases {
      let file = figure.file(on: background)
      let paint = PaintReader(file)
      #expect(paint.faults.isEmpty, "\(figure.name) on \(background): \(paint.faults.prefix(3))")
      let drawing = file.replacing(/<style>[^<]*<\/style>/, with: "")
      #expect(!drawing.contains("=\"var(") && !drawing.contains("=\"&lt;"), "\(figure.name)")
      #expect(
        file.contains("<style>@media(prefers-color-scheme:dark){") == (background == .automatic))
    }
    // In a page, the style sheet overrides the same attributes.
    #expect(PaintReader(figure.element).faults.isEmpty, "\(figure.name) in a page")
  }
}

/// Finds elements whose fill, stroke or font does not come from attributes.
private final class PaintReader: NSObject, XMLParserDelegate {
  private(set) var faults: [String] = []
  private var inherited: [[String: String]] = [[:]]

  private static let painted: Set = [
    "path", "rect", "circle", "line", "polyline", "polygon", "text",
  ]

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() { faults.append("no XML") }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let all = (inherited.last ?? [:]).merging(attributes) { $1 }
    inherited.append(all)
    guard Self.painted.contains(name) else { return }
    let (fill, stroke) = (all["fill"], all["stroke"] ?? "none")
    let hasFill = fill.map(Self.isLiteral) ?? (name == "line")
    let isVisible = (fill ?? "none") != "none" || stroke != "none"
    let hasFont = name != "text" || (all["font-family"] != nil && all["font-size"] != nil)
    if !hasFill || !Self.isLiteral(stroke) || !isVisible || !hasFont || attributes["style"] != nil {
      faults.append("\(name) \(attributes)")
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    inherited.removeLast()
  }

  private static func isLiteral(_ paint: String) -> Bool {
    paint == "none" || paint.wholeMatch(of: /#[0-9a-f]{6}|url\(#[a-z0-9-]+\)/) != nil
  }
}
