import Foundation
import TestSupport
import Testing

/// The page that says where each feature lives, against what is there.
@Suite struct FeatureHomesTests {
  private static let folder = Repository.root.appending(path: "docs")
  /// How many rows the table of features has.
  private static let count = 45

  private struct Row {
    var number: Int
    var cells: [String]
  }

  private let rows: [Row]

  init() throws {
    let page = try String(
      contentsOf: Self.folder.appending(path: "feature-homes.md"), encoding: .utf8)
    rows = page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count > 2, let number = Int(cells[1]) else { return nil }
      return Row(number: number, cells: cells)
    }
  }

  @Test func everyFeatureHasARow() {
    #expect(rows.map(\.number) == Array(1...Self.count))
    #expect(rows.allSatisfy { $0.cells.count == 7 })
  }

  @Test func everyHomeAndTestIsThere() throws {
    for row in rows {
      let homes = Self.links(in: row.cells[3])
      #expect(homes.count == 1, "row \(row.number)")
      let tests = Self.links(in: row.cells[4])
      #expect(!tests.isEmpty, "row \(row.number) has no test")
      for (name, path) in homes + tests {
        let file = Self.folder.appending(path: path)
        #expect(FileManager.default.fileExists(atPath: file.path), "row \(row.number): \(path)")
        guard path.contains("/Tests/") else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("struct \(name)"), "row \(row.number): \(path) has no \(name)")
      }
    }
  }

  /// Those that need nothing but the bundled sets.
  @Test func commandsThatNeedNoFileWork() throws {
    let workspace = try Workspace()
    try FileManager.default.createSymbolicLink(
      at: workspace.url("datasets"),
      withDestinationURL: Repository.root.appending(path: "datasets"))
    var run = 0
    for row in rows {
      let command = row.cells[5].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
      let words = command.split(separator: " ").map(String.init)
      guard words.first == "nextpoint", !words.contains("FILE") else { continue }
      run += 1
      let result = try workspace.nextpoint(arguments: Array(words.dropFirst()))
      #expect(result.code == 0, "row \(row.number): \(result.standardError.prefix(500))")
    }
    #expect(run >= 10)
  }

  private static func links(in cell: String) -> [(name: String, path: String)] {
    cell.matches(of: /\[([^\]]+)\]\(([^)]+)\)/).map { (String($0.1), String($0.2)) }
  }
}
