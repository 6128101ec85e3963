import Datasets
import Foundation
import Reporting

extension RunFolder {
  /// What the commands that work in run directories write into them.
  ///
  /// A directory is recognized by the content of its manifest, its plan or a piece, not by their names,
  /// which other programs use too.
  static let content = FolderContent("a run directory") { folder in
    guard
      (try? RunFolder.manifest(in: folder)) != nil || SweepRecord(in: folder) != nil
        || PieceFile.isIn("\(folder)/\(SweepRecord.shardsName)")
    else { return nil }
    return isWritten
  }

  private static let names: Set = [
    manifestName, scoresName, floorsName, SweepRecord.fileName, PredictionsCSV.fileName,
    "timings.csv", "failures.csv", "report.html", "methods.txt", "table.tex", "table.md",
    "cells.csv",
    "search.csv", "trials.csv", "comparisons.csv", "folds.csv",
  ]

  /// Indicates whether a path in a run directory is one that is written.
  static func isWritten(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return names.contains(path) }
    let name = String(parts[1])
    guard parts.count == 2 else { return false }
    switch String(parts[0]) {
    case SweepRecord.shardsName:
      return name.isEmpty
        || name.hasPrefix(SweepRecord.pieceName.prefix)
          && (name.hasSuffix(SweepRecord.pieceName.suffix) || name.hasSuffix(".predictions.csv"))
    case "figures": return name.isEmpty || name.hasSuffix(".svg")
    case WorstReplays.folder: return name.isEmpty || name.hasSuffix(".html")
    default: return false
    }
  }
}
