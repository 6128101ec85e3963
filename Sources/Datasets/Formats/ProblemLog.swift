/// The problems of one file: the first few in full, the rest as a count.
///
/// A file of garbage has a problem in every line; keeping them all would cost memory and help
/// nobody.
struct ProblemLog {
  /// How many problems of one file are kept in full.
  static let capacity = 20

  private let file: String
  private var kept: [ReadProblem] = []
  private var dropped = 0
  private var closing: [ReadProblem] = []

  init(file: String) { self.file = file }

  mutating func add(
    line: Int? = nil, field: String? = nil, value: String? = nil, message: String, remedy: String
  ) {
    add(
      ReadProblem(
        file: file, line: line, field: field, value: value, message: message, remedy: remedy))
  }

  mutating func add(_ problem: ReadProblem) {
    guard kept.count < Self.capacity else {
      dropped += 1
      return
    }
    kept.append(problem)
  }

  /// Adds a problem of the whole file, which is seen last however many came before it.
  mutating func addAlways(
    line: Int? = nil, value: String? = nil, message: String, remedy: String
  ) {
    closing.append(
      ReadProblem(file: file, line: line, value: value, message: message, remedy: remedy))
  }

  var isEmpty: Bool { kept.isEmpty && closing.isEmpty }

  /// The problems in order, one more that counts the rest, and those of the whole file.
  var problems: [ReadProblem] {
    guard dropped > 0 else { return kept + closing }
    let rest = ReadProblem(
      file: file, message: "\(dropped) more problems in this file are not listed",
      remedy: "correct the ones above first")
    return kept + [rest] + closing
  }
}
