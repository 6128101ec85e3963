/// Writes SVG elements as text, one per line, with numbers of fixed precision.
struct SVGCanvas {
  /// The elements so far, with colors by name.
  var text = ""

  /// The name and the unescaped value of an attribute.
  typealias Attribute = (name: String, value: String)

  /// Adds an element without content, or with only a tooltip.
  mutating func add(_ name: String, _ attributes: [Attribute], tip: String? = nil) {
    guard let tip else {
      text += "<\(name)\(painted(name, attributes))/>\n"
      return
    }
    text +=
      "<\(name)\(painted(name, attributes))><title>\(XMLText.escaped(tip))</title></\(name)>\n"
  }

  /// Adds a line of text, smaller if it would be longer than `room`.
  mutating func write(
    _ content: String, x: Double, y: Double, anchor: Anchor = .start, style: String = "",
    rotated: Bool = false, room: Double = .infinity
  ) {
    var attributes: [Attribute] = [("x", Self.number(x)), ("y", Self.number(y))]
    if anchor != .start { attributes.append(("text-anchor", anchor.rawValue)) }
    if !style.isEmpty { attributes.append(("class", style)) }
    let usual = TextSize.of(style)
    let natural = Self.width(of: content, size: usual)
    if natural > room {
      let size = max(usual * room / natural, TextSize.least)
      attributes.append(("font-size", Self.number(size)))
    }
    if rotated {
      attributes.append(("transform", "rotate(-90 \(Self.number(x)) \(Self.number(y)))"))
    }
    text += "<text\(painted("text", attributes))>\(XMLText.escaped(content))</text>\n"
  }

  /// Adds a straight line.
  mutating func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>, style: String) {
    add(
      "line",
      [
        ("x1", Self.number(from.x)), ("y1", Self.number(from.y)), ("x2", Self.number(to.x)),
        ("y2", Self.number(to.y)), ("class", style),
      ])
  }

  /// Adds a horizontal line with a short one across each end.
  mutating func whisker(from low: Double, to high: Double, y: Double, style: String) {
    let (low, high, top, bottom) =
      (Self.number(low), Self.number(high), Self.number(y - 4), Self.number(y + 4))
    let across = "M\(low) \(top)V\(bottom)M\(high) \(top)V\(bottom)"
    add("path", [("d", "M\(low) \(Self.number(y))H\(high)\(across)"), ("class", style)])
  }

  /// Adds an element around markup.
  mutating func enclose(_ markup: String, in name: String, _ attributes: [Attribute]) {
    text += "<\(name)\(painted(name, attributes))>\n\(markup)</\(name)>\n"
  }

  /// Which part of a text its position is.
  enum Anchor: String {
    case start
    case middle
    case end
  }

  /// A coordinate with at most two decimals; 0 where it is not finite, so that files stay valid.
  static func number(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return FixedPoint.trimmed(value, decimals: 2)
  }

  /// The attributes of a rectangle.
  static func box(_ corner: SIMD2<Double>, _ size: SIMD2<Double>) -> [Attribute] {
    [
      ("x", number(corner.x)), ("y", number(corner.y)), ("width", number(size.x)),
      ("height", number(size.y)),
    ]
  }

  /// The data of a path through places, closed on request.
  static func path(_ places: some Sequence<SIMD2<Double>>, isClosed: Bool = false) -> String {
    "M" + places.map(point).joined(separator: "L") + (isClosed ? "z" : "")
  }

  /// A point of a path or polygon.
  static func point(_ place: SIMD2<Double>) -> String { "\(number(place.x)) \(number(place.y))" }

  /// The sizes of text.
  enum TextSize {
    /// Titles of figures.
    static let head = 15.0
    /// Titles of axes, names of lines.
    static let body = 13.0
    /// Labels of ticks.
    static let small = 12.0
    /// Numbers in cells.
    static let cell = 10.5
    /// Nothing is smaller than this.
    static let least = 8.0

    /// Returns the size of text with classes.
    static func of(_ style: String) -> Double {
      let size = FigureStyle.attributes(of: "text", classes: style).first { $0.name == "font-size" }
      return size.flatMap { Double($0.value) } ?? body
    }
  }

  /// The approximate width of a text in the units of the drawing, for a wide system font.
  static func width(of text: String, size: Double) -> Double { Double(text.count) * size * 0.57 }

  /// Returns the attributes with those that the classes stand for, unless they are given.
  private func painted(_ element: String, _ attributes: [Attribute]) -> String {
    let classes = attributes.first { $0.name == "class" }?.value ?? ""
    let paint = FigureStyle.attributes(of: element, classes: classes).filter { attribute in
      !attributes.contains { $0.name == attribute.name }
    }
    // The names of colors keep their brackets until the scheme is known.
    return attributes.map { " \($0.name)=\"\(XMLText.escaped($0.value))\"" }.joined()
      + paint.map { " \($0.name)=\"\($0.value)\"" }.joined()
  }
}
