/// Text from outside in a message: at most 60 characters on one line, control characters escaped,
/// so that a binary file cannot disturb a terminal.
struct ShownText: CustomStringConvertible {
  private static let limit = 60

  let description: String

  init(_ text: some StringProtocol) {
    let shown = text.unicodeScalars.prefix(Self.limit).map { scalar in
      let isControl = scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
      return isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    let isCut = text.unicodeScalars.dropFirst(Self.limit).first != nil
    description = shown.joined() + (isCut ? "…" : "")
  }
}
