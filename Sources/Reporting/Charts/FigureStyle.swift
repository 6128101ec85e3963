import DigitalInk

/// Colors and fonts of all figures, in light and dark.
enum FigureStyle {
  /// A color in the light and in the dark scheme.
  struct Pair: Hashable, Sendable {
    let light: String
    let dark: String
  }

  /// The background.
  static let paper = Pair(light: "#ffffff", dark: "#14171c")
  /// Text and axes.
  static let ink = Pair(light: "#1b1f24", dark: "#e4e7eb")
  /// Secondary text.
  static let muted = Pair(light: "#5b6470", dark: "#9aa4b0")
  /// Grid lines.
  static let grid = Pair(light: "#e3e6ea", dark: "#2b3038")

  /// The colors of lines: two neutrals for the baselines, then six hues.
  ///
  /// Found by a search in OKLCH that maximizes the smallest distance between any two, in both
  /// schemes, for normal vision and simulated protanopia, deuteranopia and tritanopia, each with a
  /// contrast of at least 3:1 against the background. Lines also differ by dash and marker.
  static let series: [Pair] = [
    Pair(light: "#7a7a7a", dark: "#989898"),
    Pair(light: "#222222", dark: "#e8e8e8"),
    Pair(light: "#2582b2", dark: "#54a9da"),
    Pair(light: "#c43247", dark: "#fc9ea1"),
    Pair(light: "#b6762e", dark: "#b7721d"),
    Pair(light: "#4b49ba", dark: "#747bc7"),
    Pair(light: "#384700", dark: "#b3d457"),
    Pair(light: "#641b68", dark: "#f8b7fa"),
  ]

  /// The system's sans-serif fonts.
  static let fonts =
    "system-ui,-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",\"Noto Sans\",sans-serif"

  /// The colors by their names, which are also those of the custom properties.
  private static let colors: [(name: String, pair: Pair)] =
    [("paper", paper), ("ink", ink), ("muted", muted), ("grid", grid)]
    + series.enumerated().map { ("s\($0.offset)", $0.element) }

  /// Returns the custom properties of one scheme.
  static func variables(_ scheme: KeyPath<Pair, String>) -> String {
    colors.map { "--\($0.name):\($0.pair[keyPath: scheme])" }.joined(separator: ";")
  }

  /// The looks of the classes of elements, as style sheets write them, but for two things: Lengths
  /// have no unit, and the name of a color stands in angle brackets.
  ///
  /// Escaped text has no such brackets, so a drawing can hold these names until its colors are known.
  private static let looks: [(selector: String, look: String)] = [
    ("paper", "fill:<paper>"),
    ("head", "font-size:\(SVGCanvas.TextSize.head);font-weight:600"),
    ("muted", "fill:<muted>"),
    ("small", "font-size:\(SVGCanvas.TextSize.small)"),
    ("cell", "font-size:\(SVGCanvas.TextSize.cell);font-weight:600"),
    ("grid", "stroke:<grid>;stroke-width:1;\(crisp)"),
    ("axis", "stroke:<muted>;stroke-width:1;\(crisp)"),
    ("lead", "stroke:<muted>;stroke-width:.6"),
    ("line", "fill:none;stroke-width:2;\(round)"),
    ("mark", "stroke:<paper>;stroke-width:1"),
    ("bar", "stroke:none;\(crisp)"),
    ("band", "stroke:none;opacity:.15"),
    ("whisker", "fill:none;stroke-width:2;\(crisp)"),
    ("faint", "fill:<muted>;opacity:.55;stroke:<paper>;stroke-width:.8"),
    ("hollow", "fill:<paper>;stroke:<muted>;stroke-width:1"),
    ("zero", "stroke:<ink>;stroke-width:1;\(crisp)"),
    (
      "front",
      "fill:none;stroke:<ink>;stroke-width:1.4;stroke-dasharray:1 3;stroke-linecap:round"
    ),
    ("onlight", "fill:#000000"), ("ondark", "fill:#ffffff"),
    ("best", "fill:none;stroke:<paper>;stroke-width:3.4"),
    ("bestink", "fill:none;stroke:<ink>;stroke-width:1.6"),
    ("halo", "fill:<paper>;stroke:<paper>;stroke-width:3;\(round)"),
  ]

  /// Straight edges without blended pixels, which renderers would blend differently.
  private static let crisp = "shape-rendering:crispEdges"
  private static let round = "stroke-linejoin:round;stroke-linecap:round"

