import Datasets
import Reporting

/// Text from outside in a message: at most 60 characters on one line unless told otherwise, control
/// characters escaped, so that a binary file cannot disturb a terminal.
struct ShownText: CustomStringConvertible {
  let description: String

  init(_ text: some StringProtocol, limit: Int = 60) {
    let shown = text.unicodeScalars.prefix(limit).map(VisibleText.scalar)
    let isCut = text.unicodeScalars.dropFirst(limit).first != nil
    description = shown.joined() + (isCut ? "…" : "")
  }
}
