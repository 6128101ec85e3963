import Yams

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
      self.problem = problem
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
