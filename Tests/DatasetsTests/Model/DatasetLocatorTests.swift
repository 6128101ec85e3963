import Foundation
import TestSupport
import Testing
import TouchInput

@testable import Datasets

@Suite struct DatasetLocatorTests {
  private let folder: ScratchFolder
  private let locator: DatasetLocator

  init() throws {
    folder = try ScratchFolder()
    for (path, name) in [
      ("sets/one", "first"), ("sets/group/b", "g-b"), ("sets/group/a", "g-a"), ("more/x", "first"),
      ("more/y", "other"),
    ] {
      let description = DatasetDescription(name: name, unit: .pixel, nominalRate: 60, files: [])
      try folder.write(description.json, to: "\(path)/dataset.json")
    }
    try folder.write("{", to: "sets/broken/dataset.json")
    try folder.write("stroke,t_s,x,y\n1,0,0,0\n", to: "sets/loose/a.csv")
    locator = DatasetLocator(searchFolders: ["\(folder.path)/sets", "\(folder.path)/more", "/none"])
  }

  private func names(_ text: String) throws -> [String] { try locator.resolve(text).map(\.name) }

  @Test func allDatasetsAreKnownInOrder() {
    #expect(locator.known().map(\.name) == ["broken", "g-a", "g-b", "first", "first", "other"])
  }

  @Test func namesFoldersAndGroups() throws {
    #expect(try names("other") == ["other"])
    #expect(try names("y") == ["other"])
    #expect(try names("group") == ["g-a", "g-b"])
    #expect(try names("group/") == ["g-a", "g-b"])
    #expect(try names("group/b") == ["g-b"])
    #expect(try locator.resolve("first").first?.path == "\(folder.path)/sets/one")
    #expect(try names("\(folder.path)/more") == ["first", "other"])
    #expect(try names("\(folder.path)/more/y/") == ["other"])
  }

  @Test func loneFiles() throws {
    let path = "\(folder.path)/sets/loose/a.csv"
    #expect(try locator.resolve(path) == [DatasetReference(name: "a", location: .file(path))])
  }

  @Test(arguments: ["nosuch", "", "/none/of/these", "./nosuch"])
  func whatIsNotThereListsWhatIs(name: String) throws {
    let error = try #require(throws: DatasetNotFound.self) { try locator.resolve(name) }
    #expect(error.known.contains("other") && error.searchFolders.count == 3)
    let text = "\(error)"
    #expect(text.contains("'\(name)'") && text.contains("g-a") && text.contains("/more"))
    #expect(text.contains("NEXTPOINT_DATASETS"))
  }

  @Test func aFolderOfRecordingsIsADataset() throws {
    let path = "\(folder.path)/sets/loose"
    #expect(
      try locator.resolve(path) == [DatasetReference(name: "loose", location: .folder(path))])
  }

  @Test func aFolderWithoutDatasetsSaysSo() throws {
    try folder.write("nothing\n", to: "sets/empty/notes.txt")
    let problem = try #require(throws: ReadProblem.self) {
      try locator.resolve("\(folder.path)/sets/empty")
    }
    #expect(problem.message.contains("dataset.json") && !problem.remedy.isEmpty)
  }

  @Test func theUsualPlaces() throws {
    let here = "\(folder.path)/project/deep"
    try folder.write("x", to: "project/datasets/note.txt")
    try folder.write("x", to: "build/datasets/note.txt")
    try folder.write("x", to: "project/deep/note.txt")
    let locator = DatasetLocator(
      currentFolder: here, executablePath: "\(folder.path)/build/debug/nextpoint",
      environmentValue: "/extra::/other:/extra")
    let relevant = locator.searchFolders.filter {
      $0.hasPrefix(folder.path) || $0.hasPrefix("/extra") || $0.hasPrefix("/other")
    }
    #expect(
      relevant == [
        "\(folder.path)/project/datasets", "\(folder.path)/build/datasets", "/extra", "/other",
      ])
  }
}
