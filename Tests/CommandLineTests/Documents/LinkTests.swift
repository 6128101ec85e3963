import Foundation
import TestSupport
import Testing

/// Every relative link in the pages of the repository leads to a file, and to a heading that exists.
@Suite struct LinkTests {
  private static let folders = [
    "docs", "experiments", "Benchmarks", "scripts", "Tests/TestSupport",
  ]

  /// The paths of all pages, from the root.
  private static func pages() throws -> [String] {
    let top = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
    let nested = try folders.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: Repository.root.appending(path: folder).path
      ).map { "\(folder)/\($0)" }
    }
    return (top + nested).filter { $0.hasSuffix(".md") && !$0.contains("/.build") }.sorted()
  }

  /// The text without blocks of code, which may show what looks like a link.
  private static func prose(_ text: String) -> [Substring] {
    var isCode = false
    return text.split(separator: "\n").filter { line in
      if line.hasPrefix("```") { isCode.toggle() }
      return !isCode && !line.hasPrefix("```")
    }
  }

  /// The anchors of a page's headings, as GitHub makes them.
  static func anchors(_ text: String) -> Set<String> {
    var seen: [String: Int] = [:]
    var anchors: Set<String> = []
    for line in prose(text) where line.hasPrefix("#") {
      let title = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
      let anchor = title.replacing(" ", with: "-").filter {
        $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
      }
      let count = seen[anchor, default: 0]
      seen[anchor] = count + 1
      anchors.insert(count == 0 ? anchor : "\(anchor)-\(count)")
    }
    return anchors
  }

  /// The targets of the links in a page.
  static func targets(_ text: String) -> [String] {
    let line = prose(text).joined(separator: "\n")
    let links = line.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.1) }
    return links + line.matches(of: #/\bsrc="([^"]+)"/#).map { String($0.1) }
  }

  /// What is wrong with the links of a page.
  private static func faults(in page: String, _ text: String) -> [String] {
    let folder = Repository.root.appending(path: page).deletingLastPathComponent()
    return targets(text).compactMap { target in
      guard !target.contains("://"), !target.hasPrefix("mailto:") else { return nil }
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file =
        parts[0].isEmpty
        ? Repository.root.appending(path: page) : folder.appending(path: String(parts[0]))
      guard FileManager.default.fileExists(atPath: file.standardizedFileURL.path) else {
        return "\(page): \(target): there is no such file"
      }
      guard parts.count == 2, file.pathExtension == "md" else { return nil }
      let there = (try? String(contentsOf: file.standardizedFileURL, encoding: .utf8)) ?? ""
      return anchors(there).contains(String(parts[1]))
        ? nil : "\(page): \(target): there is no such heading"
    }
  }

  @Test func everyRelativeLinkLeadsSomewhere() throws {
    let pages = try Self.pages()
    #expect(pages.count > 80)
    let faults = try pages.flatMap { Self.faults(in: $0, try Repository.text($0)) }
    #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
  }

  @Test func aBrokenLinkIsFound() {
    let text = """
      # A page
      [gone](gone.md), [no heading](README.md#nosuch), [here](#results), [README](README.md#results)
      ```
      [code](code.md)
      ```
      <img src="gone.svg"> [elsewhere](https://example.org/gone)
      """
    let faults = Self.faults(in: "README.md", text)
    #expect(faults.count == 3, "\(faults)")
    #expect(Self.anchors(text) == ["a-page"])
  }
}
