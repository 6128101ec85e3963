import Foundation

/// SHA-256 of files and texts, in lower-case hexadecimal.
enum FileHash {
  /// The hash of the file's bytes; streamed, so of any size.
  static func sha256(path: String) throws(ReadProblem) -> String {
    let file = try InputFile(path: path)
    var hash = ContentHash()
    while true {
      let chunk = try file.read(upTo: 1024 * 1024)
      guard !chunk.isEmpty else { return hash.text }
      hash.update(chunk)
    }
  }

  /// The hash of the text's UTF-8.
  static func sha256(of text: String) -> String {
    ContentHash.text(of: Data(text.utf8))
  }

  /// Whether the text can be a hash as they are given here: 64 lower-case hexadecimal digits.
  static func isHash(_ text: String) -> Bool {
    let digits = Set("0123456789abcdef".utf8)
    return text.utf8.count == 64 && text.utf8.allSatisfy(digits.contains)
  }
}
