/// A text as part of a file name or an identifier in a page.
enum Slug {
  /// The text in lower case with everything but ASCII letters and digits as single hyphens.
  static func of(_ text: String) -> String {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "unnamed" : words.joined(separator: "-")
  }

  /// One slug a text, all different: a repeated one gets a number.
  static func distinct(_ texts: [String]) -> [String] {
    var taken: Set<String> = []
    return texts.map { text in
      let plain = of(text)
      var candidate = plain
      var number = 2
      while !taken.insert(candidate).inserted {
        candidate = "\(plain)-\(number)"
        number += 1
      }
      return candidate
    }
  }
}
