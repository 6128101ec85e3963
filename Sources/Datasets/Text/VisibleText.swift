/// Text from outside as people see it: what would steer a terminal or reorder a line is spelled out.
///
/// Control characters, and those that switch the direction of writing, become `\u{1b}`; everything else
/// stays. A name in a file can neither move the cursor, nor color a line, nor pose as another line.
package enum VisibleText {
  /// Returns the text on one line.
  package static func line(_ text: some StringProtocol) -> String {
    text.unicodeScalars.contains(where: isHidden) ? spelledOut(text, keeping: []) : String(text)
  }

  /// Returns the text with its line feeds as they are.
  package static func lines(_ text: some StringProtocol) -> String {
    text.unicodeScalars.contains { isHidden($0) && $0 != "\n" }
      ? spelledOut(text, keeping: ["\n"]) : String(text)
  }

  /// Returns the character as people see it.
  package static func scalar(_ scalar: Unicode.Scalar) -> String {
    isHidden(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
  }

  private static func spelledOut(
    _ text: some StringProtocol, keeping kept: Set<Unicode.Scalar>
  ) -> String {
    text.unicodeScalars.map { kept.contains($0) ? String($0) : scalar($0) }.joined()
  }

  /// Returns whether a terminal obeys it instead of showing it.
  package static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // Line and paragraph separators, marks, embeddings and isolates of direction.
    case 0x2028...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C: true
    default: false
    }
  }
}
