import DigitalInk
import MotionNumerics
import TestSupport
import Testing
import TouchInput

/// The outline as curves: smooth where the line is, and as near to the polygon as is said.
@Suite struct OutlineCurvesTests {
  /// One cubic of a path; that of a line has its controls at thirds.
  private struct Cubic {
    let start: SIMD2<Double>
    let control1: SIMD2<Double>
    let control2: SIMD2<Double>
    let end: SIMD2<Double>

    /// A tenth of a pixel at four times the size.
    func flattened() -> [SIMD2<Double>] {
      [start]
        + CenterPoint(position: start).curve(
          to: CenterPoint(position: end), control1: control1, control2: control2, tolerance: 0.025
        ).map(\.position)
    }

    /// The greater of the distances of the curve from its edge and of the edge from the curve.
    var distanceFromEdge: Double {
      let curve = flattened()
      let there = curve.map { $0.distance(toSegmentFrom: start, to: end) }
      let back = (0...20).map { step in
        (start + (end - start) * (Double(step) / 20)).distance(toPolyline: curve) ?? .infinity
      }
      return max(there.max() ?? 0, back.max() ?? 0)
    }
  }

  private static func cubics(_ path: [InkElement]) -> [Cubic] {
    zip(path, path.dropFirst()).map { before, element in
      let (start, end) = (before.end, element.end)
      if case .curve(_, let control1, let control2) = element {
        return Cubic(start: start, control1: control1, control2: control2, end: end)
      }
      let third = (end - start) / 3
      return Cubic(start: start, control1: start + third, control2: end - third, end: end)
    }
  }

  /// The angle between two directions in degrees.
  private static func angle(_ first: SIMD2<Double>, _ second: SIMD2<Double>) -> Double {
    abs(Elementary.arctangent(first.cross(second), first.dot(second))) * 180 / .pi
  }

  /// The vertices that belong to points at which the line turns by more than 45°.
  private static func cornerVertices(of outline: TaperedOutline) -> [SIMD2<Double>] {
    let drawn = outline.points.indices.filter { !outline.vertices(ofPoint: $0).left.isEmpty }
    let places = drawn.map { outline.points[$0].position }
    return drawn.indices.dropFirst().dropLast().flatMap { index -> [SIMD2<Double>] in
      let turn = angle(places[index] - places[index - 1], places[index + 1] - places[index])
      guard turn > 45 + 1e-6 else { return [] }
      let (left, right) = outline.vertices(ofPoint: drawn[index])
      return left + right
    }
  }

  /// Whether a position is within the ink, where nobody sees an edge.
  private static func isHidden(_ place: SIMD2<Double>, in outline: TaperedOutline) -> Bool {
    outline.points.indices.contains { index in
      place.distance(to: outline.points[index].position)
        < outline.width(atPoint: index) / 2 - 0.05
    }
  }

  /// The settings of `ink --mode outline`.
  private static func settings(_ law: WidthLaw, width: Double) -> OutlineSettings {
    OutlineSettings(
      law: law, minimumWidth: width / 6, maximumWidth: width, startTaper: 2 * width,
      endTaper: 2 * width, tolerance: width / 100)
  }

