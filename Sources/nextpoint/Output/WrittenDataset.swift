import Datasets
import Reporting

/// A summary of a data set that was written.
struct WrittenDataset {
  private let name: String
  private let files: Int
  private let samples: Int
  private let bytes: Int
  private let folder: String

  /// What was written to a folder.
  ///
  /// - Parameters:
  ///   - content: The set.
  ///   - folder: The folder.
  ///   - known: How many samples it has; nil for a set of plain CSV, where they are counted.
  init(_ content: DatasetContent, folder: String, samples known: Int? = nil) {
    name = content.description.name
    files = content.texts.count
    // Each line but a file's header is a sample.
    samples = known ?? content.texts.reduce(-files) { $0 + $1.utf8.count { $0 == 0x0A } }
    bytes = content.texts.reduce(0) { $0 + $1.utf8.count }
    self.folder = folder
  }

  /// A row each.
  static func table(_ made: [WrittenDataset]) -> OutputTable {
    OutputTable(
      columns: [.init("dataset"), .init("files"), .init("samples"), .init("bytes"), .init("path")],
      rows: made.map { set in
        [
          .text(set.name), .integer(set.files), .integer(set.samples), .integer(set.bytes),
          .text(set.folder),
        ]
      })
  }
}
