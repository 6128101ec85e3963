/// Pieces of HTML and of the prose in it.
enum HTMLFragment {
  /// A paragraph of markup.
  static func paragraph(_ markup: String, style: String = "") -> String {
    let attribute = style.isEmpty ? "" : " class=\"\(style)\""
    return "<p\(attribute)>\(markup)</p>\n"
  }

  /// A spelling or command.
  static func code(_ text: String) -> String { "<code>\(XMLText.escaped(text))</code>" }

  /// A sentence with its period.
  static func sentence(_ text: String) -> String { text.hasSuffix(".") ? text : text + "." }

  /// Items as prose: "a, b and c".
  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Figures side by side above one caption, which is markup.
  static func figure(_ figures: [Figure], caption: String, style: String = "") -> String {
    guard !figures.isEmpty else { return "" }
    return """
      <figure\(style.isEmpty ? "" : " class=\"\(style)\"")>
      <div class="panels">
      \(figures.map(\.element).joined())</div>
      <figcaption>\(caption)</figcaption>
      </figure>

      """
  }

  /// Content that opens on request.
  static func details(_ summary: String, _ content: String) -> String {
    "<details><summary>\(XMLText.escaped(summary))</summary>\n\(content)</details>\n"
  }

  /// A bulleted list of markup.
  static func bullets(_ items: [String]) -> String {
    "<ul>\n\(items.map { "<li>\($0)</li>\n" }.joined())</ul>\n"
  }

  /// A count with its noun, such as "1,204 strokes"; the plural adds an "s" by default.
  static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(number))\u{A0}\(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// A whole number with thin spaces between thousands.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var result = number < 0 ? "-" : ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0, digits.count > 4 { result += "\u{202F}" }
      result.append(digit)
    }
    return result
  }
}