  @Test(
    .enabled(if: RealDatasets.has("inkable"), "NEXTPOINT_DATASETS has no inkable"),
    arguments: [6.0, 10])
  func theInkableStrokesAreSmoothAndNearTheirPolygons(width: Double) throws {
    let laws: [WidthLaw] = [
      .force(full: 2, exponent: 1), .speed(half: 80 * width), .nib(usualEdge: .pi / 4),
    ]
    for stroke in try RealDatasets.recordings("inkable").flatMap(\.strokes) {
      for law in laws {
        let outline = TaperedOutline(
          stroke.samples.map { CenterPoint($0) }, settings: Self.settings(law, width: width))
        let corners = Self.cornerVertices(of: outline)
        func isFree(_ place: SIMD2<Double>) -> Bool {
          !corners.contains { $0.distance(to: place) < 1e-5 } && !Self.isHidden(place, in: outline)
        }
        let cubics = Self.cubics(outline.curves(within: width / 25))
        var (edges, curves) = (0.0, 0.0)
        for (cubic, next) in zip(cubics, cubics.dropFirst() + cubics.prefix(1)) {
          #expect(cubic.distanceFromEdge <= 0.5)
          guard isFree(cubic.end) else { continue }
          edges = max(edges, Self.angle(cubic.end - cubic.start, next.end - next.start))
          curves = max(
            curves, Self.angle(cubic.end - cubic.control2, next.control1 - next.start))
        }
        #expect(curves < 1, "\(stroke.samples.count) samples, \(law): \(curves)°")
        // The polygon, which the curves replace, has turns that one sees, above all in small caps.
        #expect(edges > 40, "\(stroke.samples.count) samples, \(law): \(edges)°")
      }
    }
  }

  /// The path goes through the vertices of the polygon, in their order, and stays near its edges.
  @Test(arguments: 1...60)
  func everyCurveIsNearItsEdge(seed: Int) {
    var random = InkRandom(seed: seed)
    let line = random.line(1 + random.below(40))
    let outline = TaperedOutline(line, settings: random.outlineSettings())
    let path = outline.curves(within: 0.3)
    var vertices = outline.polygon[...]
    for element in path.dropLast() {
      let index = vertices.firstIndex { $0.distance(to: element.end) <= 1e-6 }
      #expect(index != nil, "seed \(seed)")
      vertices = vertices[(index ?? vertices.startIndex)...]
    }
    #expect(path.isEmpty == outline.polygon.isEmpty && path.last?.end == path.first?.end)
    // The greater of what is asked for and the tolerance, and what flattening costs.
    let farthest = max(0.3, outline.settings.tolerance) + 0.03
    for cubic in Self.cubics(path) {
      #expect(cubic.distanceFromEdge <= farthest, "seed \(seed)")
    }
  }

  @Test func aDotIsACircle() {
    let outline = TaperedOutline(
      [CenterPoint(position: [3, 4], force: 1)],
      settings: OutlineSettings(
        law: .force(full: 1, exponent: 1), maximumWidth: 6, smoothing: 0, startTaper: 0,
        endTaper: 0))
    let cubics = Self.cubics(outline.curves())
    for cubic in cubics {
      // A cubic is within 3e-4 of an arc of a right angle, and these are a third of that.
      for place in cubic.flattened() { #expect(abs(place.distance(to: [3, 4]) - 3) < 1e-3) }
    }
    #expect(cubics.count == outline.polygon.count)
  }

  /// At a right angle the outside is an arc, and the corner inside stays.
  @Test func aCornerStays() throws {
    let line = [[0, 0], [10, 0], [10, 10]].map { CenterPoint(position: SIMD2($0[0], $0[1])) }
    let outline = TaperedOutline(
      line,
      settings: OutlineSettings(
        law: .tilt, minimumWidth: 2, maximumWidth: 2, startTaper: 0, endTaper: 0))
    let cubics = Self.cubics(outline.curves())
    let inside = try #require(
      zip(cubics, cubics.dropFirst()).first { $0.0.end.distance(to: [9, 1]) < 1e-9 })
    let turn = Self.angle(inside.0.end - inside.0.control2, inside.1.control1 - inside.1.start)
    #expect(abs(turn - 90) < 1e-6)
    // All edges but those of the arcs are straight.
    for cubic in cubics where cubic.start.distance(to: cubic.end) > 2 {
      #expect(cubic.distanceFromEdge < 1e-9)
    }
  }

  @Test func nowhereIsNoPath() {
    let nowhere = CenterPoint(position: [.nan, 0])
    #expect(TaperedOutline([nowhere]).curves().isEmpty)
    let far = CenterPoint(position: [1e99, -1e99])
    let places = TaperedOutline([CenterPoint(position: [0, 0]), far]).curves().flatMap(\.places)
    #expect(!places.isEmpty && places.allSatisfy(\.isFinite))
  }
}
