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

  /// Returns the style of a figure in a file of its own, with its additional rules.
  static func standalone(_ background: FigureBackground, rules own: String) -> String {
    switch background {
    case .automatic:
      return
        "svg{\(variables(\.light))}\n@media(prefers-color-scheme:dark){svg{\(variables(\.dark))}}\n"
        + rules + own
    case .light: return resolved(rules + own, \.light)
    case .dark: return resolved(rules + own, \.dark)
    }
  }

  /// Returns the custom properties of one scheme.
  static func variables(_ scheme: KeyPath<Pair, String>) -> String {
    properties.map { "--\($0.name):\($0.pair[keyPath: scheme])" }.joined(separator: ";")
  }

  private static var properties: [(name: String, pair: Pair)] {
    [("paper", paper), ("ink", ink), ("muted", muted), ("grid", grid)]
      + series.enumerated().map { ("s\($0.offset)", $0.element) }
  }

  /// Returns rules with colors in place of custom properties, which some renderers do not know.
  private static func resolved(_ rules: String, _ scheme: KeyPath<Pair, String>) -> String {
    properties.reduce(rules) { text, property in
      text.replacing("var(--\(property.name))", with: property.pair[keyPath: scheme])
    }
  }

  /// The style rules of figures, in terms of the custom properties.
  static var rules: String {
    let lines = series.indices.map {
      ".figure .s\($0){stroke:var(--s\($0))}.figure .f\($0){fill:var(--s\($0))}"
    }
    return """
      .figure{font-family:\(fonts);font-size:\(SVGCanvas.TextSize.body)px;font-variant-numeric:tabular-nums}
      .figure text{fill:var(--ink)}
      .figure .paper{fill:var(--paper)}
      .figure .head{font-size:15px;font-weight:600}
      .figure .muted{fill:var(--muted)}
      .figure .small{font-size:\(SVGCanvas.TextSize.small)px}
      .figure .cell{font-size:\(SVGCanvas.TextSize.cell)px}
      .figure .grid{stroke:var(--grid);stroke-width:1}
      .figure .axis{stroke:var(--muted);stroke-width:1}
      .figure .lead{stroke:var(--muted);stroke-width:.6}
      .figure .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
      .figure .mark{stroke:var(--paper);stroke-width:1}
      .figure .bar{stroke:none}
      .figure .band{stroke:none;opacity:.15}
      .figure .whisker{fill:none;stroke-width:2}
      .figure .faint{fill:var(--muted);opacity:.55;stroke:var(--paper);stroke-width:.8}
      .figure .hollow{fill:var(--paper);stroke:var(--muted);stroke-width:1}
      .figure .zero{stroke:var(--ink);stroke-width:1}
      .figure .front{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-dasharray:1 3;stroke-linecap:round}
      .figure .onlight{fill:#000}.figure .ondark{fill:#fff}
      .figure .best{fill:none;stroke:var(--paper);stroke-width:3.4}
      .figure .bestink{fill:none;stroke:var(--ink);stroke-width:1.6}
      .figure .halo{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
      \(lines.joined(separator: "\n"))

      """
  }
}
