import TestSupport
import Testing
import TouchInput

@testable import Datasets

/// What the XML of gestures and of InkML may look like.
@Suite struct XMLScannerTests {
  private func read(_ text: String, as format: RecordingFormat) throws -> ReadResult {
    try read(Array(text.utf8), as: format)
  }

  private func read(_ bytes: [UInt8], as format: RecordingFormat) throws -> ReadResult {
    let folder = try ScratchFolder()
    return format.reader.read(RecordingSource(path: try folder.write(bytes, to: "a.xml")))
  }

  private static let documents: [(RecordingFormat, [String])] = [
    (
      .dollarXML,
      [
        "<Gesture>", "<Stroke>", "<Point X='1' Y='2' T='3'/>", "<Point X='2' Y='2' T='9'/>",
        "</Stroke>", "</Gesture>",
      ]
    ),
    (
      .inkML,
      [
        "<ink>",
        "<traceFormat><channel name='X'/><channel name='Y'/><channel name='T'/></traceFormat>",
        "<trace>", "1 2 3, 2 2 9", "</trace>", "</ink>",
      ]
    ),
  ]

  /// Instructions, with data or without, in every place where one may be.
  @Test(arguments: [
    "<?x?>", "<?x ?>", "<?x y=\"<\" ?>", "<?x-y\n?>", "<!-- <?x?> -- & -->", "<!---->",
  ])
  func whatIsNoRecordingIsPassedOver(insertion: String) throws {
    for (format, lines) in Self.documents {
      let plain = try read(lines.joined(separator: "\n"), as: format)
      #expect(plain.problems.isEmpty && plain.sampleCount == 2)
      for place in 0...lines.count {
        var changed = lines
        changed.insert(insertion, at: place)
        let result = try read(changed.joined(separator: "\n"), as: format)
        #expect(result.recordings.map(\.strokes) == plain.recordings.map(\.strokes))
        #expect(result.problems.isEmpty && result.isComplete)
      }
    }
  }

  /// Encodings in which the bytes would mean something else than in UTF-8.
  @Test(arguments: ["UTF-7", "utf-16", "IBM037", "ISO-2022-JP", "no-such", ""])
  func otherEncodingsAreRefused(name: String) throws {
    for (format, lines) in Self.documents {
      let declaration = "<?xml version='1.0' encoding='\(name)'?>"
      let result = try read(declaration + lines.joined(), as: format)
      let problem = try #require(result.problems.first)
      #expect(result.recordings.isEmpty && !result.isComplete)
      #expect(problem.message.contains("encoding") && problem.value == name && problem.line == 1)
      #expect(problem.remedy.contains("UTF-8"))
    }
  }

  /// A document type that only text in UTF-7 shows.
  @Test func aHiddenDocumentTypeIsRefused() throws {
    let hidden = "+ADwAIQ-DOCTYPE a [<!ENTITY b 'c'>]+AD4-"
    let text = "<?xml version='1.0' encoding='UTF-7'?>\(hidden)<Gesture>+ACY-b;</Gesture>"
    let result = try read(text, as: .dollarXML)
    #expect(result.recordings.isEmpty && result.problems.first?.value == "UTF-7")
  }

  @Test(arguments: ["UTF-8", "utf8", "US-ASCII", "ISO-8859-1", "windows-1252"])
  func encodingsOfTheSameBytesAreRead(name: String) throws {
    for (format, lines) in Self.documents {
      let declaration = "<?xml version='1.0' encoding=\"\(name)\" standalone='yes' ?>\n"
      let result = try read(declaration + lines.joined(), as: format)
      #expect(result.problems.isEmpty && result.sampleCount == 2)
    }
    let latin = Array("<?xml version='1.0' encoding='ISO-8859-1'?><Gesture Name='é'/>".utf8)
    #expect(try read(latin, as: .dollarXML).problems.first?.value == "ISO-8859-1")
  }

