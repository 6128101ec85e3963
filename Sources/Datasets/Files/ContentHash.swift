import Foundation

#if canImport(CryptoKit)
  import CryptoKit
#else
  import CLibcrypto
#endif

/// A SHA-256 of bytes that come one after another, as lower-case hexadecimal.
package struct ContentHash {
  #if canImport(CryptoKit)
    private var hash = SHA256()
  #else
    private var digest = Digest()
  #endif

  /// Creates the hash of nothing.
  package init() {}

  /// Adds the bytes that come next.
  package mutating func update(_ bytes: some DataProtocol) {
    #if !canImport(CryptoKit)
      if !isKnownUniquelyReferenced(&digest) { digest = Digest(copying: digest) }
    #endif
    for region in bytes.regions {
      region.withUnsafeBytes { region in
        #if canImport(CryptoKit)
          hash.update(bufferPointer: region)
        #else
          digest.update(region)
        #endif
      }
    }
  }

  /// The hash of all bytes so far.
  package var text: String {
    #if canImport(CryptoKit)
      Self.hexadecimal(hash.finalize())
    #else
      Self.hexadecimal(digest.value)
    #endif
  }

  /// Returns the hash of these bytes.
  package static func text(of bytes: some DataProtocol) -> String {
    var hash = ContentHash()
    hash.update(bytes)
    return hash.text
  }

  /// Returns the hash of the text's UTF-8.
  package static func text(of text: String) -> String { Self.text(of: Data(text.utf8)) }

  /// Returns the hash of a file of any size.
  static func text(ofFile path: String) throws(ReadProblem) -> String {
    let file = try InputFile(path: path)
    var hash = ContentHash()
    while true {
      let chunk = try file.read(upTo: 64 * 1024)
      guard !chunk.isEmpty else { return hash.text }
      hash.update(chunk)
    }
  }

  /// Returns whether the text is a hash as given here: 64 lower-case hexadecimal digits.
  static func isHash(_ text: String) -> Bool {
    let digits = Set("0123456789abcdef".utf8)
    return text.utf8.count == 64 && text.utf8.allSatisfy(digits.contains)
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}

#if !canImport(CryptoKit)
  /// A SHA-256 of OpenSSL's libcrypto, which Foundation's networking loads anyway.
  private final class Digest {
    private let context = EVP_MD_CTX_new()

    init() { Self.check(EVP_DigestInit_ex(context, EVP_sha256(), nil)) }

    init(copying other: Digest) { Self.check(EVP_MD_CTX_copy_ex(context, other.context)) }

    deinit { EVP_MD_CTX_free(context) }

    func update(_ bytes: UnsafeRawBufferPointer) {
      Self.check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
    }

    /// The hash so far; more can be added after it was read.
    var value: [UInt8] {
      var value = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
      var count: UInt32 = 0
      let copy = Digest(copying: self)
      // Without this the copy may be freed before the call that uses its context.
      withExtendedLifetime(copy) {
        Self.check(EVP_DigestFinal_ex(copy.context, &value, &count))
      }
      return Array(value.prefix(Int(count)))
    }

    /// Stops where OpenSSL fails, which it does only without memory or without SHA-256: a wrong hash
    /// would be worse than none.
    private static func check(_ result: Int32) {
      precondition(result == 1, "OpenSSL's libcrypto cannot compute a SHA-256")
    }
  }
#endif
