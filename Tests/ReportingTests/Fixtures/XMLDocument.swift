import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a strict XML parser finds in a text.
final class XMLDocument: NSObject, XMLParserDelegate {
  /// The parser's complaint; nil where the text is well formed.
  private(set) var problem: String?
  /// Every attribute of every element, in order.
  private(set) var attributes: [(element: String, name: String, value: String)] = []
  /// How often each element is there.
  private(set) var elements: [String: Int] = [:]
  /// The text of each `text` element, in order, with its class.
  private(set) var labels: [(text: String, style: String)] = []

  private var openLabel: (text: String, style: String)?

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    if !parser.parse() {
      problem = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "unknown")"
    }
  }

  /// The values of an attribute, wherever it is.
  func values(of name: String) -> [String] {
    attributes.filter { $0.name == name }.map(\.value)
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    elements[elementName, default: 0] += 1
    for (name, value) in attributeDict { attributes.append((elementName, name, value)) }
    if elementName == "text" { openLabel = ("", attributeDict["class"] ?? "") }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { openLabel?.text += string }

  func parser(
    _ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?
  ) {
    guard elementName == "text", let label = openLabel else { return }
    labels.append(label)
    openLabel = nil
  }
}
