import Foundation

/// The secret part of an address, and until when it holds.
package struct AccessToken: Hashable, Sendable {
  /// The file that keeps it, in the folder of the data set.
  package static let fileName = ".record-token"

  /// The maximum lifetime of a token, in seconds: ten years.
  package static let longestLifetime = 87_600.0 * 3600

  /// 128 random bits as 32 hexadecimal digits.
  package let text: String
  /// When it expires, in seconds since 1970.
  package let expiry: Double

  /// Returns the token of a folder: the one that it has, or a new one where that has expired.
  ///
  /// The file is readable by its owner alone; one that others can read, or that somebody else owns, is replaced.
  /// A server that is started again has the address that it had, so that pages that are already open keep working.
  ///
  /// - Parameters:
  ///   - folder: The folder of the data set.
  ///   - now: The time, in seconds since 1970.
  ///   - lifetime: How long a new token holds, in seconds.
  /// - Returns: The token.
  /// - Throws: `FileWriteError` where it cannot be kept.
  package static func kept(
    in folder: String, now: Double, lifetime: Double
  ) throws(FileWriteError) -> AccessToken {
    let path = "\(folder)/\(fileName)"
    if let token = AccessToken(file: path), token.expiry > now,
      token.expiry <= now + longestLifetime
    {
      return token
    }
    let token = AccessToken(
      text: (0..<2).map { _ in hexadecimal(UInt64.random(in: .min ... .max)) }.joined(),
      expiry: now + lifetime)
    // What is written then keeps this owner and these permissions.
    unlink(path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileWriteError(path: path, errno: errno) }
    fchmod(descriptor, 0o600)
    close(descriptor)
    try AtomicFile.write(
      "\(token.text) \(token.expiry)\n".utf8, to: path, replacing: true, synchronizing: true)
    return token
  }

  private init(text: String, expiry: Double) {
    (self.text, self.expiry) = (text, expiry)
  }

  private init?(file path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var state = stat()
    guard fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG,
      state.st_uid == geteuid(), state.st_mode & 0o077 == 0,
      let bytes = try? file.bytes(upTo: 256)
    else { return nil }
    let content = String(decoding: bytes, as: UTF8.self)
    let words = content.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, words[0].utf8.count == 32, words[0].allSatisfy(\.isHexDigit),
      let expiry = Double(words[1]), expiry.isFinite
    else { return nil }
    self.init(text: String(words[0]), expiry: expiry)
  }

  /// Returns whether a text is this token, and it has not expired.
  ///
  /// How long this takes does not tell how much of the text is right.
  package func admits(_ other: some StringProtocol, now: Double) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    let difference = zip(other.utf8, text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
    return difference == 0 && now < expiry
  }

  private static func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
