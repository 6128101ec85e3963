import Foundation

/// The public datasets that can be fetched: the content of `catalogue.json`, schema 1.
///
/// Each entry is a `dataset.json` in which every file also has an `address`, and in which `sha256`
/// and `bytes` are required.
package struct DatasetCatalogue: Hashable, Sendable {
  /// The schema that this version reads.
  package static let schema = 1
  /// The name of the file next to the bundled data sets.
  package static let fileName = "catalogue.json"

  /// The datasets, in the order of the file; their names differ.
  package let entries: [Entry]

  /// A dataset that can be fetched.
  package struct Entry: Hashable, Sendable {
    /// The description, which becomes the dataset's `dataset.json`.
    package let description: DatasetDescription
    /// What is to be downloaded, one for each file of the description.
    package let downloads: [Download]

    /// The size of all files, in bytes.
    package var bytes: Int { downloads.reduce(0) { $0 + $1.bytes } }
  }

  /// A file at its address.
  package struct Download: Hashable, Sendable {
    /// Where it is, by http or https.
    package let address: URL
    /// Where it goes: a path below the dataset's folder that cannot lead out of it.
    package let path: String
    /// The SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    package let sha256: String
    /// Its size, in bytes; at least 1.
    package let bytes: Int
  }

  /// Reads the catalogue at the path.
  ///
  /// Throws where the file is missing or no JSON of this schema, and where a value cannot be used:
  /// the problem names the file, the key (such as `datasets[0].files[3].path`) and a remedy.
  package static func read(path: String) throws(ReadProblem) -> DatasetCatalogue {
    let content = try JSONFile.read(
      CatalogueContent.self, path: path, schema: schema, noun: "catalogue",
      remedy: "correct the catalogue; an entry is a dataset.json with an address for each file")
    do {
      return DatasetCatalogue(entries: try content.checked())
    } catch {
      throw ReadProblem(
        file: path, field: error.key, value: error.value.map { ReadProblem.displayed($0) },
        message: error.message, remedy: "correct the catalogue")
    }
  }
}
