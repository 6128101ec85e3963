// The text is written by the build plugin `StandardModel`. A WebAssembly module holds the bytes
// themselves, and leaves this file out.
extension StandardModelText {
  /// The bytes of the model that is part of the package; nil where its text is damaged.
  static var bytes: [UInt8]? { base64.withUTF8Buffer(bytes(ofBase64:)) }

  /// Returns the bytes that base64 text without line breaks stands for (RFC 4648, section 4), or nil
  /// where it is not such text.
  private static func bytes(ofBase64 text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var (held, bits): (UInt32, Int) = (0, 0)
    for letter in text where letter != UInt8(ascii: "=") {
      guard let value = sixBits(of: letter) else { return nil }
      held = held << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
    }
    return bytes
  }

  private static func sixBits(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
