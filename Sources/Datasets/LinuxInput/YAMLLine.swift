/// A line of block YAML with a key, as far as a fixed layout needs it.
struct YAMLKeyLine {
  /// Whether a list item begins with the line.
  let isItem: Bool
  /// The key of letters and digits before a colon; nil where there is none.
  let key: String?
  /// What follows the colon, as it stands.
  let value: String

  init(_ bytes: [UInt8], _ range: Range<Int>) {
    let start = Self.start(bytes, range)
    isItem = start > range.lowerBound
    guard let colon = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ":")),
      let key = Self.key(bytes[start..<colon]),
      colon + 1 == range.upperBound || bytes[colon + 1] == UInt8(ascii: " ")
    else {
      key = nil
      value = ""
      return
    }
    self.key = key
    let rest = DecimalNumber.trimmed(bytes, (colon + 1)..<range.upperBound)
    value = String(decoding: bytes[rest], as: UTF8.self)
  }

  /// Returns where the line's content begins, after the dash of an item.
  static func start(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    guard range.count > 1, bytes[range.lowerBound] == UInt8(ascii: "-"),
      bytes[range.lowerBound + 1] == UInt8(ascii: " ")
    else { return range.lowerBound }
    return DecimalNumber.trimmed(bytes, (range.lowerBound + 1)..<range.upperBound).lowerBound
  }

  /// Returns the name, where it is one of at most 64 letters and digits.
  static func key(_ name: ArraySlice<UInt8>) -> String? {
    guard (1...64).contains(name.count) else { return nil }
    for byte in name {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: continue
      default: return nil
      }
    }
    return String(decoding: name, as: UTF8.self)
  }
}

/// A line that is a list in brackets, `key: [1, 2]` or `- [1, 2]`, with a remark or none behind it.
struct YAMLNumberList {
  /// The key; nil for an item of a list of lists.
  let key: String?
  /// The numbers; nil where one is no whole number or the list is not closed on its line.
  let values: [Int]?

  /// Nil where the line has no list after a key or a dash.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard let open = bytes[range].firstIndex(of: UInt8(ascii: "[")) else { return nil }
    let start = YAMLKeyLine.start(bytes, range)
    let label = DecimalNumber.trimmed(bytes, start..<open)
    if label.isEmpty {
      guard start > range.lowerBound else { return nil }
      key = nil
    } else {
      guard bytes[label.upperBound - 1] == UInt8(ascii: ":"),
        let name = YAMLKeyLine.key(bytes[label.lowerBound..<(label.upperBound - 1)])
      else { return nil }
      key = name
    }
    values = Self.values(bytes, (open + 1)..<range.upperBound)
  }

  private static func values(_ bytes: [UInt8], _ range: Range<Int>) -> [Int]? {
    guard let close = bytes[range].firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let rest = DecimalNumber.trimmed(bytes, (close + 1)..<range.upperBound)
    guard rest.isEmpty || bytes[rest.lowerBound] == UInt8(ascii: "#") else { return nil }
    var values: [Int] = []
    var start = range.lowerBound
    for end in start...close where end == close || bytes[end] == UInt8(ascii: ",") {
      let place = DecimalNumber.trimmed(bytes, start..<end)
      start = end + 1
      if place.isEmpty, end == close, values.isEmpty { return [] }
      guard let value = Int(String(decoding: bytes[place], as: UTF8.self)) else { return nil }
      values.append(value)
    }
    return values
  }
}
