/// Maps positions on the surface to places in a drawing, at one scale for both axes and all panels.
struct DrawingFrame {
  /// Units of the drawing per unit of length.
  let scale: Double
  /// The height of every panel's drawing.
  let height: Double

  private let middles: [SIMD2<Double>]
  private let panelWidth: Double

  /// Creates the largest scale at which every panel's track and predictions fit.
  ///
  /// A prediction farther from the track than half the track's extent does not shrink the rest; it is
  /// cut off at the panel's edge.
  init(
    _ panels: [(track: [SIMD2<Double>], arrows: [StrokeFigure.Arrow])], panelWidth: Double,
    greatestHeight: Double
  ) {
    let boxes = panels.map { Self.box(track: $0.track, arrows: $0.arrows) }
    let widest = boxes.map { $0.high.x - $0.low.x }.max() ?? 1
    let tallest = boxes.map { $0.high.y - $0.low.y }.max() ?? 1
    let fitting = min(
      (panelWidth - 2 * Self.margin) / widest, (greatestHeight - 2 * Self.margin) / tallest)
    scale = fitting.isFinite && fitting > 0 ? fitting : 1
    height = tallest * scale + 2 * Self.margin
    middles = boxes.map { ($0.low + $0.high) / 2 }
    self.panelWidth = panelWidth
  }

  /// Returns the place of a position in a panel, from the panel's upper left corner.
  func place(_ position: SIMD2<Double>, panel: Int) -> SIMD2<Double> {
    SIMD2(panelWidth / 2, height / 2) + (position - middles[panel]) * scale
  }

  /// The largest round length (1, 2 or 5 times a power of ten) that takes at most `room`.
  func bar(room: Double) -> Double {
    let most = room / scale
    guard most > 0, most.isFinite else { return 1 }
    var power = 1.0
    while power * 10 <= most { power *= 10 }
    while power > most { power /= 10 }
    return [5, 2].map { $0 * power }.first { $0 <= most } ?? power
  }

  private static let margin = 8.0
  /// The distance around a contact at rest that a drawing shows.
  private static let restReach = 0.5

  private static func box(
    track: [SIMD2<Double>], arrows: [StrokeFigure.Arrow]
  ) -> (low: SIMD2<Double>, high: SIMD2<Double>) {
    let finite = track.filter { $0.x.isFinite && $0.y.isFinite }
    guard var low = finite.first else { return (SIMD2(-1, -1), SIMD2(1, 1)) }
    var high = low
    for position in finite {
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
    }
    let predicted = arrows.map(\.predicted).filter { $0.x.isFinite && $0.y.isFinite }
    // A contact at rest has no extent of its own, only its predictions have.
    let farthest = predicted.map { pointwiseMax(low - $0, $0 - high).max() }.max() ?? 0
    let extent = (high - low).max() / 2
    let reach = max(extent, min(farthest, restReach), extent > 0 ? 0 : restReach)
    let (least, greatest) = (low - reach, high + reach)
    for position in predicted {
      low = pointwiseMin(low, pointwiseMax(position, least))
      high = pointwiseMax(high, pointwiseMin(position, greatest))
    }
    let middle = (low + high) / 2
    let half = pointwiseMax((high - low) / 2, SIMD2(repeating: reach / 2))
    return (middle - half, middle + half)
  }
}

/// A bar of a round length with its label, which shows the scale of a drawing.
struct ScaleBar {
  /// The scale of the drawing.
  let frame: DrawingFrame
  /// The unit of lengths.
  let unit: String
  /// The greatest length, in the units of the figure.
  let room: Double

  private static let tick = 4.0

  /// Draws it with its right end at a place and its label on the left.
  func draw(right: Double, y: Double, on canvas: inout SVGCanvas) {
    let length = frame.bar(room: room)
    let left = right - length * frame.scale
    canvas.line(SIMD2(left, y), SIMD2(right, y), style: "axis")
    for end in [left, right] {
      canvas.line(SIMD2(end, y - Self.tick), SIMD2(end, y + Self.tick), style: "axis")
    }
    canvas.write(
      "\(FixedPoint.rounded(length, digits: 3))\u{A0}\(unit)", x: left - 6, y: y + 4, anchor: .end,
      style: "muted small")
  }
}
