/// The parts of an XML text in UTF-8, one after another.
///
/// Time and memory grow linearly with the text. Tags must match, and attributes must be well formed.
/// Remarks and processing instructions are passed over. Document types are refused: recordings need
/// none, and their entities can make a small file large.
struct XMLScanner {
  /// One part of the text.
  enum Part {
    case begin(name: String, attributes: [String: String])
    case end(name: String)
    /// Text inside the outermost element; of a remark there, its line feeds alone.
    case text(String)
  }

  /// The greatest number of attributes of one element.
  static let attributeLimit = 1000

  /// The line of the place up to which the text was read, from 1.
  private(set) var line = 1

  private let bytes: [UInt8]
  private let wasUTF16: Bool
  private var position: Int
  private let start: Int
  /// Where the names of the open elements lie.
  private var open: [Range<Int>] = []
  private var hasRoot = false
  /// An element that is over with its own tag, `<a/>`.
  private var closed: String?

  /// Begins at the start of a text, after a byte order mark.
  ///
  /// - Parameters:
  ///   - bytes: The text in UTF-8.
  ///   - wasUTF16: Indicates whether the file was in UTF-16, so that its declaration may say so.
  init(_ bytes: [UInt8], wasUTF16: Bool = false) {
    self.bytes = bytes
    self.wasUTF16 = wasUTF16
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    position = start
  }

  /// Returns the next part; nil at the end of a whole document.
  mutating func next() throws(XMLDamage) -> Part? {
    if let name = closed {
      closed = nil
      return .end(name: name)
    }
    while position < bytes.count {
      if bytes[position] != UInt8(ascii: "<") {
        if let text = try text() { return .text(text) }
      } else if begins(with: "<!--") {
        let remark = try enclosed("<!--", "-->", "a remark")
        if !open.isEmpty {
          let feeds = bytes[remark].count { $0 == Self.lineFeed }
          return .text(String(repeating: "\n", count: feeds))
        }
      } else if begins(with: "<?") {
        try instruction()
      } else if begins(with: "<![CDATA["), !open.isEmpty {
        let range = try enclosed("<![CDATA[", "]]>", "a CDATA section")
        return .text(String(decoding: bytes[range], as: UTF8.self))
      } else if begins(with: "<!") {
        throw .documentType
      } else if begins(with: "</") {
        return try endTag()
      } else {
        return try startTag()
      }
    }
    guard open.isEmpty, hasRoot else { throw .notClosed }
    return nil
  }

  // MARK: Tags

  private mutating func startTag() throws(XMLDamage) -> Part {
    guard !open.isEmpty || !hasRoot else { throw XMLDamage("there is a second outermost element") }
    hasRoot = true
    advance(to: position + 1)
    let range = try name()
    let attributes = try attributes()
    let name = String(decoding: bytes[range], as: UTF8.self)
    if begins(with: "/>") {
      advance(to: position + 2)
      closed = name
    } else {
      try expect(">")
      open.append(range)
    }
    return .begin(name: name, attributes: attributes)
  }

  private mutating func endTag() throws(XMLDamage) -> Part {
    advance(to: position + 2)
    let range = try name()
    skipBlanks()
    guard let opened = open.popLast(), bytes[opened].elementsEqual(bytes[range]) else {
      throw XMLDamage("an end tag does not match its start")
    }
    try expect(">")
    return .end(name: String(decoding: bytes[range], as: UTF8.self))
  }

  private mutating func attributes() throws(XMLDamage) -> [String: String] {
    var result: [String: String] = [:]
    while true {
      let isApart = skipBlanks()
      guard position < bytes.count else { throw .notClosed }
      guard Self.canBeginName(bytes[position]) else { return result }
      guard isApart else { throw .attribute }
      let range = try name()
      skipBlanks()
      guard begins(with: "=") else { throw .attribute }
      advance(to: position + 1)
      skipBlanks()
      let value = try attributeValue()
      let name = String(decoding: bytes[range], as: UTF8.self)
      guard result.updateValue(value, forKey: name) == nil else {
        let shown = ReadProblem.displayed(name)
        throw XMLDamage("an attribute is malformed: '\(shown)' is there twice")
      }
      guard result.count <= Self.attributeLimit else {
        throw XMLDamage("an element has more than \(Self.attributeLimit) attributes")
      }
    }
  }

