/// Writes SVG elements as text, one a line, with numbers of fixed precision.
struct SVGCanvas {
  private(set) var text = ""

  /// An attribute: its name and its value, not yet escaped.
  typealias Attribute = (name: String, value: String)

  /// An element without content, or with a tooltip only.
  mutating func add(_ name: String, _ attributes: [Attribute], tip: String? = nil) {
    guard let tip else {
      text += "<\(name)\(joined(attributes))/>\n"
      return
    }
    text += "<\(name)\(joined(attributes))><title>\(XMLText.escaped(tip))</title></\(name)>\n"
  }

  /// A line of text; it becomes smaller where it would be longer than `room`.
  mutating func write(
    _ content: String, x: Double, y: Double, anchor: Anchor = .start, style: String = "",
    rotated: Bool = false, room: Double = .infinity
  ) {
    var attributes: [Attribute] = [("x", Self.number(x)), ("y", Self.number(y))]
    if anchor != .start { attributes.append(("text-anchor", anchor.rawValue)) }
    if !style.isEmpty { attributes.append(("class", style)) }
    let natural = Self.width(of: content, size: TextSize.body)
    if natural > room {
      let size = max(TextSize.body * room / natural, TextSize.least)
      attributes.append(("font-size", Self.number(size)))
    }
    if rotated {
      attributes.append(("transform", "rotate(-90 \(Self.number(x)) \(Self.number(y)))"))
    }
    text += "<text\(joined(attributes))>\(XMLText.escaped(content))</text>\n"
  }

  /// A straight line.
  mutating func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>, style: String) {
    add(
      "line",
      [
        ("x1", Self.number(from.x)), ("y1", Self.number(from.y)), ("x2", Self.number(to.x)),
        ("y2", Self.number(to.y)), ("class", style),
      ])
  }

  /// A horizontal line with a short one across each of its ends.
  mutating func whisker(from low: Double, to high: Double, y: Double, style: String) {
    let (low, high, top, bottom) =
      (Self.number(low), Self.number(high), Self.number(y - 4), Self.number(y + 4))
    let across = "M\(low) \(top)V\(bottom)M\(high) \(top)V\(bottom)"
    add("path", [("d", "M\(low) \(Self.number(y))H\(high)\(across)"), ("class", style)])
  }

  /// Elements inside another one.
  mutating func enclose(_ content: SVGCanvas, in name: String, _ attributes: [Attribute]) {
    enclose(content.text, in: name, attributes)
  }

  /// Markup inside an element.
  mutating func enclose(_ markup: String, in name: String, _ attributes: [Attribute]) {
    text += "<\(name)\(joined(attributes))>\n\(markup)</\(name)>\n"
  }

  /// Where a text is held.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// A coordinate with two decimals at most; 0 where it is not finite, so that files stay valid.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    let text = FixedPoint.text(value, decimals: 2)
    guard text.contains(".") else { return text }
    let trimmed = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(trimmed.reversed())
  }

  /// A point of a path or polygon.
  static func point(_ place: SIMD2<Double>) -> String { "\(number(place.x)) \(number(place.y))" }

  /// The sizes of text, as the style sheet has them.
  enum TextSize {
    /// Titles of axes, names of lines.
    static let body = 13.0
    /// Labels of ticks.
    static let small = 12.0
    /// Numbers in cells.
    static let cell = 10.5
    /// Nothing is smaller than this.
    static let least = 8.0
  }

  /// How wide a text is about, in the units of the drawing.
  ///
  /// System fonts differ; the estimate is that of a wide one, so that texts do not collide.
  static func width(of text: String, size: Double) -> Double { Double(text.count) * size * 0.57 }

  private func joined(_ attributes: [Attribute]) -> String {
    attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
  }
}
