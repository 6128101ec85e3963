import Foundation
import TestSupport
import Testing

/// The Swift examples of pages and documentation comments, which `Tests/EmbeddingPackage` compiles from outside.
@Suite struct SwiftExamplesTests {
  private static let package = "Tests/EmbeddingPackage/Sources"
  private static let targets = [
    "EmbeddedPrediction", "OutsideEvaluation", "OutsideInk", "PageExamples",
  ]

  /// The libraries that an application can import.
  private static let libraries = [
    "MotionNumerics", "TouchInput", "MotionPrediction", "DigitalInk", "Datasets", "Evaluation",
    "Reporting",
  ]

  @Test func everyTargetIsChecked() throws {
    let folder = Repository.root.appending(path: Self.package).path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == Self.targets)
  }

  /// Type-checked against the modules beside these tests, as code outside the package, which sees what is public.
  @Test(arguments: targets)
  func theTargetCompiles(target: String) throws {
    let result = try compile(try Self.files(in: "\(Self.package)/\(target)", ending: "swift"))
    #expect(result.code == 0, "\(result.standardError)")
  }

  /// So that the check above is not passed by anything.
  @Test func whatIsNotPublicIsRefused() throws {
    let workspace = try Workspace()
    try workspace.write("a.swift", "import TouchInput\nlet all = TouchBatching.usualRefreshRate\n")
    let result = try compile([workspace.url("a.swift")])
    #expect(result.code != 0 && result.standardError.contains("TouchBatching"))
  }

  @Test func everyExampleIsInThePackage() throws {
    let sources = try Self.files(in: Self.package, ending: "swift").map { try Self.lines(of: $0) }
    var count = 0
    for page in try Self.pages() {
      for example in Self.examples(in: try String(contentsOf: page, encoding: .utf8)) {
        count += 1
        let isThere = sources.contains { Self.contains($0, example) }
        #expect(isThere, "\(page.path): no file of \(Self.package) has this example: \(example)")
      }
    }
    #expect(count >= 15)
  }

  @Test func everyNamedTypeIsCreated() throws {
    let outside = try Self.files(in: Self.package, ending: "swift")
      .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    let types = try Self.publicTypes()
    var named: Set<String> = []
    for page in try Self.pages() where page.pathExtension == "md" {
      let text = try String(contentsOf: page, encoding: .utf8)
        .replacing(/(?s)```.*?```/, with: "")
      for code in text.matches(of: /`+([^`\n]+)`+/) {
        for word in code.1.matches(of: /[A-Z][A-Za-z0-9]+/) { named.insert(String(word.0)) }
      }
    }
    let missing = try named.intersection(types).filter { name in
      let use = try Regex("\\b\(name)(<\\w+>)?[(.]|[:!] ?\\[?(any )?\(name)\\b")
      return !outside.contains(use)
    }
    #expect(
      missing.isEmpty, "\(missing.sorted()) are named on pages; create them in \(Self.package)")
    #expect(named.intersection(types).count > 60)
  }

  @Test func examplesAreFoundInPagesAndComments() {
    let page = "Text.\n```swift\nimport A\n\nlet a = 1\n```\n```sh\nls\n```\n"
    #expect(Self.examples(in: page) == [["let a = 1"]])
    let comment = "  /// ```swift\n  /// let b = 2\n  ///   .then(c)\n  /// ```\n  let b = 3\n"
    #expect(Self.examples(in: comment) == [["let b = 2", ".then(c)"]])
    #expect(
      Self.contains(["a", "b", "c"], ["b", "c"]) && !Self.contains(["a", "b"], ["b", "c"]))
  }

  // MARK: - Reading

  /// The pages, and the sources, whose comments have examples too.
  private static func pages() throws -> [URL] {
    try [Repository.root.appending(path: "README.md")] + files(in: "docs", ending: "md")
      + libraries.flatMap { library in
        try files(in: "Sources/\(library)", ending: "md")
          + files(in: "Sources/\(library)", ending: "swift")
      }
  }

  private static func files(in folder: String, ending: String) throws -> [URL] {
    let root = Repository.root.appending(path: folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return names.filter { $0.hasSuffix(".\(ending)") }.sorted().map { root.appending(path: $0) }
  }

  /// The names of the public structs, classes and enumerations of the libraries.
  private static func publicTypes() throws -> Set<String> {
    var types: Set<String> = []
    for library in libraries {
      for file in try files(in: "Sources/\(library)", ending: "swift") {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: /(?m)^public (?:final )?(?:struct|class|enum) (\w+)/) {
          types.insert(String(match.1))
        }
      }
    }
    return types
  }

  /// The fenced Swift blocks of a page, or of documentation comments, line by line.
  private static func examples(in text: String) -> [[String]] {
    var examples: [[String]] = []
    var (isOpen, isComment) = (false, false)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var words = line.drop { $0 == " " }
      let isMarked = words.hasPrefix("///")
      if isMarked, isComment || !isOpen { words = words.dropFirst(3).drop { $0 == " " } }
      if words == "```swift" {
        (isOpen, isComment) = (true, isMarked)
        examples.append([])
      } else if words.hasPrefix("```") {
        isOpen = false
      } else if isOpen, let code = code(words) {
        examples[examples.count - 1].append(code)
      }
    }
    return examples
  }

  private static func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { code($0) }
  }

  /// A line with single blanks between its words; nil for an empty one, and for an import, which stands elsewhere.
  private static func code(_ line: Substring) -> String? {
    let text = line.split(separator: " ").joined(separator: " ")
    return text.isEmpty || text.hasPrefix("import ") ? nil : text
  }

  private static func contains(_ lines: [String], _ part: [String]) -> Bool {
    guard let first = part.first, lines.count >= part.count else { return false }
    return lines.indices.contains { start in
      lines[start] == first && Array(lines[start...].prefix(part.count)) == part
    }
  }

  // MARK: - Compiling

  private func compile(_ files: [URL]) throws -> CommandResult {
    let build = URL(fileURLWithPath: BuiltExecutable.path).deletingLastPathComponent().path
    let sources = Repository.root.appending(path: "Sources").path
    let maps = [
      "CLoops/include/module.modulemap", "CLAPACKE/module.modulemap", "CLibcrypto/module.modulemap",
    ]
    let options = maps.map { "-Xcc -fmodule-map-file='\(sources)/\($0)'" }.joined(separator: " ")
    let names = files.map { "'\($0.path)'" }.joined(separator: " ")
    return try Workspace().shell(
      "swiftc -typecheck -swift-version 6 -module-name Outside -I '\(build)/Modules' "
        + "\(options) \(names)")
  }
}
