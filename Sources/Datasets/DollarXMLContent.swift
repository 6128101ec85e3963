import Foundation
import TouchInput

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What the XML parser finds in a gesture file.
///
/// A class because the parser needs a delegate; it lives for one file and is never shared.
final class DollarXMLContent: NSObject, XMLParserDelegate {
  /// The greatest depth of elements; a gesture has three.
  static let depthLimit = 16
  /// So many points that cannot be read, with no good one, are enough.
  static let rejectionLimit = LineReader.rejectionLimit

  private(set) var problems: ProblemLog
  private(set) var strokes: [Stroke] = []
  /// The attributes of the gesture.
  private(set) var gesture: [String: String] = [:]
  /// The lines with a point that was left out.
  private(set) var rejectedLines: Set<Int> = []
  /// The line from which on nothing could be read; nil where the file was read to its end.
  private(set) var brokenLine: Int?

  private var samples: [TouchSample] = []
  private var depth = 0
  private var hasGesture = false
  private var damagedLine: Int?

  init(file: String) { problems = ProblemLog(file: file) }

  /// Reads the document; afterwards all strokes are closed.
  func parse(_ bytes: Data) {
    let parser = XMLParser(data: bytes)
    parser.delegate = self
    parser.shouldProcessNamespaces = false
    parser.shouldResolveExternalEntities = false
    let isWhole = parser.parse()
    closeStroke()
    // The parser's verdict alone is not enough: on Linux it calls some damaged files whole.
    guard brokenLine == nil, !isWhole || damagedLine != nil || depth != 0 || !hasGesture else {
      return
    }
    fail(
      parser, message: "the XML is damaged here: \(Self.reason(parser.parserError))",
      remedy: "correct it there; the points before it were kept")
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    guard brokenLine == nil else { return }
    depth += 1
    guard depth <= Self.depthLimit else {
      return fail(
        parser, message: "elements are nested more than \(Self.depthLimit) deep",
        remedy: "the file must be \(DollarXMLReader.form)")
    }
    if depth == 1 {
      guard element == "Gesture" else {
        return fail(
          parser, value: element, message: "the outermost element is not a Gesture",
          remedy: "the file must be \(DollarXMLReader.form)")
      }
      gesture = attributes
      hasGesture = true
    }
    if element == "Stroke" { closeStroke() }
    if element == "Point" { add(attributes, parser) }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    depth -= 1
    if element == "Stroke" { closeStroke() }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    damagedLine = damagedLine ?? parser.lineNumber
  }

  private func add(_ attributes: [String: String], _ parser: XMLParser) {
    do throws(Fault) {
      var sample = TouchSample(
        time: try number("T", attributes) / 1000,
        position: SIMD2(try number("X", attributes), try number("Y", attributes)))
      if attributes["Pressure"] != nil { sample.force = try number("Pressure", attributes) / 128 }
      samples.append(sample)
    } catch {
      rejectedLines.insert(parser.lineNumber)
      problems.add(
        line: parser.lineNumber, field: error.attribute, value: error.value,
        message: error.value == nil ? "the point lacks an attribute" : "not a finite number",
        remedy: "correct the point or take it out")
      guard rejectedLines.count >= Self.rejectionLimit, samples.isEmpty, strokes.isEmpty else {
        return
      }
      fail(
        parser, message: "gave up after \(rejectedLines.count) rejected lines and no good point",
        remedy: "this does not look like \(DollarXMLReader.form); check the format")
    }
  }

  private struct Fault: Error {
    var attribute: String
    var value: String?
  }

  private func number(_ name: String, _ attributes: [String: String]) throws(Fault) -> Double {
    guard let text = attributes[name] else { throw Fault(attribute: name) }
    let bytes = Array(text.utf8)
    guard let value = DecimalNumber.value(bytes, bytes.indices) else {
      throw Fault(attribute: name, value: ReadProblem.displayed(bytes))
    }
    return value
  }

  private func closeStroke() {
    guard !samples.isEmpty else { return }
    samples[0].phase = .began
    if samples.count > 1 { samples[samples.count - 1].phase = .ended }
    strokes.append(Stroke(identifier: String(strokes.count + 1), samples: samples))
    samples = []
  }

  private func fail(_ parser: XMLParser, value: String? = nil, message: String, remedy: String) {
    brokenLine = max(1, damagedLine ?? parser.lineNumber)
    problems.addAlways(
      line: brokenLine, value: value.map { ReadProblem.displayed($0) }, message: message,
      remedy: remedy)
    parser.abortParsing()
  }

  /// The parser's reason in a few words.
  private static func reason(_ error: (any Error)?) -> String {
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
