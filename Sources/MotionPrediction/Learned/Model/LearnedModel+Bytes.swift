/// The model file: bytes in, bytes out.
///
/// All numbers little-endian. `NPMODEL` and a zero byte; version, kind, count of sizes, bytes of the
/// manifest, count of weights (32 bits each); the sizes (32 bits each); the manifest (UTF-8, JSON);
/// the weights (float32: constants, means, reciprocal deviations, table of spread, regressor); the
/// checksum of everything before (64-bit FNV-1a).
extension LearnedModel {
  /// The version of the format that this build writes, and the only one that it reads.
  package static let formatVersion: UInt32 = 2

  private static let magic = Array("NPMODEL\0".utf8)
  private static let headerCount = 8 + 5 * 4
  private static let checksumCount = 8
  /// The limits on the length of a list of sizes, the bytes of a manifest, and the number of weights:
  /// far more than any model of the shapes that are allowed has.
  private static let mostSizes = 16
  private static let mostManifest = 1 << 24
  private static let mostWeights = 1 << 24

  /// Reads a model.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `LearnedModelError` with what is wrong and what to do about it.
  public init(bytes: [UInt8]) throws(LearnedModelError) {
    var reader = ByteReader(bytes: bytes)
    guard bytes.count >= Self.magic.count, bytes.starts(with: Self.magic) else { throw .notAModel }
    guard bytes.count >= Self.headerCount else {
      throw .length(found: bytes.count, expected: Self.headerCount)
    }
    reader.place = Self.magic.count
    let version = reader.number()
    guard version == Self.formatVersion else {
      throw .version(version, known: Self.formatVersion)
    }
    let written = reader.number()
    guard let kind = LearnedModelKind(rawValue: written) else { throw .kind(written) }
    let sizes = try reader.count("sizes", most: Self.mostSizes)
    let manifestBytes = try reader.count("bytes of the manifest", most: Self.mostManifest)
    let weights = try reader.count("weights", most: Self.mostWeights)
    let expected =
      Self.headerCount + 4 * sizes + manifestBytes + 4 * weights + Self.checksumCount
    guard bytes.count == expected else { throw .length(found: bytes.count, expected: expected) }
    guard Self.checksum(bytes.dropLast(Self.checksumCount)) == reader.checksumAtEnd() else {
      throw .checksum
    }
    let shape = try LearnedModelShape(kind, (0..<sizes).map { _ in reader.number() })
    guard let manifest = reader.text(manifestBytes) else { throw .manifest }
    try self.init(shape: shape, manifest: manifest, numbers: reader.floats(weights))
  }

  private init(
    shape: LearnedModelShape, manifest: String, numbers: [Float]
  ) throws(LearnedModelError) {
    let (inputs, constantCount) = (shape.motionCount, LearnedModelConstants.count)
    let expected = constantCount + 2 * inputs + 3 * shape.spreadRows + shape.regressorCount
    guard numbers.count == expected else {
      throw .weightCount(found: numbers.count, expected: expected)
    }
    for (index, number) in numbers.enumerated() where !number.isFinite {
      throw .notFinite(index: index)
    }
    let spreadStart = constantCount + 2 * inputs
    let rows = (0..<shape.spreadRows).map { row in
      let start = spreadStart + 3 * row
      return LearnedSpread.Row(
        horizon: numbers[start], along: numbers[start + 1], across: numbers[start + 2])
    }
    try self.init(
      shape: shape,
      constants: LearnedModelConstants(
        numbers[..<constantCount], shape: shape),
      weights: LearnedModelWeights(
        means: Array(numbers[constantCount..<(constantCount + inputs)]),
        reciprocalDeviations: Array(numbers[(constantCount + inputs)..<spreadStart]),
        spread: rows, regressor: Array(numbers[(spreadStart + 3 * shape.spreadRows)...])),
      manifest: manifest)
  }

  /// The model as a file; reading it gives the same model, and writing that the same bytes.
  public var bytes: [UInt8] {
    let (sizes, text) = (shape.numbers, Array(manifest.utf8))
    let numbers = constants.numbers + weights.flat
    var bytes = Self.magic
    let header = [
      Self.formatVersion, kind.rawValue, UInt32(sizes.count), UInt32(text.count),
      UInt32(numbers.count),
    ]
    for number in header + sizes { bytes.append(number) }
    bytes += text
    for number in numbers { bytes.append(number.bitPattern) }
    let checksum = Self.checksum(bytes[...])
    bytes.append(UInt32(truncatingIfNeeded: checksum))
    bytes.append(UInt32(truncatingIfNeeded: checksum >> 32))
    return bytes
  }

  /// 64-bit FNV-1a: it tells damage, not forgery.
  ///
  /// Source: Fowler, Noll, Vo, RFC 9923.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return hash
  }
}

extension [UInt8] {
  /// Appends a number, little-endian.
  fileprivate mutating func append(_ number: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] {
      append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}

/// Reads little-endian numbers one after another; what is read must be there.
private struct ByteReader {
  let bytes: [UInt8]
  var place = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func number() -> UInt32 {
    defer { place += 4 }
    return number(at: place)
  }

  private func number(at place: Int) -> UInt32 {
    var result: UInt32 = 0
    for offset in 0..<4 { result |= UInt32(bytes[place + offset]) << UInt32(8 * offset) }
    return result
  }

  mutating func count(_ name: String, most: Int) throws(LearnedModelError) -> Int {
    let value = Int(number())
    guard value <= most else { throw .size(name, value: value, least: 0, most: most) }
    return value
  }

  func checksumAtEnd() -> UInt64 {
    let start = bytes.count - 8
    return UInt64(number(at: start)) | UInt64(number(at: start + 4)) << 32
  }

  mutating func text(_ count: Int) -> String? {
    defer { place += count }
    return String(validating: bytes[place..<(place + count)], as: UTF8.self)
  }

  mutating func floats(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float(bitPattern: number()) }
  }
}
