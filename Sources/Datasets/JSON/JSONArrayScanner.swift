/// Splits a JSON array of objects into its elements without parsing them, streamed.
///
/// One damaged element costs itself and not the rest of the file: strings and escapes are
/// followed, a string ends at its line's end whatever happened to its quotation mark (JSON allows
/// no line break in one), and an opening brace where none can stand begins the next element. Depth
/// and length of an element are bounded, so is memory. A `Layout` may allow objects inside of lists,
/// at the price that a brace after a comma begins no new element there, and objects without an array
/// around them, as one a line. While no element has been accepted the
/// scanner gives up by the limits of `LineReader`.
struct JSONArrayScanner {
  /// What an array may look like.
  struct Layout {
    /// The greatest length of an element, in bytes.
    var lengthLimit = 16 * 1024
    /// Whether an element has lists of objects.
    var nestsObjects = false
    /// Whether objects may stand one after another without an array around them.
    var allowsLines = false
  }

  /// How deeply an element's own objects and arrays may be nested.
  static let depthLimit = 64

  /// One element of the array.
  struct Element {
    /// The line on which it begins.
    var line: Int
    /// The text at that place; for a fault, its beginning.
    var bytes: [UInt8]
    /// The bytes of the file that it covers.
    var place = 0..<0
    /// Why it is no object; nil where it is one, as far as braces and quotation marks go.
    var fault: Fault?
  }

  /// Why an element is no object.
  enum Fault: Error {
    case notAnArray
    case cutOff
    case notClosed
    case tooLong
    case tooDeep
    case notAnObject
  }

  /// The elements that were accepted.
  private(set) var accepted = 0
  /// The elements that were rejected.
  private(set) var rejected = 0
  /// Whether scanning ended early because nothing was good.
  private(set) var gaveUp = false
  /// Whether the array was closed; true where it needs no closing bracket.
  var isClosed: Bool { isLines || hasEnd }

  /// What the array may look like.
  let layout: Layout
  private let file: InputFile
  /// Whether the file is objects without an array around them.
  private var isLines = false
  private var chunk: [UInt8] = []
  private var position = 0
  private var consumed = 0
  private var line = 1
  private var isOpen = false
  private var hasEnd = false

  init(_ file: InputFile, layout: Layout = Layout()) {
    self.file = file
    self.layout = layout
  }

  /// Counts the current element as understood.
  mutating func accept() { accepted += 1 }

  /// Counts the current element as left out.
  mutating func reject() { rejected += 1 }

  /// Returns the next element; nil at the end, when the reader gives up, or where this is not an array.
  mutating func next() throws(ReadProblem) -> Element? {
    if !isOpen { isOpen = try open() }
    guard isOpen else {
      gaveUp = true
      return Element(line: line, bytes: Array(chunk[position...].prefix(128)), fault: .notAnArray)
    }
    while let byte = try peek() {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        advance(byte)
      case Self.comma, Self.closeBracket:
        hasEnd = byte == Self.closeBracket
        advance(byte)
      default:
        guard !shouldGiveUp else {
          gaveUp = true
          return nil
        }
        hasEnd = false
        let start = consumed
        var element = byte == Self.openBrace ? try object() : try junk()
        element.place = start..<consumed
        return element
      }
    }
    return nil
  }

  private static let quote: UInt8 = 0x22
  private static let comma: UInt8 = 0x2C
  private static let colon: UInt8 = 0x3A
  private static let backslash: UInt8 = 0x5C
  private static let openBracket: UInt8 = 0x5B
  private static let closeBracket: UInt8 = 0x5D
  private static let openBrace: UInt8 = 0x7B
  private static let closeBrace: UInt8 = 0x7D

  private var shouldGiveUp: Bool {
    accepted == 0
      && (rejected >= LineReader.rejectionLimit || consumed > LineReader.byteLimit)
  }

  /// Skips the opening bracket; false where something else stands first.
  private mutating func open() throws(ReadProblem) -> Bool {
    while let byte = try peek() {
      if consumed <= 3, [0xEF, 0xBB, 0xBF].contains(byte) || Self.isSpace(byte) {
        advance(byte)
      } else if Self.isSpace(byte) {
        advance(byte)
        guard consumed <= LineReader.lengthLimit else { return false }
      } else if byte == Self.openBracket {
        advance(byte)
        return true
      } else if byte == Self.openBrace && layout.allowsLines {
        isLines = true
        return true
      } else {
        return false
      }
    }
    return false
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Reads an object whose opening brace is the next byte.
  private mutating func object() throws(ReadProblem) -> Element {
    var element = Element(line: line, bytes: [], fault: nil)
    var containers: [UInt8] = []
    var isInString = false
    var isEscaped = false
    var previous: UInt8 = 0
    while let byte = try peek() {
      let isInList =
        layout.nestsObjects && previous == Self.comma && containers.last == Self.openBracket
      if byte == Self.openBrace, !isInString, !containers.isEmpty, previous != Self.colon,
        previous != Self.openBracket, !isInList
      {
        element.fault = .notClosed
        return element
      }
      advance(byte)
      element.bytes.append(byte)
      guard element.bytes.count <= layout.lengthLimit else {
        element.fault = .tooLong
        return element
      }
      if isInString {
        if byte == 0x0A || (byte == Self.quote && !isEscaped) { isInString = false }
        isEscaped = byte == Self.backslash && !isEscaped
        continue
      }
      switch byte {
      case Self.quote:
        isInString = true
        isEscaped = false
      case Self.openBrace, Self.openBracket:
        containers.append(byte)
        guard containers.count <= Self.depthLimit else {
          element.fault = .tooDeep
          return element
        }
      case Self.closeBracket where containers.last == Self.openBracket:
        containers.removeLast()
      case Self.closeBrace:
        // A bracket that was not closed is closed with its object; decoding will say so.
        while let last = containers.popLast(), last != Self.openBrace {}
        if containers.isEmpty { return element }
      default:
        break
      }
      if !Self.isSpace(byte) { previous = byte }
    }
    element.fault = .cutOff
    return element
  }

  /// Skips what is not an object, up to the next opening brace.
  private mutating func junk() throws(ReadProblem) -> Element {
    var element = Element(line: line, bytes: [], fault: .notAnObject)
    while let byte = try peek(), byte != Self.openBrace, !shouldGiveUp {
      advance(byte)
      if element.bytes.count < 128 { element.bytes.append(byte) }
      if !Self.isSpace(byte) { hasEnd = byte == Self.closeBracket }
    }
    return element
  }

  private mutating func peek() throws(ReadProblem) -> UInt8? {
    if position == chunk.count {
      chunk = Array(try file.read(upTo: 256 * 1024))
      position = 0
      guard !chunk.isEmpty else { return nil }
    }
    return chunk[position]
  }

  private mutating func advance(_ byte: UInt8) {
    position += 1
    consumed += 1
    if byte == 0x0A { line += 1 }
  }
}
