import DigitalInk

/// What the colours of ink look like in figures, light and dark.
enum InkStyle {
  /// The rules of figures that hold ink.
  static var rules: String {
    InkShape.Colour.allCases.map { colour in
      let name = colour.rawValue
      return ".figure .fill-\(name){fill:\(value(colour))}"
        + ".figure .edge-\(name){stroke:\(value(colour))}"
    }.joined(separator: "\n") + "\n"
  }

  /// The classes of a shape.
  static func classes(_ shape: InkShape) -> String {
    let fill = shape.fill.map { "fill-\($0.rawValue)" }
    let stroke = shape.stroke.map { "edge-\($0.rawValue)" }
    return [fill, stroke].compactMap { $0 }.joined(separator: " ")
  }

  private static func value(_ colour: InkShape.Colour) -> String {
    switch colour {
    case .ink: "var(--ink)"
    case .paper: "var(--paper)"
    case .grey: "var(--s0)"
    case .red: "var(--s3)"
    case .blue: "var(--s2)"
    case .orange: "var(--s4)"
    }
  }
}
