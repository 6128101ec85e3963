import Datasets
import Evaluation
import Foundation

/// All figures of a run.
public struct Figures: Sendable {
  /// The figures, by data set in the order of the table.
  public let all: [Figure]

  /// Creates the figures of a report; equal reports give byte-identical figures.
  public init(_ report: RunReport) { all = report.datasets.flatMap(\.figures) }

  /// Writes each figure as an SVG file.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is created if needed.
  ///   - replacing: Whether files of the same names may be replaced.
  /// - Returns: The names of the files, in the order of `all`.
  /// - Throws: `FileWriteError` for the first file that cannot be written.
  public func write(to folder: String, replacing: Bool) throws(FileWriteError) -> [String] {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw FileWriteError(path: folder, reason: SystemReason.text(error))
    }
    var names: [String] = []
    for figure in all {
      let name = "\(figure.name).svg"
      try AtomicFile.write(figure.file, to: "\(folder)/\(name)", replacing: replacing)
      names.append(name)
    }
    return names
  }
}

extension DatasetScores {
  /// The names of the data sets, in the order of the table.
  static func datasets(of groups: [DatasetScores]) -> [String] {
    var seen: Set<String> = []
    return groups.map(\.group.dataset).filter { seen.insert($0).inserted }
  }
}
