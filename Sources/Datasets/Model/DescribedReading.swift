import TouchInput

extension DatasetDescription {
  /// The settings of reading that hold for the whole dataset.
  var readingOptions: ReadingOptions {
    ReadingOptions(timeUnit: timeUnit, columns: columns, returningStrokes: returningStrokes)
  }

  /// Returns the settings with which a file is read.
  func readingOptions(of file: File) -> ReadingOptions {
    ReadingOptions(timeUnit: file.timeUnit, columns: file.columns).filled(from: readingOptions)
  }

  /// Replaces the settings by those that are given from outside, also those of single files.
  mutating func override(_ options: ReadingOptions) {
    for index in files.indices {
      if options.columns != nil { files[index].columns = nil }
      if options.timeUnit != nil || options.columns?.timeUnit != nil {
        files[index].timeUnit = nil
        files[index].columns?.timeUnit = nil
      }
    }
    let options = options.filled(from: readingOptions)
    (timeUnit, columns) = (options.timeUnit, options.columns)
    returningStrokes = options.returningStrokes
  }

  /// Removes what was needed to read the files: they are written in seconds, with the usual columns, in
  /// one unit for both axes, and each stroke as a whole.
  mutating func becomePlain() {
    (timeUnit, columns, returningStrokes) = (nil, nil, nil)
    if axisScales != nil { (axisScales, unit, pixelsPerMillimetre) = (nil, .millimeter, nil) }
  }
}

extension ColumnMapping: Codable {
  /// Decodes a mapping from its text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self = try ColumnMapping(container.decode(String.self)) } catch let fault as Fault {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: fault.description)
    }
  }

  /// Encodes the mapping as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension KeyedDecodingContainer {
  /// Returns the unit of times of a key; nil if it is missing or null.
  func timeUnit(forKey key: Key) throws -> TimeUnit? {
    guard let text = try decodeIfPresent(String.self, forKey: key) else { return nil }
    guard let unit = TimeUnit(spelling: text) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "'\(text)' is not a unit of time; use \(TimeUnit.spellings)")
    }
    return unit
  }

  /// Returns the columns of a key; nil if it is missing or null.
  func columns(forKey key: Key) throws -> ColumnMapping? {
    try decodeIfPresent(ColumnMapping.self, forKey: key)
  }

  /// Returns a number, or two, as the scales of both axes; nil if the key is missing or null.
  func axisScales(forKey key: Key) throws -> SIMD2<Double>? {
    guard let list = try? decodeIfPresent([Double].self, forKey: key) else {
      return try number(Double.self, forKey: key).map { SIMD2($0, $0) }
    }
    guard list.count == 2 else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "must be one number, or two: those of x and y")
    }
    return SIMD2(list[0], list[1])
  }
}
