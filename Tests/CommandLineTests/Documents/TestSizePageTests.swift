import Foundation
import TestSupport
import Testing

/// The table of test sizes in `docs/verification.md` against the tests.
@Suite struct TestSizePageTests {
  @Test func everyFileWithSizesIsInTheTable() throws {
    let folder = Repository.root.appending(path: "Tests")
    let files =
      FileManager.default.enumerator(atPath: folder.path)?
      .compactMap { $0 as? String }.filter { $0.hasSuffix("Tests.swift") } ?? []
    var sized: Set<String> = []
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      guard text.contains(/TestSize\.(?:of|seeds|isFull)/) else { continue }
      sized.insert(URL(filePath: file).deletingPathExtension().lastPathComponent)
    }
    let section = try #require(
      Repository.text("docs/verification.md")
        .split(separator: "## Sizes of everyday tests").last?.split(separator: "\n## ").first)
    let listed = section.matches(of: /\n\| `(\w+)` \|/).map { String($0.output.1) }
    #expect(Set(listed) == sized)
    #expect(listed.count == Set(listed).count)
  }
}
