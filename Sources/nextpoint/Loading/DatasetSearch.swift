import Datasets
import Foundation

/// Where the commands look for datasets, and how they report what they find.
enum DatasetSearch {
  /// The variable that names extra folders, separated by colons.
  static let environmentVariable = "NEXTPOINT_DATASETS"

  /// The locator for the current folder, this executable and the environment.
  static func locator() -> DatasetLocator {
    DatasetLocator(
      currentFolder: FileManager.default.currentDirectoryPath,
      executablePath: Bundle.main.executablePath ?? CommandLine.arguments.first,
      environmentValue: ProcessInfo.processInfo.environment[environmentVariable])
  }

  /// The datasets that the names, folders and files stand for, each once, in the order given.
  static func references(
    _ names: [String], in locator: DatasetLocator = locator()
  ) throws(CommandFailure) -> [DatasetReference] {
    var seen: Set<String> = []
    var found: [DatasetReference] = []
    for name in names {
      do {
        found += try locator.resolve(name).filter { seen.insert($0.path).inserted }
      } catch {
        throw .noData("\(error)")
      }
    }
    return found
  }

  /// The dataset; where its description cannot be read, that is a failure with exit code 65.
  static func load(
    _ reference: DatasetReference, returningStrokes: ReturningStrokes? = nil
  ) throws(CommandFailure) -> LoadedDataset {
    do {
      return try Dataset.load(reference, returningStrokes: returningStrokes)
    } catch {
      throw .noData("\(error)")
    }
  }

  /// The one dataset that a name stands for, with a warning for each of its problems.
  ///
  /// - Parameters:
  ///   - name: A name, a folder or a file.
  ///   - flag: The flag that it was given to.
  /// - Returns: The dataset.
  /// - Throws: A usage error for several datasets; exit code 65 where it cannot be read.
  static func loadOnly(_ name: String, flag: String) throws(CommandFailure) -> LoadedDataset {
    let references = try references([name])
    guard references.count == 1, let reference = references.first else {
      throw .usage("\(flag) \(name) is more than one data set; name one")
    }
    let loaded = try load(reference)
    for problem in loaded.problems { Terminal.warn(problem) }
    return loaded
  }

  /// The path for people: relative where it lies below the current folder.
  static func shown(_ path: String) -> String {
    let current = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
  }
}
