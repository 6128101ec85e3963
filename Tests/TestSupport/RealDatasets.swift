import Datasets
import Foundation
import Synchronization
import TouchInput

/// The data sets of devices, in the folders that `NEXTPOINT_DATASETS` names.
///
/// Tests that need one are skipped where it is absent.
package enum RealDatasets {
  package static let variable = "NEXTPOINT_DATASETS"

  /// The folders as the variable names them, separated by colons; empty where it is not set.
  package static let folders = ProcessInfo.processInfo.environment[variable] ?? ""

  private static let sets = DatasetLocator(
    searchFolders: folders.split(separator: ":").map(String.init)
  ).known()
  private static let loaded = Mutex([String: LoadedDataset]())

  /// The names of all sets that are there.
  package static let names = sets.map(\.name)

  /// Whether a set is there.
  package static func has(_ name: String) -> Bool { names.contains(name) }

  /// The folder of a set; nil where it is absent.
  package static func folder(of name: String) -> String? { sets.first { $0.name == name }?.path }

  /// Returns a set, which is read once for all tests of a process.
  package static func load(_ name: String) throws -> LoadedDataset {
    guard let reference = sets.first(where: { $0.name == name }) else { throw Missing(name: name) }
    return try loaded.withLock { loaded in
      if let known = loaded[name] { return known }
      let set = try Dataset.load(reference)
      loaded[name] = set
      return set
    }
  }

  /// Returns the recordings of a set of which every file must be readable.
  package static func recordings(_ name: String) throws -> [Recording] {
    let set = try load(name)
    guard set.problems.isEmpty else { throw Unreadable(problems: "\(set.problems)") }
    return set.recordings
  }

  private struct Missing: Error { let name: String }
  private struct Unreadable: Error { let problems: String }
}
