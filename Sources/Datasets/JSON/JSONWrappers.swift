/// The objects and arrays that may stand around arrays of elements, such as `{"events": […]}`.
struct JSONWrappers {
  /// The keys of an element: an object in which one of them came is no wrapper.
  var elementKeys: Set<String>
  /// The keys whose arrays hold elements; nil for any other key.
  var names: Set<String>?
  /// Indicates whether wrappers may be objects in objects.
  var isDeep = false
}

/// The keys of an object as far as they were read, which tell a wrapper from an element.
struct JSONWrapperKeys {
  /// The length of the longest key that is looked at, in bytes.
  private static let lengthLimit = 64

  private let wrappers: JSONWrappers?
  private var text: [UInt8] = []
  private var key = ""
  private var isElement: Bool

  init(_ wrappers: JSONWrappers?) {
    self.wrappers = wrappers
    isElement = wrappers == nil
  }

  /// Begins a string, which may be a key.
  mutating func beginString() {
    if !isElement { text.removeAll(keepingCapacity: true) }
  }

  /// Adds a byte of a string; the quotation mark at its end is no part of it.
  mutating func addCharacter(_ byte: UInt8, isEnd: Bool) {
    if !isElement, !isEnd, text.count < Self.lengthLimit { text.append(byte) }
  }

  /// Takes the last string as a key.
  mutating func endKey() {
    guard !isElement, let wrappers else { return }
    key = String(decoding: text, as: UTF8.self)
    isElement = wrappers.elementKeys.contains(key)
  }

  /// Returns whether an array that begins in `depth` open containers may hold elements.
  func mayWrap(depth: Int, isInObject: Bool) -> Bool {
    guard !isElement, let wrappers, isInObject, depth == 1 || wrappers.isDeep else { return false }
    return wrappers.names?.contains(key) ?? true
  }
}
