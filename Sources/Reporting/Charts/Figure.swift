import Datasets

/// A figure as SVG, for a page or a file of its own.
public struct Figure: Hashable, Sendable {
  /// The file name without extension; also the identifier in a page.
  public let name: String
  /// What it shows, for screen readers and window titles.
  public let title: String
  /// A description for screen readers, in a sentence or two.
  public let summary: String

  let width: Double
  let height: Double
  /// The drawing, with colors by name; `FigureStyle` has their values.
  let body: String

  /// The figure as an SVG file in light and dark.
  package var file: String { file() }

  /// Returns the figure as an SVG file.
  ///
  /// Every element states its colors, so that all renderers show the same.
  ///
  /// - Parameter background: The color scheme; an automatic one is light for renderers that do not
  ///   know media queries.
  /// - Returns: The text of the file.
  public func file(on background: FigureBackground = .automatic) -> String {
    let size = SVGCanvas.box([0, 0], self.size)
    var canvas = SVGCanvas()
    if background == .automatic { canvas.text += "<style>\(FigureStyle.darkRules)</style>\n" }
    canvas.add("rect", size.dropFirst(2) + [("class", "paper")])
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + svg(
        Array(size.dropFirst(2)), canvas.text + body,
        background == .dark ? \.dark : \.light)
  }

  /// The figure as an element of a page that holds the style.
  var element: String { svg([], body, \.light) }

  /// Whole pixels, since browsers would stretch a fraction of one over the picture.
  private var size: SIMD2<Double> { [width.rounded(.up), height.rounded(.up)] }

  private func svg(
    _ dimensions: [SVGCanvas.Attribute], _ content: String,
    _ scheme: KeyPath<FigureStyle.Pair, String>
  ) -> String {
    let attributes =
      [
        ("xmlns", "http://www.w3.org/2000/svg"),
        ("viewBox", "0 0 \(SVGCanvas.point(size))"),
      ] + dimensions + [
        ("class", "figure"), ("role", "img"), ("aria-labelledby", "\(name)-title \(name)-desc"),
      ] + FigureStyle.root
    var canvas = SVGCanvas()
    canvas.enclose(
      """
      <title id="\(name)-title">\(XMLText.escaped(title))</title>
      <desc id="\(name)-desc">\(XMLText.escaped(summary))</desc>
      \(content)
      """, in: "svg", attributes)
    return FigureStyle.painted(canvas.text, scheme)
  }
}

extension Figure {
  /// The same drawing under another name.
  func renamed(_ name: String) -> Figure {
    Figure(
      name: name, title: title, summary: summary, width: width, height: height, body: body)
  }

  /// Returns several drawings stacked vertically as one.
  static func stacked(
    _ figures: [Figure], name: String, title: String, summary: String
  ) -> Figure {
    var canvas = SVGCanvas()
    var top = 30.0
    canvas.write(title, x: 2, y: 16, style: "head")
    for figure in figures {
      canvas.enclose(
        figure.body, in: "svg",
        SVGCanvas.box([0, top], [figure.width, figure.height]))
      top += figure.height + 10
    }
    return Figure(
      name: name, title: title, summary: summary, width: figures.map(\.width).max() ?? 480,
      height: top, body: canvas.text)
  }
}

/// The background of a figure in a file of its own.
public enum FigureBackground: String, Hashable, Sendable, CaseIterable {
  /// Light or dark, following the reader's system.
  case automatic = "auto"
  /// White.
  case light
  /// Nearly black.
  case dark
}

/// Text as part of a file name or an identifier in a page.
package enum Slug {
  /// The maximum length: two slugs, a few words and an extension fit into the 255 bytes of a file name.
  private static let longest = 80
  private static let hashLength = 8

  /// The text in lower case, with hyphens in place of everything but ASCII letters and digits.
  ///
  /// A long one is cut, and ends with the start of the SHA-256 of the text.
  package static func of(_ text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let slug = words.joined(separator: "-")
    guard slug.utf8.count > longest else { return words.isEmpty ? "unnamed" : slug }
    let start = slug.prefix(longest - hashLength - 1)
    return "\(start)-\(ContentHash.text(of: text).prefix(hashLength))"
  }

  /// One slug per text, all different: repeated ones get a number.
  package static func distinct(_ texts: [String]) -> [String] {
    var taken: Set<String> = []
    return texts.map { text in
      let plain = of(text)
      var candidate = plain
      var number = 2
      while !taken.insert(candidate).inserted {
        candidate = "\(plain)-\(number)"
        number += 1
      }
      return candidate
    }
  }
}
