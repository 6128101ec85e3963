/// Finds room for labels next to points.
struct LabelPlacement {
  /// Where a label goes.
  struct Spot {
    let place: SIMD2<Double>
    let anchor: SVGCanvas.Anchor
    /// The end of the line from the point to the label; nil where they are adjacent.
    let lead: SIMD2<Double>?
  }

  /// A label that would hide more points than this is omitted; the tooltip still shows it.
  private static let mostCovered = 1

  private let area: PlotArea
  private let obstacles: [SIMD2<Double>]
  private let radius: Double
  private var taken: [(low: SIMD2<Double>, high: SIMD2<Double>)] = []

  /// Creates a placement in `area` that avoids `obstacles`.
  init(area: PlotArea, obstacles: [SIMD2<Double>], radius: Double) {
    self.area = area
    self.obstacles = obstacles
    self.radius = radius
  }

  /// Returns the free spot next to `point` that hides the fewest obstacles; nil if there is none.
  mutating func place(_ text: String, beside point: SIMD2<Double>, size: Double) -> Spot? {
    let width = SVGCanvas.width(of: text, size: size)
    var best: (covered: Int, spot: Spot, box: (low: SIMD2<Double>, high: SIMD2<Double>))?
    for candidate in candidates(size: size) {
      let place = point + candidate.shift
      let anchor = candidate.anchor
      let box = Self.box(at: place, anchor: anchor, width: width, size: size)
      guard isInside(box), !taken.contains(where: { Self.overlap($0, box) }) else { continue }
      let covered = obstacles.count { Self.contains(box, $0, margin: radius) }
      if best.map({ covered < $0.covered }) ?? true {
        let lead = candidate.isApart ? place + SIMD2(anchor == .end ? 3 : -3, -size * 0.35) : nil
        best = (covered, Spot(place: place, anchor: anchor, lead: lead), box)
      }
    }
    guard let best, best.covered <= Self.mostCovered else { return nil }
    taken.append(best.box)
    return best.spot
  }

  /// A possible position of a label relative to its point.
  private struct Candidate {
    let shift: SIMD2<Double>
    let anchor: SVGCanvas.Anchor
    /// Whether it needs a line to its point.
    let isApart: Bool
  }

  /// The places to try, nearest first.
  private func candidates(size: Double) -> [Candidate] {
    let near = radius + 4
    let beside = [
      Candidate(shift: [near, size * 0.35], anchor: .start, isApart: false),
      Candidate(shift: [-near, size * 0.35], anchor: .end, isApart: false),
      Candidate(shift: [0, -near - 1], anchor: .middle, isApart: false),
      Candidate(shift: [0, near + size * 0.8], anchor: .middle, isApart: false),
    ]
    let distances = [26.0, 46, 70]
    return beside + distances.flatMap(Self.apart)
  }

  private static func apart(_ distance: Double) -> [Candidate] {
    let rise = distance * 0.75
    return [
      Candidate(shift: [distance, -rise], anchor: .start, isApart: true),
      Candidate(shift: [distance, rise], anchor: .start, isApart: true),
      Candidate(shift: [distance, 0], anchor: .start, isApart: true),
      Candidate(shift: [-distance, -rise], anchor: .end, isApart: true),
      Candidate(shift: [-distance, rise], anchor: .end, isApart: true),
    ]
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
