/// Finds room for labels beside points.
struct LabelPlacement {
  /// Where a label goes.
  struct Spot {
    let place: SIMD2<Double>
    let anchor: SVGCanvas.Anchor
  }

  private let area: PlotArea
  private let obstacles: [SIMD2<Double>]
  private let radius: Double
  private var taken: [(low: SIMD2<Double>, high: SIMD2<Double>)] = []

  /// Prepares to place labels in `area` away from `obstacles`.
  init(area: PlotArea, obstacles: [SIMD2<Double>], radius: Double) {
    self.area = area
    self.obstacles = obstacles
    self.radius = radius
  }

  /// The free spot beside `point` that hides the fewest obstacles; nil where there is none.
  mutating func place(_ text: String, beside point: SIMD2<Double>, size: Double) -> Spot? {
    let width = SVGCanvas.width(of: text, size: size)
    let offset = radius + 4
    let candidates: [(SIMD2<Double>, SVGCanvas.Anchor)] = [
      ([offset, size * 0.35], .start), ([-offset, size * 0.35], .end),
      ([0, -offset - 1], .middle), ([0, offset + size * 0.8], .middle),
      ([offset, -offset], .start), ([offset, offset + size * 0.6], .start),
      ([-offset, -offset], .end), ([-offset, offset + size * 0.6], .end),
    ]
    var best: (covered: Int, spot: Spot, box: (low: SIMD2<Double>, high: SIMD2<Double>))?
    for (shift, anchor) in candidates {
      let place = point + shift
      let box = Self.box(at: place, anchor: anchor, width: width, size: size)
      guard isInside(box), !taken.contains(where: { Self.overlap($0, box) }) else { continue }
      let covered = obstacles.count { Self.contains(box, $0, margin: radius) }
      if best.map({ covered < $0.covered }) ?? true {
        best = (covered, Spot(place: place, anchor: anchor), box)
      }
    }
    guard let best, best.covered <= 3 else { return nil }
    taken.append(best.box)
    return best.spot
  }

  private static func box(
    at place: SIMD2<Double>, anchor: SVGCanvas.Anchor, width: Double, size: Double
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    let left: Double =
      switch anchor {
      case .start: place.x
      case .middle: place.x - width / 2
      case .end: place.x - width
      }
    return (SIMD2(left, place.y - size), SIMD2(left + width, place.y + size * 0.25))
  }

  private func isInside(_ box: (low: SIMD2<Double>, high: SIMD2<Double>)) -> Bool {
    box.low.x >= area.left && box.high.x <= area.right + 6 && box.low.y >= area.top - 2
      && box.high.y <= area.bottom
  }

  private static func overlap(
    _ one: (low: SIMD2<Double>, high: SIMD2<Double>),
    _ other: (low: SIMD2<Double>, high: SIMD2<Double>)
  ) -> Bool {
    one.low.x < other.high.x && other.low.x < one.high.x && one.low.y < other.high.y
      && other.low.y < one.high.y
  }

  private static func contains(
    _ box: (low: SIMD2<Double>, high: SIMD2<Double>), _ point: SIMD2<Double>, margin: Double
  ) -> Bool {
    point.x > box.low.x - margin && point.x < box.high.x + margin
      && point.y > box.low.y - margin && point.y < box.high.y + margin
  }
}