  private mutating func attributeValue() throws(XMLDamage) -> String {
    guard begins(with: "\"") || begins(with: "'") else { throw .attribute }
    let quote = bytes[position]
    let first = position + 1
    guard let end = bytes[first...].firstIndex(of: quote) else { throw .notClosed }
    guard !bytes[first..<end].contains(UInt8(ascii: "<")) else { throw .attribute }
    let value = try content(first..<end, isAttribute: true)
    advance(to: end + 1)
    return value
  }

  private mutating func name() throws(XMLDamage) -> Range<Int> {
    let first = position
    guard first < bytes.count else { throw .notClosed }
    guard Self.canBeginName(bytes[first]) else { throw XMLDamage("a name is malformed") }
    var end = first + 1
    while end < bytes.count, Self.canContinueName(bytes[end]) { end += 1 }
    position = end
    return first..<end
  }

  private static func canBeginName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: ":"), 0x80...: true
    default: false
    }
  }

  private static func canContinueName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "."): true
    default: canBeginName(byte)
    }
  }

  // MARK: Text

  /// Returns the text up to the next tag; nil for blanks outside of the outermost element.
  private mutating func text() throws(XMLDamage) -> String? {
    let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    guard open.isEmpty else {
      let text = try content(position..<end, isAttribute: false)
      advance(to: end)
      return text
    }
    skipBlanks()
    guard position == end else {
      throw hasRoot ? XMLDamage("there is text after the outermost element") : .notClosed
    }
    return nil
  }

  /// Returns the characters that a range stands for: references resolved, line ends as the standard has them.
  private func content(
    _ range: Range<Int>, isAttribute: Bool
  ) throws(XMLDamage) -> String {
    var needsWork = false
    for byte in bytes[range] where byte < 0x20 || byte == Self.ampersand {
      switch byte {
      case 0x09, Self.lineFeed: needsWork = needsWork || isAttribute
      case Self.carriageReturn, Self.ampersand: needsWork = true
      default: throw .character
      }
    }
    guard needsWork else { return String(decoding: bytes[range], as: UTF8.self) }
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      switch byte {
      case Self.ampersand:
        guard let end = bytes[index..<min(index + 12, range.upperBound)].firstIndex(of: 0x3B) else {
          throw .reference
        }
        result += try Self.character(String(decoding: bytes[index..<end], as: UTF8.self)).utf8
        index = end + 1
      case Self.carriageReturn:
        if index < range.upperBound, bytes[index] == Self.lineFeed { index += 1 }
        result.append(isAttribute ? 0x20 : Self.lineFeed)
      case 0x09, Self.lineFeed: result.append(isAttribute ? 0x20 : byte)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns what a reference without its `&` and `;` stands for.
  private static func character(_ reference: String) throws(XMLDamage) -> String {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "apos": return "'"
    case "quot": return "\""
    default: break
    }
    guard reference.hasPrefix("#") else { throw .reference }
    let digits = reference.dropFirst()
    let isHexadecimal = digits.hasPrefix("x")
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let scalar = value.flatMap(Unicode.Scalar.init), !digits.hasPrefix("+"),
      scalar.value >= 0x20 || [0x09, 0x0A, 0x0D].contains(scalar.value)
    else { throw .reference }
    return String(Character(scalar))
  }

  // MARK: What is passed over

  /// A processing instruction; at the very start of the text, the declaration of its encoding.
  private mutating func instruction() throws(XMLDamage) {
    let isFirst = position == start
    let from = position
    advance(to: position + 2)
    let target = try name()
    guard String(decoding: bytes[target], as: UTF8.self).lowercased() == "xml" else {
      position = from
      _ = try enclosed("<?", "?>", "a processing instruction")
      return
    }
    guard isFirst else { throw XMLDamage("an XML declaration is not at the start of the file") }
    let declared = try attributes()
    guard begins(with: "?>") else { throw XMLDamage("the XML declaration is malformed") }
    if let encoding = declared["encoding"], !isReadable(encoding) { throw .encoding(encoding) }
    advance(to: position + 2)
  }

  /// Returns whether text in an encoding of that name has the meaning that its bytes have in UTF-8.
  private func isReadable(_ encoding: String) -> Bool {
    let name = encoding.lowercased()
    if ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) || (wasUTF16 && name == "utf-16") {
      return true
    }
    return ["iso-8859-", "windows-125", "latin"].contains { name.hasPrefix($0) }
      && bytes[start...].allSatisfy { $0 < 0x80 }
  }

  /// Passes over what is between two marks; returns where that lies.
  private mutating func enclosed(
    _ opening: StaticString, _ closing: StaticString, _ what: String
  ) throws(XMLDamage) -> Range<Int> {
    let first = position + opening.utf8CodeUnitCount
    var end = first
    while end < bytes.count {
      if begins(with: closing, at: end) {
        advance(to: end + closing.utf8CodeUnitCount)
        return first..<end
      }
      end += 1
    }
    throw XMLDamage("\(what) is not closed")
  }

  // MARK: Bytes

  private static let lineFeed: UInt8 = 0x0A
  private static let carriageReturn: UInt8 = 0x0D
  private static let ampersand = UInt8(ascii: "&")

  /// Goes on to a place, and counts the lines up to there.
  private mutating func advance(to place: Int) {
    for byte in bytes[position..<place] where byte == Self.lineFeed { line += 1 }
    position = place
  }

  /// Passes over blanks; returns whether there were any.
  @discardableResult
  private mutating func skipBlanks() -> Bool {
    var end = position
    while end < bytes.count, [0x20, 0x09, Self.lineFeed, Self.carriageReturn].contains(bytes[end]) {
      end += 1
    }
    defer { advance(to: end) }
    return end > position
  }

  private func begins(with text: StaticString) -> Bool { begins(with: text, at: position) }

  private func begins(with text: StaticString, at place: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    return text.withUTF8Buffer { buffer in
      (0..<count).allSatisfy { bytes[place + $0] == buffer[$0] }
    }
  }

  private mutating func expect(_ text: StaticString) throws(XMLDamage) {
    guard begins(with: text) else {
      throw XMLDamage("a tag is not closed")
    }
    advance(to: position + text.utf8CodeUnitCount)
  }
}

/// Why an XML text cannot be read on from some place.
struct XMLDamage: Error {
  /// The sentence, without the place.
  var message: String
  /// What was found; nil where nothing helps.
  var value: String?
  /// What to do.
  var remedy: String

  /// Damage for a reason in a few words.
  init(_ reason: String) {
    message = "the XML is damaged here: \(reason)"
    remedy = "correct it there; the points before it were kept"
  }

  private init(message: String, value: String? = nil, remedy: String) {
    (self.message, self.value, self.remedy) = (message, value, remedy)
  }

  static let notClosed = XMLDamage("an element is missing or not closed")
  static let attribute = XMLDamage("an attribute is malformed")
  static let character = XMLDamage("a character is not allowed")
  static let reference = XMLDamage("a reference after '&' is not known")
  static let documentType = XMLDamage(
    message: "document types and entities are not supported", value: "<!",
    remedy: "remove the declaration and write the values themselves")

  static func encoding(_ name: String) -> XMLDamage {
    XMLDamage(
      message: "the file declares an encoding that is not supported",
      value: ReadProblem.displayed(name), remedy: "save it as UTF-8, and declare that or nothing")
  }
}
