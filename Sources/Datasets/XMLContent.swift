import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What the XML parser finds in a file with a known outermost element.
///
/// A format has a subclass that overrides `begin`, `end` and `addText`. A class because the parser
/// needs a delegate; it lives for one file and is never shared.
class XMLContent: NSObject, XMLParserDelegate {
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
  /// The attributes of the outermost element.
  private(set) var rootAttributes: [String: String] = [:]

  private let root: String
  private let depthLimit: Int
  private var parser: XMLParser?
  private var depth = 0
  private var hasRoot = false
  private var damagedLine: Int?

  /// Makes an empty content; elements may be nested `depthLimit` deep.
  init(file: String, root: String, form: String, depthLimit: Int) {
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

  /// The line at which the parser is.
  var line: Int { parser?.lineNumber ?? 1 }

  /// Reads the document.
  func parse(_ bytes: Data) {
    let parser = XMLParser(data: bytes)
    self.parser = parser
    defer { self.parser = nil }
    parser.delegate = self
    parser.shouldProcessNamespaces = false
    parser.shouldResolveExternalEntities = false
    let isWhole = parser.parse()
    // The parser's verdict alone is not enough: on Linux it calls some damaged files whole.
    guard brokenLine == nil, !isWhole || damagedLine != nil || depth != 0 || !hasRoot else {
      return
    }
    fail(
      message: "the XML is damaged here: \(XMLDamage.reason(parser.parserError))",
      remedy: "correct it there; the points before it were kept")
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

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    guard brokenLine == nil else { return }
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
          value: element, message: "the outermost element is not a \(root)",
          remedy: "the file must be \(form)")
      }
      rootAttributes = attributes
      hasRoot = true
    }
    begin(name, attributes)
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard brokenLine == nil else { return }
    depth -= 1
    end(Self.localName(element))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if brokenLine == nil { addText(string) }
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    if brokenLine == nil { addText(String(decoding: block, as: UTF8.self)) }
  }

  /// A remark is text of line feeds alone, so that lines are counted through it.
  func parser(_ parser: XMLParser, foundComment comment: String) {
    guard brokenLine == nil else { return }
    addText(String(repeating: "\n", count: comment.utf8.count { $0 == 0x0A }))
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    damagedLine = damagedLine ?? parser.lineNumber
  }

  private func fail(value: String? = nil, message: String, remedy: String) {
    brokenLine = max(1, damagedLine ?? line)
    problems.addAlways(
      line: brokenLine, value: value.map { ReadProblem.displayed($0) }, message: message,
      remedy: remedy)
    parser?.abortParsing()
  }

  private static func localName(_ element: String) -> String {
    element.utf8.lastIndex(of: 0x3A).map { String(element[element.utf8.index(after: $0)...]) }
      ?? element
  }
}

/// The XML parser's reasons in words.
enum XMLDamage {
  /// The reason in a few words.
  static func reason(_ error: (any Error)?) -> String {
    guard let code = (error as NSError?)?.code else { return "it cannot be parsed" }
    return switch XMLParser.ErrorCode(rawValue: code) {
    case .tagNameMismatchError: "an end tag does not match its start"
    case .prematureDocumentEndError, .documentStartError, .emptyDocumentError:
      "an element is missing or not closed"
    case .attributeNotStartedError, .attributeHasNoValueError, .attributeNotFinishedError,
      .attributeRedefinedError:
      "an attribute is malformed"
    case .invalidCharacterError: "a character is not allowed"
    default: "error \(code) of the XML parser"
    }
  }
}
