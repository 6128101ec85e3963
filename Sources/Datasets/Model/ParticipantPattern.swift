import Foundation

/// A pattern by which the names of files tell participant and task, such as `p{participant}_{task}.csv`.
///
/// A star stands for any text. A pattern with a slash is compared with the whole path, any other with the
/// name of the file; a pattern without a dot is compared without the extension.
package struct ParticipantPattern {
  /// The error in the text of a pattern.
  package struct Fault: Error, CustomStringConvertible {
    /// The problem and the remedy in one line.
    package let description: String
  }

  private let expression: Regex<AnyRegexOutput>
  private let hasFolders: Bool
  private let hasExtension: Bool

  /// Reads a pattern.
  ///
  /// - Throws: `Fault` for a pattern without a participant, or with an unknown part.
  package init(_ text: String) throws(Fault) {
    var expression = ""
    var rest = text[...]
    var parts: [String] = []
    while let character = rest.popFirst() {
      if character == "*" {
        expression += "[^/]*"
      } else if character == "{" {
        let name = String(rest.prefix { $0 != "}" })
        rest = rest.dropFirst(name.count + 1)
        guard ["participant", "task"].contains(name), !parts.contains(name) else {
          throw Fault(
            description:
              "'{\(name)}' is not known, or there twice; use {participant} and {task} once "
              + "each, and * for any text")
        }
        parts.append(name)
        expression += "(?<\(name)>[^/]+?)"
      } else {
        expression += NSRegularExpression.escapedPattern(for: String(character))
      }
    }
    guard parts.contains("participant"), let regex = try? Regex(expression) else {
      throw Fault(
        description: "the pattern has no {participant}; write for example p{participant}_{task}.csv"
      )
    }
    self.expression = regex
    hasFolders = text.contains("/")
    hasExtension = text.contains(".")
  }

  /// Returns participant and task of a file; nil if its name is another one.
  package func labels(of path: String) -> (participant: String, task: String?)? {
    let name = hasFolders ? path : String(path.split(separator: "/").last ?? "")
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    guard let match = (hasExtension ? name : stem).wholeMatch(of: expression),
      let participant = match["participant"]?.substring
    else { return nil }
    return (String(participant), match["task"]?.substring.map(String.init))
  }
}
