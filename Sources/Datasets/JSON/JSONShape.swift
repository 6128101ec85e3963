/// The keys of the objects at the beginning of a JSON text, damaged or not.
///
/// It tells the formats that are JSON apart, and says what a text of unknown shape holds.
struct JSONShape {
  /// The kind of a value.
  enum Kind {
    case number
    case text
    case object
    case array
    case other
  }

  /// The objects at one level of the nesting, such as all elements of the outermost array.
  struct Group {
    /// The keys around the objects; `[]` for an array.
    let path: [String]
    /// The keys in the order of their appearance, with the kind of their first value.
    fileprivate(set) var members: [(key: String, kind: Kind)] = []

    /// Returns whether the objects have a key.
    func has(_ key: String) -> Bool { members.contains { $0.key == key } }

    /// Returns whether the objects have a key whose first value is of a kind.
    func has(_ key: String, _ kind: Kind) -> Bool {
      members.contains { $0.key == key && $0.kind == kind }
    }
  }

  /// The groups in the order of their appearance, the outermost first.
  private(set) var groups: [Group] = []
  /// Indicates whether an object has the type of a pointer event.
  private(set) var hasPointerTypes = false

  private static let groupLimit = 200
  private static let keyLimit = 100
  private static let depthLimit = 12

  /// The open brackets around a position.
  private struct Level {
    var isObject: Bool
    var path: [String]
    var group: Int?
    var key: String?
  }

  private var levels: [Level] = []
  private var indices: [[String]: Int] = [:]

  /// Reads the beginning of a text.
  init(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "{"): open(isObject: true)
      case UInt8(ascii: "["): open(isObject: false)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): levels = levels.dropLast()
      case UInt8(ascii: ","): setKey(nil)
      case UInt8(ascii: "\""): addString(Self.string(bytes, &index))
      case UInt8(ascii: "-"), 0x30...0x39: add(.number)
      case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"): add(.other)
      default: break
      }
    }
  }

  /// The objects that are elements by their position: the first in an array, or else the outermost.
  var elements: Group? { groups.first { $0.path.last == "[]" } ?? groups.first }

  /// Returns the text up to the quotation mark, or the line's end, after a position.
  private static func string(_ bytes: ArraySlice<UInt8>, _ index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x0A {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(index, bytes.endIndex)
    index = min(end + 1, bytes.endIndex)
    return bytes[start..<end]
  }

  private mutating func open(isObject: Bool) {
    add(isObject ? .object : .array)
    var path = levels.last?.path ?? []
    if let last = levels.last { path.append(last.isObject ? last.key ?? "" : "[]") }
    setKey(nil)
    let isKept = levels.count < Self.depthLimit
    levels.append(
      Level(
        isObject: isObject, path: isKept ? path : [], group: isObject && isKept ? group(path) : nil)
    )
  }

  private mutating func group(_ path: [String]) -> Int? {
    if let index = indices[path] { return index }
    guard groups.count < Self.groupLimit else { return nil }
    indices[path] = groups.count
    groups.append(Group(path: path))
    return groups.count - 1
  }

  private mutating func setKey(_ key: String?) {
    if !levels.isEmpty { levels[levels.count - 1].key = key }
  }

  private mutating func addString(_ text: ArraySlice<UInt8>) {
    guard let level = levels.last, level.isObject else { return }
    guard let key = level.key else {
      return setKey(String(decoding: text.prefix(ReadProblem.displayedLength), as: UTF8.self))
    }
    if key == "type", text.starts(with: "pointer".utf8) { hasPointerTypes = true }
    add(.text)
  }

  private mutating func add(_ kind: Kind) {
    guard let level = levels.last, let key = level.key, let group = level.group,
      groups[group].members.count < Self.keyLimit, !groups[group].has(key)
    else { return }
    groups[group].members.append((key, kind))
  }
}

extension JSONShape {
  /// Returns the format of the elements and the reason; nil if the shape is that of none.
  var format: AssumedFormat? {
    if hasPointerTypes {
      return AssumedFormat(.pointerEvents, "its elements have the type of a pointer event")
    }
    return groups.lazy.compactMap(Self.format).first
  }

  private static func format(_ group: Group) -> AssumedFormat? {
    if group.has("mouse_tracking_data") {
      return AssumedFormat(.jsPsych, "its elements have the key 'mouse_tracking_data'")
    }
    if group.has("trial_type"), group.has("trial_index") {
      return AssumedFormat(.jsPsych, "its elements have the keys 'trial_type' and 'trial_index'")
    }
    if group.has("type", .number), group.has("timestamp", .number), group.has("data", .object) {
      return AssumedFormat(.rrweb, "its elements have the keys 'type', 'data' and 'timestamp'")
    }
    for key in ["pointerId", "isTrusted"] where group.has(key) {
      return AssumedFormat(.pointerEvents, "its elements have the key '\(key)'")
    }
    if group.has("touchIdentifier") {
      return AssumedFormat(.inkableJSON, "its elements have the key 'touchIdentifier'")
    }
    if group.has("callback"), group.has("events", .array) {
      return AssumedFormat(.inkableJSON, "its elements have the keys 'callback' and 'events'")
    }
    if group.has("identifier", .text), group.members.count == 1 || group.has("phase") {
      return AssumedFormat(.inkableJSON, "its elements have the key 'identifier'")
    }
    return nil
  }

  /// Returns the problem of a text whose elements are none of a known format.
  func problem(path: String) -> ReadProblem {
    let keys = elements?.members.map { "'\(ReadProblem.displayed($0.key))'" } ?? []
    let shown = keys.prefix(12).joined(separator: ", ") + (keys.count > 12 ? ", …" : "")
    return ReadProblem(
      file: path,
      message: keys.isEmpty
        ? "JSON of unknown shape: it holds no objects with keys"
        : "JSON of unknown shape: its elements have the keys \(shown)",
      remedy:
        "the elements of touch events have 'touchIdentifier', of pointer events 'pointerId', of "
        + "jsPsych 'mouse_tracking_data', of rrweb 'type', 'data' and 'timestamp'; the shortest way in is "
        + "a CSV file with the columns stroke,t_s,x,y, or with columns that --columns names")
  }
}
