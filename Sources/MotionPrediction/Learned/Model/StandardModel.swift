extension LearnedModel {
  /// Returns the model that is part of the package; its manifest says what it was trained on.
  ///
  /// - Throws: `ParameterError` where the package's model is damaged.
  public static func standard() throws(ParameterError) -> LearnedModel {
    switch decodedStandard {
    case .success(let model): return model
    case .failure(let error):
      throw ParameterError(field: "model", value: "", problem: "the package's own model \(error)")
    }
  }

  /// The model, decoded at the first use from the text that the build plugin `StandardModel` writes.
  private static let decodedStandard: Result<LearnedModel, LearnedModelError> = {
    guard let bytes = StandardModelText.base64.withUTF8Buffer(bytes(ofBase64:)) else {
      return .failure(.notAModel)
    }
    return Result { () throws(LearnedModelError) in try LearnedModel(bytes: bytes) }
  }()

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
