import DigitalInk
import MotionNumerics
import Testing

@Suite struct TaperedOutlineTests {
  /// A few sums and a sine of numbers below 100.
  private static let rounding = 1e-10

  /// A law that gives every point the greatest width.
  private static func even(
    width: Double, start: Double = 0, end: Double = 0, tip: Double = 0, tolerance: Double = 1e-4
  ) -> OutlineSettings {
    OutlineSettings(
      law: .force(full: 1, exponent: 1), minimumWidth: 0, maximumWidth: width, smoothing: 0,
      startTaper: start, endTaper: end, tip: tip, tolerance: tolerance)
  }

  private static func points(_ places: [SIMD2<Double>], force: Double? = nil) -> [CenterPoint] {
    places.map { CenterPoint(position: $0, force: force) }
  }

  @Test func aStraightLineIsAStadium() {
    let outline = TaperedOutline(
      Self.points([[0, 0], [4, 0], [10, 0]]), settings: Self.even(width: 2))
    let area = abs(PolygonMeasures(corners: outline.polygon).signedArea)
    // 10 · 2 + π · 1²; arcs within 1e-4 of a circle of radius 1 lose at most 2π · 1e-4.
    #expect(area <= 20 + .pi && area > 20 + .pi - 2 * .pi * 1e-4)
    let bounds = outline.polygon
    #expect(abs((bounds.map(\.y).max() ?? 0) - 1) < 1e-4)
    #expect(abs((bounds.map(\.x).min() ?? 0) + 1) < 1e-4)
    #expect(abs((bounds.map(\.x).max() ?? 0) - 11) < 1e-4)
    // The middle point brings one vertex on each side, on the edge.
    #expect(outline.vertices(ofPoint: 1).left == [[4, 1]])
    #expect(outline.vertices(ofPoint: 1).right == [[4, -1]])
  }

