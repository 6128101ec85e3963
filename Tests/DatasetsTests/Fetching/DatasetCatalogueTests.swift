import Foundation
import TestSupport
import Testing

@testable import Datasets

/// The catalogue in the repository, against the sets on this machine that it describes.
@Suite struct DatasetCatalogueTests {
  static let path = Repository.root
    .appending(path: "datasets/\(DatasetCatalogue.fileName)").path

  static let names = [
    "henze-2017", "inkable", "evemu-devices", "dollar-gestures", "monkeyhelper",
  ]

  @Test func everyAddressIsThatOfItsSource() throws {
    let catalogue = try DatasetCatalogue.read(path: Self.path)
    #expect(catalogue.entries.map(\.description.name) == Self.names)
    for entry in catalogue.entries {
      let source = try #require(entry.description.source)
      let repository = source.repository.replacing("https://github.com/", with: "")
      #expect(source.commit.utf8.count == 40)
      for (file, download) in zip(entry.description.files, entry.downloads) {
        let path = try #require(file.sourcePath)
        let escaped = try #require(
          path.addingPercentEncoding(
            withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "/-._~"))))
        #expect(
          download.address.absoluteString
            == "https://raw.githubusercontent.com/\(repository)/\(source.commit)/\(escaped)")
        #expect(download.path == file.path && download.bytes == file.bytes)
      }
      #expect(!entry.description.licence.isEmpty && !entry.description.citation.isEmpty)
    }
  }

  /// An entry says of its set, and of each file, what the set itself says.
  @Test(arguments: names)
  func anEntryIsTheDescriptionOfItsSet(name: String) throws {
    guard RealDatasets.has(name) else {
      print("skipped: NEXTPOINT_DATASETS has no \(name)")
      return
    }
    let catalogue = try DatasetCatalogue.read(path: Self.path)
    let entry = try #require(catalogue.entries.first { $0.description.name == name })
    let folder = try #require(RealDatasets.folder(of: name))
    let described = try DatasetDescription.read(path: "\(folder)/dataset.json")
    #expect(entry.description == described)
    for download in entry.downloads {
      #expect(
        FileDownloader.isPresent(download, at: "\(folder)/\(download.path)"), "\(download.path)")
    }
  }
}
