extension LearnedModel {
  /// The model that is part of the package; what it was trained on stands in its manifest.
  ///
  /// - Throws: `ParameterError` where the text in the source is damaged.
  public static func standard() throws(ParameterError) -> LearnedModel {
    switch decodedStandard {
    case .success(let model): return model
    case .failure(let error):
      throw ParameterError(field: "model", value: "", problem: "the package's own model \(error)")
    }
  }

  /// Decoded once, at the first use.
  private static let decodedStandard: Result<LearnedModel, LearnedModelError> = {
    guard let bytes = Base64.bytes(of: StandardModelText.base64) else {
      return .failure(.notAModel)
    }
    return Result { () throws(LearnedModelError) in try LearnedModel(bytes: bytes) }
  }()
}

/// Text that stands for bytes, four letters for three of them.
///
/// Source: RFC 4648, section 4.
enum Base64 {
  /// The bytes of a text; nil where it is not base64.
  ///
  /// Line feeds are passed over.
  static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (held, bits): (UInt32, Int) = (0, 0)
    for letter in text.utf8 where letter != UInt8(ascii: "\n") && letter != UInt8(ascii: "=") {
      guard let value = value(of: letter) else { return nil }
      held = held << 6 | value
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
    }
    return bytes
  }

  private static func value(of letter: UInt8) -> UInt32? {
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