  @Test func aDotIsADisc() {
    let outline = TaperedOutline(Self.points([[3, 4]]), settings: Self.even(width: 6))
    for vertex in outline.polygon { #expect(abs(vertex.distance(to: [3, 4]) - 3) < Self.rounding) }
    #expect(abs(abs(PolygonMeasures(corners: outline.polygon).signedArea) - 9 * .pi) < 0.01)
    #expect(outline.width(atPoint: 0) == 6)
  }

  @Test func aConeHasItsOuterTangents() throws {
    // Radii 3 and 1, 4 apart: sin α = 1/2, so the contact of the first is 3·(½, √3/2).
    let line = [
      CenterPoint(position: [0, 0], force: 1), CenterPoint(position: [4, 0], force: 1.0 / 3),
    ]
    let outline = TaperedOutline(line, settings: Self.even(width: 6))
    let contact = try #require(outline.vertices(ofPoint: 0).left.last)
    #expect(contact.distance(to: SIMD2(1.5, 3 * 0.75.squareRoot())) < Self.rounding)
    let other = try #require(outline.vertices(ofPoint: 1).left.first)
    #expect(other.distance(to: SIMD2(4.5, 0.75.squareRoot())) < Self.rounding)
  }

  @Test func aCornerIsRoundOutsideAndSharpInside() {
    let outline = TaperedOutline(
      Self.points([[0, 0], [10, 0], [10, 10]]), settings: Self.even(width: 2))
    let (left, right) = outline.vertices(ofPoint: 1)
    // The turn is towards (0, 1): there the edges meet at (9, 1).
    #expect(left.count == 1 && left[0].distance(to: [9, 1]) < Self.rounding)
    for vertex in right { #expect(abs(vertex.distance(to: [10, 0]) - 1) < Self.rounding) }
    #expect(right.first?.distance(to: [10, -1]) ?? 1 < Self.rounding)
    #expect(right.last?.distance(to: [11, 0]) ?? 1 < Self.rounding)
  }

  @Test func aReversalHasARoundEnd() {
    let outline = TaperedOutline(
      Self.points([[0, 0], [10, 0], [2, 0]]), settings: Self.even(width: 2))
    let shape = PolygonMeasures(corners: outline.polygon)
    for place: SIMD2<Double> in [[10.99, 0], [10.6, 0.7], [10.6, -0.7], [5, 0.99], [-0.99, 0]] {
      #expect(shape.covers(place), "\(place)")
    }
    for place: SIMD2<Double> in [[11.01, 0], [10.8, 0.8], [5, 1.01], [-1.01, 0]] {
      #expect(!shape.covers(place), "\(place)")
    }
  }

  @Test func tapersFollowTheirFormula() {
    // τ(u) = tip + (1 − tip)·u(2 − u) at u = 0, ½, 1: 0.2, 0.8, 1.
    let places = (0...10).map { SIMD2(Double($0) * 2, 0) }
    let outline = TaperedOutline(
      Self.points(places), settings: Self.even(width: 5, start: 4, end: 8, tip: 0.2))
    let widths = (0...10).map { outline.width(atPoint: $0) }
    let expected = [1, 4, 5, 5, 5, 5, 5, 0.2 + 0.8 * 0.9375, 0.8, 0.2 + 0.8 * 0.4375, 0.2]
    for (index, width) in widths.enumerated() {
      let wanted = index < 7 ? expected[index] : 5 * expected[index]
      #expect(abs(width - wanted) < Self.rounding, "at \(index)")
    }
  }

  @Test func widthsAreSmoothedByBinomialWeights() {
    // Shares 0, 0, 1, 0, 0 with weights 1, 2, 1: 0, ¼, ½, ¼, 0, of a width of 8.
    var line = Self.points((0..<5).map { SIMD2(Double($0), 0) }, force: 0)
    line[2].force = 1
    let settings = OutlineSettings(
      law: .force(full: 1, exponent: 1), minimumWidth: 0, maximumWidth: 8, smoothing: 1,
      startTaper: 0, endTaper: 0)
    let outline = TaperedOutline(line, settings: settings)
    #expect((0..<5).map { outline.width(atPoint: $0) } == [0, 2, 4, 2, 0])
    // At the end only the neighbors that there are count: (2·1 + 1·0)/3.
    let end = TaperedOutline(Array(line.prefix(3)), settings: settings)
    #expect(abs(end.width(atPoint: 2) - 8 * 2 / 3) < Self.rounding)
  }

  @Test func neighborsAtOnePlaceAreOneOfTheGreatestWidth() {
    var line = Self.points([[0, 0], [0, 0], [0, 0], [9, 0]], force: 0.5)
    line[1].force = 1
    let outline = TaperedOutline(line, settings: Self.even(width: 4))
    line.removeSubrange(0..<1)
    line.removeSubrange(1..<2)
    #expect(outline.polygon == TaperedOutline(line, settings: Self.even(width: 4)).polygon)
    #expect(outline.vertices(ofPoint: 1).left.isEmpty)
  }

  @Test func thereIsNoOutlineOfNothing() {
    #expect(TaperedOutline().polygon.isEmpty)
    let nowhere = CenterPoint(position: [.nan, 0])
    #expect(TaperedOutline([nowhere, nowhere]).polygon.isEmpty)
    #expect(PlainOutline.polygon(around: [nowhere]).isEmpty)
  }

  @Test func settingsAreBroughtIntoTheirRanges() {
    let settings = OutlineSettings(
      minimumWidth: -1, maximumWidth: -2, smoothing: 99, startTaper: .nan, endTaper: .infinity,
      tip: 7, tolerance: 0)
    #expect(settings.minimumWidth == 0 && settings.maximumWidth == 0)
    #expect(settings.smoothing == 16 && settings.startTaper == 0 && settings.endTaper == 1e6)
    #expect(settings.tip == 1 && settings.tolerance == 1e-6)
  }
}
