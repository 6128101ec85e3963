/// What an XML scanner finds in a file with a known outermost element.
///
/// A format has a subclass that overrides `begin`, `end` and `addText`. An object lives for one file
/// and is never shared.
class XMLContent {
  /// So many things that cannot be read, with no good one, are enough.
  static let rejectionLimit = LineReader.rejectionLimit

  /// What the file must be, for messages.
  let form: String
  /// The lines with something that was left out.
  private(set) var rejectedLines: Set<Int> = []
  /// The line from which on nothing could be read; nil where the file was read to its end.
  private(set) var brokenLine: Int?
  /// What could not be read.
  var problems: ProblemLog
  /// The guesses that were made while reading; nothing was lost.
  var warnings: [ReadProblem] = []
  /// The attributes of the outermost element.
  private(set) var rootAttributes: [String: String] = [:]

  /// Where the file is.
  let file: String
  private let root: String
  private let depthLimit: Int
  private var depth = 0

  /// Creates an empty content; elements may be nested `depthLimit` deep.
  init(file: String, root: String, form: String, depthLimit: Int) {
    self.file = file
    self.root = root
    self.form = form
    self.depthLimit = depthLimit
    problems = ProblemLog(file: file)
  }

  /// Whether anything good was read, so that it is worth going on.
  var hasData: Bool { false }

  /// An element begins; `name` is without a prefix.
  func begin(_ name: String, _ attributes: [String: String]) {}

  /// An element ends.
  func end(_ name: String) {}

  /// Text, in pieces of any length.
  func addText(_ text: String) {}

  /// The line up to which the file was read.
  private(set) var line = 1

  /// Reads the document.
  func parse(_ file: XMLFile) {
    var scanner = XMLScanner(file.bytes, wasUTF16: file.wasUTF16)
    do throws(XMLDamage) {
      while brokenLine == nil, let part = try scanner.next() {
        line = scanner.line
        take(part)
      }
    } catch {
      line = scanner.line
      fail(value: error.value, message: error.message, remedy: error.remedy)
    }
  }

  /// Leaves something on a line out, and gives up where nothing was ever good.
  func reject(
    line: Int, field: String? = nil, value: String? = nil, message: String, remedy: String
  ) {
    rejectedLines.insert(line)
    problems.add(line: line, field: field, value: value, message: message, remedy: remedy)
    guard rejectedLines.count >= Self.rejectionLimit, !hasData else { return }
    fail(
      message: "gave up after \(rejectedLines.count) rejected lines and no good point",
      remedy: "this does not look like \(form); check the format")
  }

  private func take(_ part: XMLScanner.Part) {
    switch part {
    case .begin(let name, let attributes): take(element: name, attributes)
    case .end(let name):
      depth -= 1
      end(Self.localName(name))
    case .text(let text): addText(text)
    }
  }

  private func take(element: String, _ attributes: [String: String]) {
    let name = Self.localName(element)
    depth += 1
    guard depth <= depthLimit else {
      return fail(
        message: "elements are nested more than \(depthLimit) deep",
        remedy: "the file must be \(form)")
    }
    if depth == 1 {
      guard name == root else {
        return fail(
          value: ReadProblem.displayed(element),
          message: "the outermost element is not a \(root)", remedy: "the file must be \(form)")
      }
      rootAttributes = attributes
    }
    begin(name, attributes)
  }

  private func fail(value: String? = nil, message: String, remedy: String) {
    brokenLine = line
    problems.addAlways(line: line, value: value, message: message, remedy: remedy)
  }

  private static func localName(_ element: String) -> String {
    element.utf8.lastIndex(of: 0x3A).map { String(element[element.utf8.index(after: $0)...]) }
      ?? element
  }
}
