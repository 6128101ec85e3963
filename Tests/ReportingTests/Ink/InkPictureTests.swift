import DigitalInk
import Testing
import TouchInput

@testable import Reporting

@Suite struct InkPictureTests {
  private static func stroke() -> LiveStroke {
    var stroke = LiveStroke()
    for index in 0..<4 {
      stroke.add(
        StrokeSample(
          timestamp: Double(index), location: SIMD2(Double(10 * index), 5), force: 1,
          azimuth: 0.5, altitude: 1))
    }
    stroke.addPredicted(StrokeSample(timestamp: 4, location: SIMD2(40, 9), isPredicted: true))
    return stroke
  }

  @Test(arguments: RibbonMode.allCases)
  func aRibbonIsWellFormedAndSaysWhatItIs(mode: RibbonMode) {
    let figure = InkPicture(
      title: "a <stroke>", unit: "pt", strokes: [Self.stroke()],
      settings: RibbonSettings(mode: mode)
    ).figure()
    let document = XMLDocument(figure.file)
    #expect(document.problem == nil)
    let roles = document.values(of: "data-role")
    #expect(
      roles.contains("actual") && roles.last == (mode == .debug ? "dirtyRectangle" : "predicted"))
    #expect(document.labels.contains { $0.text == "a <stroke>" })
    #expect(document.labels.contains { $0.text.hasSuffix("\u{A0}pt") })
    #expect(figure.summary.contains("predicted: 1"))
    #expect(document.elements["title"] == 1 && document.elements["desc"] == 1)
  }

  @Test func bothAxesHaveOneScaleAndEverythingIsWithin() throws {
    let square: [InkElement] = [
      .move(to: [0, 0]), .line(to: [10, 0]), .line(to: [10, 10]), .line(to: [0, 10]),
    ]
    let figure = InkPicture(title: "square", unit: "mm", outlines: [square]).figure()
    let document = XMLDocument(figure.file)
    let path = try #require(document.attributes.first { $0.name == "d" && $0.value.hasSuffix("z") })
    let numbers = path.value.split { !"0123456789.".contains($0) }.compactMap { Double($0) }
    #expect(numbers.count == 8)
    let (xs, ys) = (
      stride(from: 0, to: 8, by: 2).map { numbers[$0] },
      stride(from: 1, to: 8, by: 2).map { numbers[$0] }
    )
    let (width, height) = (
      try #require(xs.max()) - (try #require(xs.min())),
      try #require(ys.max()) - (try #require(ys.min()))
    )
    // Places have two decimals.
    #expect(abs(width - height) <= 0.02 && width > 600)
    #expect(try #require(xs.max()) <= figure.width && #require(ys.max()) <= figure.height)
  }

  @Test func widthsGrowWithTheDrawing() throws {
    let line: [SIMD2<Double>] = [[0, 0], [100, 0]]
    let figure = InkPicture(title: "line", unit: "mm", lines: [line], width: 2).figure()
    let document = XMLDocument(figure.file)
    let width = try #require(document.values(of: "stroke-width").compactMap { Double($0) }.first)
    let path = try #require(document.values(of: "d").first)
    let xs = path.split { "ML ".contains($0) }.compactMap { Double($0) }
    #expect(abs(width / 2 - (xs[2] - xs[0]) / 100) < 0.01)
  }

  @Test func nothingAndWhatIsNowhereAreStillPictures() {
    let shapes = [
      InkShape(.line([[.nan, 1], [.infinity, 2]]), stroke: .ink, strokeWidth: 1, role: .actual)
    ]
    for picture in [
      InkPicture(title: "none", unit: "pt", shapes: []),
      InkPicture(title: "nowhere", unit: "pt", shapes: shapes),
    ] {
      let text = picture.figure().file
      #expect(XMLDocument(text).problem == nil)
      #expect(!text.contains("nan") && !text.contains("inf"))
    }
  }

  @Test func aFixedBackgroundNeedsNoStyleSheet() {
    let figure = InkPicture(title: "ink", unit: "pt", strokes: [Self.stroke()]).figure()
    #expect(figure.file == figure.file(on: .automatic))
    #expect(figure.file.contains("prefers-color-scheme"))
    for (background, paper) in [(FigureBackground.light, "#ffffff"), (.dark, "#14171c")] {
      let text = figure.file(on: background)
      #expect(!text.contains("var(") && !text.contains("<style"))
      #expect(text.contains(" fill=\"\(paper)\"/>"))
      #expect(XMLDocument(text).problem == nil)
    }
  }
}
