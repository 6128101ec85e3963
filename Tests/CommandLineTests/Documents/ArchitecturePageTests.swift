import Foundation
import TestSupport
import Testing

/// The tree on docs/architecture.md, against the folders of the repository.
@Suite struct ArchitecturePageTests {
  /// The most Swift files that a folder may hold directly.
  private static let mostFiles = 25

  /// Folders whose own folders the page does not list.
  private static let data = ["Tests/TestSupport/WorkedCases", "Tests/EmbeddingPackage"]

  /// The folders in the page's tree, each with its sentence.
  private static func listed() throws -> [String: String] {
    let blocks = try Repository.text("docs/architecture.md").components(separatedBy: "```\n")
    try #require(blocks.count >= 2, "the page has no tree")
    var folders: [String: String] = [:]
    var above: [String] = []
    for line in blocks[1].split(separator: "\n") {
      let depth = line.prefix { $0 == " " }.count / 2
      let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 1)
      try #require(depth <= above.count && words[0].hasSuffix("/"), "\(line)")
      above = above.prefix(depth) + [String(words[0].dropLast())]
      let path = above.joined(separator: "/")
      #expect(folders[path] == nil, "\(path) is listed twice")
      folders[path] = words.count > 1 ? words[1].trimmingCharacters(in: .whitespaces) : ""
    }
    return folders
  }

  /// The folders of the repository, each with the number of Swift files directly inside.
  private static func real() throws -> [String: Int] {
    var folders: [String: Int] = [:]
    for top in ["Sources", "Tests"] {
      folders[top] = 0
      let found = try FileManager.default.subpathsOfDirectory(
        atPath: Repository.root.appending(path: top).path)
      for path in found {
        var isFolder: ObjCBool = false
        let full = Repository.root.appending(path: "\(top)/\(path)").path
        _ = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
        if isFolder.boolValue { folders["\(top)/\(path)", default: 0] += 0 }
        if path.hasSuffix(".swift") {
          folders["\(top)/\(path)".deletingLastComponent, default: 0] += 1
        }
      }
    }
    return folders.filter { folder, _ in
      !folder.hasSuffix(".docc") && !data.contains { folder.hasPrefix("\($0)/") }
    }
  }

  @Test func everyListedFolderExists() throws {
    let real = try Self.real()
    for folder in try Self.listed().keys.sorted() {
      #expect(real[folder] != nil, "docs/architecture.md lists \(folder), which does not exist")
    }
  }

  /// A folder of tests need not be listed if it has the name of the folder that it tests.
  @Test func everyFolderIsListed() throws {
    let listed = try Self.listed()
    let real = try Self.real()
    for folder in real.keys.sorted() where listed[folder] == nil {
      let parts = folder.split(separator: "/").map(String.init)
      let module = parts.count > 2 ? parts[1].replacing("Tests", with: "") : ""
      let tested = (["Sources", module] + parts.dropFirst(2)).joined(separator: "/")
      #expect(
        parts[0] == "Tests" && parts.count > 2 && real[tested] != nil,
        "docs/architecture.md does not list \(folder)")
    }
  }

  /// A folder that only groups others needs no sentence; nor does a target of tests.
  @Test func everyFolderWithFilesHasASentence() throws {
    let real = try Self.real()
    for (folder, sentence) in try Self.listed() where (real[folder] ?? 0) > 0 {
      let isTarget = folder.hasPrefix("Tests/") && folder.hasSuffix("Tests")
      #expect(isTarget || sentence.count > 3, "\(folder) has no sentence")
    }
  }

  /// The tasks of docs/find-the-room.md, two tables of twenty.
  @Test func everyRoomHoldsWhatItsRowSays() throws {
    let rows = try Repository.text("docs/find-the-room.md").split(separator: "\n").map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: [" ", "`"]) }
    }.filter { $0.count == 5 && Int($0[0]) != nil }
    let numbers = (1...20).map(String.init)
    #expect(rows.map { $0[0] } == numbers + numbers)
    for row in rows {
      let words = try Repository.text(row[2]).split { !$0.isLetter && !$0.isNumber }
      let declares = zip(words, words.dropFirst()).contains { keyword, name in
        ["struct", "enum", "class", "protocol", "extension"].contains(keyword) && name == row[3]
      }
      #expect(declares, "\(row[2]) does not declare \(row[3])")
    }
  }

  @Test func noFolderIsAHall() throws {
    for (folder, count) in try Self.real() {
      #expect(count <= Self.mostFiles, "\(folder) holds \(count) Swift files")
    }
  }
}

extension String {
  fileprivate var deletingLastComponent: String {
    lastIndex(of: "/").map { String(self[..<$0]) } ?? ""
  }
}
