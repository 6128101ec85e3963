/// Splits a JSON array of objects into its elements without parsing them, streamed.
///
/// One damaged element costs itself and not the rest of the file: strings and escapes are
/// followed, a string ends at its line's end whatever happened to its quotation mark (JSON allows
/// no line break in one), and an opening brace where none can stand begins the next element. Depth
/// and length of an element are bounded, so is memory. A `Layout` may allow objects inside of lists,
/// at the price that a brace after a comma begins no new element there (only in lists of named
/// members, if they are named), objects without an array
/// around them, as one a line, and objects and arrays around arrays of elements. While no element has
/// been accepted the scanner gives up by the limits of `LineReader`.
struct JSONArrayScanner {
  /// What an array may look like.
  struct Layout {
    /// The greatest length of an element, in bytes.
    var lengthLimit = 16 * 1024
    /// Whether an element has lists of objects.
    var nestsObjects = false
    /// The members of an element whose lists have objects; nil for any list.
    var objectLists: Set<String>?
    /// Whether objects may stand one after another without an array around them.
    var allowsLines = false
    /// How deeply an element's own objects and arrays may be nested.
    var depthLimit = 64
    /// The objects and arrays that may stand around arrays of elements; nil if none may.
    var wrappers: JSONWrappers?
  }

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
  var isClosed: Bool { isLines || (hasEnd && outer.isEmpty) }
  /// Indicates whether objects or arrays around arrays of elements were passed over.
  private(set) var isWrapped = false

  /// What was read over in the text as a whole; nothing was lost.
  var warnings: [ReadProblem] { text.warnings }

  /// What the array may look like.
  let layout: Layout
  private var text: TextInput
  /// Whether the file is objects without an array around them.
  private var isLines = false
  private var chunk: [UInt8] = []
  private var position = 0
  private var consumed = 0
  private var line = 1
  private var isOpen = false
  private var hasEnd = false
  /// The open brackets and braces around the next element, if there may be wrappers.
  private var outer: [UInt8] = []

  init(_ file: InputFile, layout: Layout = Layout()) {
    text = TextInput(file)
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
        if hasEnd { try closeArray() }
      case Self.openBracket where layout.wrappers != nil && outer.count < layout.depthLimit:
        advance(byte)
        hasEnd = false
        isWrapped = isWrapped || !outer.isEmpty || accepted + rejected > 0
        outer.append(byte)
      default:
        guard !shouldGiveUp else {
          gaveUp = true
          return nil
        }
        hasEnd = false
        let start = consumed
        guard var element = byte == Self.openBrace ? try object() : try junk() else { continue }
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
        if layout.wrappers != nil { outer = [byte] }
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

  /// Reads an object whose opening brace is the next byte; nil if it is a wrapper, whose array is then open.
  private mutating func object() throws(ReadProblem) -> Element? {
    var element = Element(line: line, bytes: [], fault: nil)
    var containers: [UInt8] = []
    var keys = JSONWrapperKeys(layout.wrappers)
    var isInString = false
    var isEscaped = false
    var previous: UInt8 = 0
    var lists = JSONWrapperKeys(layout.objectLists.map { JSONWrappers(elementKeys: [], names: $0) })
    var hasNamedList = layout.objectLists == nil
    while let byte = try peek() {
      let isInList =
        layout.nestsObjects && previous == Self.comma && containers.last == Self.openBracket
        && hasNamedList && (layout.objectLists == nil || containers.count == 2)
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
        keys.addCharacter(byte, isEnd: !isInString)
        lists.addCharacter(byte, isEnd: !isInString)
        continue
      }
      switch byte {
      case Self.quote:
        isInString = true
        isEscaped = false
        keys.beginString()
        lists.beginString()
      case Self.colon:
        keys.endKey()
        lists.endKey()
      case Self.openBrace, Self.openBracket:
        if layout.objectLists != nil, byte == Self.openBracket, containers.count == 1 {
          hasNamedList =
            previous == Self.colon
            && lists.mayWrap(depth: 1, isInObject: containers.last == Self.openBrace)
        }
        if byte == Self.openBracket, previous == Self.colon,
          keys.mayWrap(depth: containers.count, isInObject: containers.last == Self.openBrace),
          try beginsElements()
        {
          isWrapped = true
          isLines = false
          outer += containers.filter { $0 == Self.openBrace } + [byte]
          return nil
        }
        containers.append(byte)
        guard containers.count <= layout.depthLimit else {
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
  private mutating func junk() throws(ReadProblem) -> Element? {
    var element = Element(line: line, bytes: [], fault: .notAnObject)
    while let byte = try peek(), byte != Self.openBrace, !shouldGiveUp {
      let isBracket = byte == Self.openBracket || byte == Self.closeBracket
      if isBracket, layout.wrappers != nil, !element.bytes.isEmpty { break }
      advance(byte)
      if element.bytes.count < 128 { element.bytes.append(byte) }
      if !Self.isSpace(byte) { hasEnd = byte == Self.closeBracket }
    }
    return element
  }

  // MARK: - Wrappers

  /// Skips blanks, and returns whether an object or an array comes next.
  private mutating func beginsElements() throws(ReadProblem) -> Bool {
    while let byte = try peek() {
      guard Self.isSpace(byte) else { return byte == Self.openBrace || byte == Self.openBracket }
      advance(byte)
    }
    return false
  }

  /// Leaves the array that was closed, and the wrappers that end after it.
  private mutating func closeArray() throws(ReadProblem) {
    guard outer.last == Self.openBracket else { return }
    outer.removeLast()
    while outer.last == Self.openBrace {
      guard try skipMembers() else { return }
    }
  }

  /// Skips the other members of a wrapper; false if another array of elements, or the file's end, came first.
  private mutating func skipMembers() throws(ReadProblem) -> Bool {
    hasEnd = false
    var keys = JSONWrapperKeys(layout.wrappers)
    var (depth, isInString, isEscaped) = (0, false, false)
    var previous: UInt8 = 0
    while let byte = try peek() {
      advance(byte)
      if isInString {
        if byte == 0x0A || (byte == Self.quote && !isEscaped) { isInString = false }
        isEscaped = byte == Self.backslash && !isEscaped
        keys.addCharacter(byte, isEnd: !isInString)
        continue
      }
      switch byte {
      case Self.quote:
        (isInString, isEscaped) = (true, false)
        keys.beginString()
      case Self.colon: keys.endKey()
      case Self.openBracket
      where depth == 0 && previous == Self.colon && keys.mayWrap(depth: 1, isInObject: true):
        if try beginsElements() {
          outer.append(byte)
          return false
        }
        depth += 1
      case Self.openBrace, Self.openBracket: depth += 1
      case Self.closeBrace where depth == 0:
        outer.removeLast()
        hasEnd = true
        return true
      case Self.closeBrace, Self.closeBracket: depth = max(0, depth - 1)
      default: break
      }
      if !Self.isSpace(byte) { previous = byte }
    }
    return false
  }

  private mutating func peek() throws(ReadProblem) -> UInt8? {
    if position == chunk.count {
      chunk = Array(try text.read(upTo: 256 * 1024))
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