  @Test func referencesStandForCharacters() throws {
    let text = """
      <Gesture Name="&lt;&#65;&#x42;&amp;&quot;&apos;&gt;&#x1F600;\tb\r\nc">
      <Point X='&#49;' Y='2' T='3'/></Gesture>
      """
    let result = try read(text, as: .dollarXML)
    let recording = try #require(result.recordings.first)
    #expect(recording.task == "<AB&\"'>\u{1F600} b c")
    #expect(recording.strokes[0].samples[0].position.x == 1 && result.problems.isEmpty)
    let ink = try read(
      "<ink><trace>1 &#50;&#x2C;<![CDATA[3 ]]>4\r\n, 5 6</trace></ink>", as: .inkML)
    #expect(
      ink.recordings.first?.strokes.first?.samples.map(\.position) == [[1, 2], [3, 4], [5, 6]])
  }

  /// Each is damage, said with its line, and no points after it are read.
  @Test(arguments: [
    ("<Gesture>\n<Point X='1' X='2'/>", "twice", 2), ("<Gesture>\n<a b=c/>", "attribute", 2),
    ("<Gesture>\n<a b='c'd='e'/>", "attribute", 2), ("<Gesture>\n<a b='<'/>", "attribute", 2),
    ("<Gesture>\n<a b/>", "attribute", 2), ("<Gesture>\n<1/>", "name", 2),
    ("<Gesture>\n</Gesture >\n<Gesture/>", "second", 3), ("<Gesture/>\ntext", "after", 2),
    ("text\n<Gesture/>", "missing", 1), ("<Gesture>\n&nbsp;</Gesture>", "reference", 1),
    ("<Gesture>\n<a b='&#0;'/></Gesture>", "reference", 2),
    ("<Gesture>\n<a b='&#+5;'/></Gesture>", "reference", 2),
    ("<Gesture>\n<a b='&#xFFFFFFFFF;'/></Gesture>", "reference", 2),
    ("<Gesture>\n\u{1}</Gesture>", "character", 1), ("<Gesture><a></b></Gesture>", "match", 1),
    ("<Gesture>\n<!-- ", "remark is not closed", 2), ("<Gesture>\n<?x ", "instruction", 2),
    ("<Gesture><![CDATA[ ", "CDATA", 1), ("<Gesture>\n<?xml version='1.0'?>", "declaration", 2),
    ("<Gesture>\n<a", "not closed", 2), ("<Gesture>\n<a b='", "attribute", 2),
    ("<Gesture>\n<", "name", 2), ("<?xml version='1.0'>\n<Gesture/>", "declaration", 1),
    ("<Gesture>\n<!DOCTYPE a>", "document types", 2), ("<?xml?", "declaration", 1),
  ])
  func damageIsSaid(text: String, message: String, line: Int) throws {
    let result = try read(text + "<Point X='1' Y='2' T='3'/>", as: .dollarXML)
    #expect(result.recordings.isEmpty && !result.isComplete)
    let problem = try #require(result.problems.last)
    #expect(problem.message.contains(message) && problem.line == line, "\(problem)")
  }

  @Test func anElementOfTooManyAttributesIsRefused() throws {
    func gesture(_ count: Int) -> String {
      "<Gesture \((0..<count).map { "a\($0)=''" }.joined(separator: " "))>"
        + "<Point X='1' Y='2' T='3'/></Gesture>"
    }
    #expect(try read(gesture(XMLScanner.attributeLimit), as: .dollarXML).problems.isEmpty)
    for count in [XMLScanner.attributeLimit + 1, 300_000] {
      let result = try read(gesture(count), as: .dollarXML)
      #expect(result.problems.first?.message.contains("more than 1000 attributes") == true)
    }
  }

  /// No beginning of a document, and none with a byte changed, is more than a problem.
  @Test func noPieceOfADocumentStopsTheReader() throws {
    for (format, lines) in Self.documents {
      let text =
        "<?xml version='1.0'?><?x?><!-- a -->"
        + lines.joined(separator: "\n").replacing("Stroke>", with: "Stroke><![CDATA[&]]>")
      let bytes = Array(text.utf8)
      for end in 0..<bytes.count {
        let result = try read(Array(bytes[..<end]), as: format)
        #expect(!result.isComplete && !result.problems.isEmpty, "\(format) \(end)")
      }
      for place in bytes.indices {
        for byte in Array("<>&?!/'-]= \u{1}\n".utf8) {
          var changed = bytes
          changed[place] = byte
          _ = XMLContentProbe.read(changed)
        }
      }
    }
  }
}

/// Reads a document of any kind to its end.
private enum XMLContentProbe {
  static func read(_ bytes: [UInt8]) -> Int {
    var scanner = XMLScanner(bytes)
    var parts = 0
    while (try? scanner.next()) != nil { parts += 1 }
    return parts
  }
}
