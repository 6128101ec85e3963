import Crypto
import Foundation

/// SHA-256 of files and texts, in lower-case hexadecimal.
enum FileHash {
  /// The hash of the file's bytes; streamed, so of any size.
  static func sha256(path: String) throws(ReadProblem) -> String {
    let file = try InputFile(path: path)
    var hash = SHA256()
    while true {
      let chunk = try file.read(upTo: 1024 * 1024)
      guard !chunk.isEmpty else { return hexadecimal(hash.finalize()) }
      hash.update(data: chunk)
    }
  }

  /// The hash of the text's UTF-8.
  static func sha256(of text: String) -> String {
    hexadecimal(SHA256.hash(data: Data(text.utf8)))
  }

  /// Whether the text can be a hash as they are given here: 64 lower-case hexadecimal digits.
  static func isHash(_ text: String) -> Bool {
    let digits = Set("0123456789abcdef".utf8)
    return text.utf8.count == 64 && text.utf8.allSatisfy(digits.contains)
  }

  private static func hexadecimal(_ digest: SHA256.Digest) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
