import Yams

/// An alias in a YAML text that stands for a list or a mapping.
///
/// A kilobyte of lists of aliases of lists stands for billions of values, all of which are gone through
/// where such a list is a key. So a plan may have aliases of single values only.
struct YAMLAlias {
  /// Its line, from 1.
  let line: Int
  /// Its name, without the star.
  let name: String

  /// Returns the first alias in a text; nil if there is none.
  ///
  /// The text is only searched for names behind `&` and `*`, in O(length): a star in a quoted text
  /// counts where the same name follows a `&` elsewhere.
  static func first(in text: String) -> YAMLAlias? {
    let bytes = Array(text.utf8)
    var named: Set<ArraySlice<UInt8>> = []
    for name in names(in: bytes, after: UInt8(ascii: "&"))
    where isCollection(bytes, from: name.endIndex) {
      named.insert(name)
    }
    guard !named.isEmpty else { return nil }
    return names(in: bytes, after: UInt8(ascii: "*")).first { named.contains($0) }.map { name in
      YAMLAlias(
        line: 1 + bytes[..<name.startIndex].count { $0 == 0x0A },
        name: String(decoding: name, as: UTF8.self))
    }
  }

  /// Returns the names that follow a mark at the beginning of a value.
  private static func names(in bytes: [UInt8], after mark: UInt8) -> [ArraySlice<UInt8>] {
    let before = Set(" \t\r\n[{,:?-".utf8)
    return bytes.indices.compactMap { index in
      guard bytes[index] == mark, index == 0 || before.contains(bytes[index - 1]) else {
        return nil
      }
      let name = bytes[(index + 1)...].prefix { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "-"): true
        default: false
        }
      }
      return name.isEmpty ? nil : name
    }
  }

  /// Whether what begins here can be anything but a single value on this line.
  private static func isCollection(_ bytes: [UInt8], from start: Int) -> Bool {
    let next = bytes[start...].first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    return next.map { "[{!#&*\r\n".utf8.contains($0) } ?? false
  }
}

/// A text that is not YAML: the line, where it is known, and what is wrong, in one line.
struct YAMLFault {
  let line: Int?
  let problem: String

  /// Reads what Yams throws, whose own description quotes the text over several lines.
  init(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      line = mark.line
      self.problem =
        problem.contains("nesting level")
        ? "lists or mappings are nested deeper than a plan needs" : problem
    case .duplicatedKeysInMapping(let duplicates, _):
      line = nil
      problem = "a key is there twice: \(Set(duplicates).sorted().joined(separator: ", "))"
    case .reader(let problem, _, _, _):
      line = nil
      self.problem = problem
    default:
      line = nil
      problem = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
    }
  }
}
