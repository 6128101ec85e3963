import Datasets
import Foundation
import Testing
import TouchInput

/// The sets that NEXTPOINT_DATASETS names; tests of them are skipped where it is not set.
enum RealDatasets {
  private static let locator = DatasetLocator(
    searchFolders: (ProcessInfo.processInfo.environment["NEXTPOINT_DATASETS"] ?? "")
      .split(separator: ":").map(String.init))

  static func has(_ name: String) -> Bool { locator.known().contains { $0.name == name } }

  static func recordings(_ name: String) throws -> [Recording] {
    let reference = try #require(try locator.resolve(name).first)
    let set = try Dataset.load(reference)
    #expect(set.problems.isEmpty)
    return set.recordings
  }
}