  private static let seriesLooks = series.indices.flatMap {
    [(selector: "s\($0)", look: "stroke:<s\($0)>"), (selector: "f\($0)", look: "fill:<s\($0)>")]
  }

  private static let inkLooks = InkShape.Color.allCases.flatMap { color in
    [
      (selector: "fill-\(color.rawValue)", look: "fill:<\(color.figureColor)>"),
      (selector: "edge-\(color.rawValue)", look: "stroke:<\(color.figureColor)>"),
    ]
  }

  /// The attributes of all classes; later ones override earlier ones.
  private static let classes: [(selector: String, attributes: [SVGCanvas.Attribute])] =
    (looks + seriesLooks + inkLooks).map { rule in
      let attributes = rule.look.split(separator: ";").map { declaration in
        let parts = declaration.split(separator: ":")
        return (name: String(parts[0]), value: String(parts[1]))
      }
      return (rule.selector, attributes)
    }

  /// The attributes of text without a class.
  private static let text: [SVGCanvas.Attribute] = [("fill", "<ink>")]

  /// The attributes of the outermost element, which all others inherit.
  static let root: [SVGCanvas.Attribute] = [
    ("font-family", fonts), ("font-size", "\(SVGCanvas.TextSize.body)"),
  ]

  /// The index of each class in `classes`.
  private static let indices = Dictionary(
    uniqueKeysWithValues: classes.enumerated().map { ($0.element.selector, $0.offset) })

  /// Returns the attributes of an element with classes, with colors by name.
  static func attributes(of element: String, classes names: String) -> [SVGCanvas.Attribute] {
    let found = names.split(separator: " ").compactMap { indices[String($0)] }.sorted()
    var result = element == "text" ? text : []
    for attributes in found.map({ classes[$0].attributes }) {
      result.removeAll { old in attributes.contains { $0.name == old.name } }
      result += attributes
    }
    return result
  }

  /// Returns a drawing with the colors of one scheme in place of their names.
  static func painted(_ drawing: String, _ scheme: KeyPath<Pair, String>) -> String {
    let values = Dictionary(
      uniqueKeysWithValues: colors.map { ($0.name, $0.pair[keyPath: scheme]) })
    let pieces = drawing.utf8.split(
      separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    var result = pieces.first.map { String(Substring($0)) } ?? ""
    // No element has the name of a color, so this cannot be the beginning of one.
    for piece in pieces.dropFirst() {
      let name = piece.prefix { $0 != UInt8(ascii: ">") }
      if let value = values[String(Substring(name))] {
        result += value + String(Substring(piece.dropFirst(name.count + 1)))
      } else {
        result += "<" + String(Substring(piece))
      }
    }
    return result
  }

  /// The rules of a page with figures, in terms of the custom properties.
  ///
  /// They also apply to what scripts draw.
  static var rules: String {
    ".figure{font-family:\(fonts);font-size:\(SVGCanvas.TextSize.body)px;"
      + "font-variant-numeric:tabular-nums}\n" + sheet { _ in true }
  }

  /// The rules of a file that follows its reader into the dark; the attributes are for light.
  ///
  /// Renderers that know no media queries skip them.
  static var darkRules: String {
    "@media(prefers-color-scheme:dark){svg{\(variables(\.dark))}\n"
      + sheet { $0.value.hasPrefix("<") } + "}\n"
  }

  /// Returns the rules of all classes, of the attributes that are wanted.
  private static func sheet(_ isWanted: (SVGCanvas.Attribute) -> Bool) -> String {
    ([("text", text)] + classes.map { (".\($0.selector)", $0.attributes) }).map { rule in
      let wanted = rule.1.filter(isWanted)
      guard !wanted.isEmpty else { return "" }
      let declarations = wanted.map { "\($0.name):\(declared($0))" }.joined(separator: ";")
      return ".figure \(rule.0){\(declarations)}\n"
    }.joined()
  }

  /// Returns the value of an attribute as style sheets write it.
  private static func declared(_ attribute: SVGCanvas.Attribute) -> String {
    let value = attribute.value
    if value.hasPrefix("<") { return "var(--\(value.dropFirst().dropLast()))" }
    return attribute.name == "font-size" ? "\(value)px" : value
  }
}

extension InkShape.Color {
  /// The name of the figures' color.
  fileprivate var figureColor: String {
    switch self {
    case .ink: "ink"
    case .paper: "paper"
    case .gray: "s0"
    case .red: "s3"
    case .blue: "s2"
    case .orange: "s4"
    }
  }
}
