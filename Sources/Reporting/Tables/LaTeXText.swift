import Datasets

/// Text as LaTeX takes it.
enum LaTeXText {
  /// The text with the characters that LaTeX reads as commands spelled out.
  ///
  /// The ten special characters of LaTeX, spaces that do not break, thin spaces and dashes; other
  /// characters stand as they are, as engines since 2018 take UTF-8.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\\": "\\textbackslash{}"
      case "~": "\\textasciitilde{}"
      case "^": "\\textasciicircum{}"
      case "&", "%", "$", "#", "_", "{", "}": "\\\(scalar)"
      case "<": "\\textless{}"
      case ">": "\\textgreater{}"
      case "|": "\\textbar{}"
      case "\"": "\\textquotedbl{}"
      case "\u{A0}": "~"
      case "\u{202F}": "\\,"
      case "–": "--"
      case "−": "$-$"
      case "·": "$\\cdot$"
      case "°": "\\textdegree{}"
      case "\n", "\r", "\t": " "
      case _ where VisibleText.isHidden(scalar): "\u{FFFD}"
      default: String(scalar)
      }
    }.joined()
  }

  /// A number or an interval with its minus signs as such.
  static func number(_ text: String) -> String {
    escaped(text).replacing("-", with: "$-$")
  }

  /// A spelling in a typewriter face, which may break after a comma.
  static func code(_ text: String) -> String {
    "\\texttt{\(escaped(text).replacing(",", with: ",\\allowbreak{}"))}"
  }
}
