/// A bar of a round length with its text, which says how large a drawing is.
struct ScaleBar {
  /// The scale of the drawing.
  let frame: StrokeFigureFrame
  /// What lengths are in.
  let unit: String
  /// How long it may be, in the units of the figure.
  let room: Double

  private static let tick = 4.0

  /// Draws it with its right end at a place, its text before it.
  func draw(right: Double, y: Double, on canvas: inout SVGCanvas) {
    let length = frame.bar(room: room)
    let left = right - length * frame.scale
    canvas.line(SIMD2(left, y), SIMD2(right, y), style: "axis")
    for end in [left, right] {
      canvas.line(SIMD2(end, y - Self.tick), SIMD2(end, y + Self.tick), style: "axis")
    }
    canvas.write(
      "\(RoundedNumber.text(length, digits: 3))\u{A0}\(unit)", x: left - 6, y: y + 4, anchor: .end,
      style: "muted small")
  }
}
