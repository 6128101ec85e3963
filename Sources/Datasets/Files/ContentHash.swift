import Crypto
import Foundation

/// A SHA-256 of bytes that come one after another, as lower-case hexadecimal.
public struct ContentHash: Sendable {
  private var hash = SHA256()

  /// Makes the hash of nothing.
  public init() {}

  /// The hash of these bytes.
  public static func text(of bytes: some DataProtocol) -> String {
    var hash = ContentHash()
    hash.update(bytes)
    return hash.text
  }

  /// Takes in the bytes that come next.
  public mutating func update(_ bytes: some DataProtocol) { hash.update(data: bytes) }

  /// The hash of all bytes so far.
  public var text: String {
    hash.finalize().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }.joined()
  }
}
