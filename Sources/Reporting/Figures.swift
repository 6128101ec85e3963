import Evaluation
import Foundation

/// All figures of a run, as they stand in the page and as files.
public struct Figures: Sendable {
  /// The figures, by data set in the order of the table.
  public let all: [Figure]

  /// Draws the figures of a table's pooled scores.
  ///
  /// Equal tables give equal figures, byte for byte.
  public init(_ table: ScoreTable) {
    let groups = DatasetScores.all(of: table)
    let wholes = DatasetScores.wholes(of: groups)
    // Slugs are those of the page, which also has data sets without a whole.
    let names = DatasetScores.datasets(of: groups)
    let slugs = Dictionary(
      zip(names, Slug.distinct(names)).map { ($0, $1) }, uniquingKeysWith: { first, _ in first })
    all = wholes.map { ($0, slugs[$0.group.dataset] ?? "") }.flatMap { scores, slug in
      let figures = DatasetFigures(scores, slug: slug)
      let maps = WindowMaps(scores, slug: slug)
      return HeadlineMeasure.allCases.compactMap(figures.chart)
        + [figures.scatter()].compactMap { $0 }
        + HeadlineMeasure.allCases.flatMap(maps.figures)
    }
  }

  /// Writes each figure as an SVG file.
  ///
  /// - Parameter folder: Where they go; it is made if it does not exist.
  /// - Returns: The names of the files, in the order of `all`.
  /// - Throws: `FileWriteError` for the first file that cannot be written.
  public func write(to folder: String) throws(FileWriteError) -> [String] {
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw FileWriteError(path: folder, reason: SystemReason.text(error))
    }
    var names: [String] = []
    for figure in all {
      let name = "\(figure.name).svg"
      try AtomicFile.write(figure.file, to: "\(folder)/\(name)")
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

  /// The scores of whole data sets that figures show: pooled ones, or participant means without them.
  static func wholes(of groups: [DatasetScores]) -> [DatasetScores] {
    var order: [String] = []
    var chosen: [String: DatasetScores] = [:]
    for scores in groups where scores.group.isWhole {
      let dataset = scores.group.dataset
      if chosen[dataset] == nil { order.append(dataset) }
      if chosen[dataset] == nil || scores.group.aggregation == .pooled { chosen[dataset] = scores }
    }
    return order.compactMap { chosen[$0] }
  }
}
