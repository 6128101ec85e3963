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
  let body: String
  /// Style rules of this figure beyond those of all figures.
  var rules = ""

  /// The figure as an SVG file in light and dark.
  package var file: String { file() }

  /// Returns the figure as an SVG file.
  ///
  /// - Parameter background: The color scheme; a fixed one also suits renderers that do not know media
  ///   queries.
  /// - Returns: The text of the file.
  public func file(on background: FigureBackground = .automatic) -> String {
    let style = FigureStyle.standalone(background, rules: rules)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg(style: style)
  }

  /// The figure as an element of a page that holds the style.
  var element: String { svg(style: nil) }

  private func svg(style: String?) -> String {
    let size = "\(SVGCanvas.number(width)) \(SVGCanvas.number(height))"
    let dimensions =
      style == nil
      ? "" : " width=\"\(SVGCanvas.number(width))\" height=\"\(SVGCanvas.number(height))\""
    let paper =
      style == nil ? "" : "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    let sheet = style ?? rules
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)"\(dimensions) class="figure" \
      role="img" aria-labelledby="\(name)-title \(name)-desc">
      <title id="\(name)-title">\(XMLText.escaped(title))</title>
      <desc id="\(name)-desc">\(XMLText.escaped(summary))</desc>
      \(sheet.isEmpty ? "" : "<style>\(sheet)</style>\n")\(paper)\(body)</svg>

      """
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
  /// The text in lower case, with hyphens in place of everything but ASCII letters and digits.
  package static func of(_ text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "unnamed" : words.joined(separator: "-")
  }

  /// One slug per text, all different: repeated ones get a number.
  static func distinct(_ texts: [String]) -> [String] {
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
