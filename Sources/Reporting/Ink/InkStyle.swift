import DigitalInk

/// What the colors of ink look like in figures, light and dark.
enum InkStyle {
  /// The rules of figures that hold ink.
  static var rules: String {
    InkShape.Color.allCases.map { color in
      let name = color.rawValue
      return ".figure .fill-\(name){fill:\(value(color))}"
        + ".figure .edge-\(name){stroke:\(value(color))}"
    }.joined(separator: "\n") + "\n"
  }

  /// The classes of a shape.
  static func classes(_ shape: InkShape) -> String {
    let fill = shape.fill.map { "fill-\($0.rawValue)" }
    let stroke = shape.stroke.map { "edge-\($0.rawValue)" }
    return [fill, stroke].compactMap { $0 }.joined(separator: " ")
  }

  private static func value(_ color: InkShape.Color) -> String {
    switch color {
    case .ink: "var(--ink)"
    case .paper: "var(--paper)"
    case .gray: "var(--s0)"
    case .red: "var(--s3)"
    case .blue: "var(--s2)"
    case .orange: "var(--s4)"
    }
  }
}
