import Datasets

/// Text for LaTeX.
enum LaTeXText {
  /// Returns the text with LaTeX's special characters escaped.
  ///
  /// Nonbreaking spaces, thin spaces and dashes are replaced too; other characters stay, since
  /// LaTeX reads UTF-8 since 2018.
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

  /// Returns a number or an interval with proper minus signs and powers of ten.
  static func number(_ text: String) -> String {
    escaped(text).replacing(/e([-+])0*([0-9]+)/) { match in
      "$\\cdot10^{\(match.1 == "-" ? "\u{2212}" : "")\(match.2)}$"
    }.replacing("-", with: "$-$").replacing("\u{2212}", with: "-")
  }

  /// Returns a spelling in a typewriter font that may break after a comma.
  static func code(_ text: String) -> String {
    "\\texttt{\(escaped(text).replacing(",", with: ",\\allowbreak{}"))}"
  }
}
