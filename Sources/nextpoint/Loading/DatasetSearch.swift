import Datasets
import Foundation
import MotionPrediction

/// Where the commands look for data sets, and how they load them.
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
  ///
  /// Several of one name get names of their own, by their folders or extensions.
  static func references(
    _ names: [String]
  ) throws(CommandFailure) -> [DatasetReference] {
    let locator = locator()
    var seen: Set<String> = []
    var found: [DatasetReference] = []
    for name in names {
      found += try resolved(name, by: locator).filter { seen.insert($0.path).inserted }
    }
    return found.withDistinctNames
  }

  /// Whether a name, folder or file stands for data sets.
  static func finds(_ name: String) -> Bool { (try? locator().resolve(name)) != nil }

  /// What a name stands for; the error for an unknown one says which was probably meant.
  private static func resolved(
    _ name: String, by locator: DatasetLocator
  ) throws(CommandFailure) -> [DatasetReference] {
    try CommandFailure.asNoData {
      do { return try locator.resolve(name) } catch let error as DatasetNotFound {
        guard let meant = error.known.nearest(to: name) else { throw error }
        throw CommandFailure.noData("\(error); did you mean '\(meant)'?")
      }
    }
  }

  /// Loads a data set and prints the warnings about it, but not its problems.
  ///
  /// Without `keepsStrokes`, strokes are only counted (`Dataset.survey(_:)`).
  ///
  /// - Throws: Exit code 65 if its description cannot be read.
  static func load(
    _ reference: DatasetReference, reading: ReadingOptions, keepsStrokes: Bool = true
  ) throws(CommandFailure) -> LoadedDataset {
    let loaded = try CommandFailure.asNoData {
      keepsStrokes
        ? try Dataset.load(reference, options: reading)
        : try Dataset.survey(reference, options: reading)
    }
    for warning in loaded.warnings { Terminal.warn(warning) }
    return loaded
  }

  /// The one data set that a name, folder or file stands for.
  ///
  /// - Throws: A usage error for several data sets; exit code 65 if there is none.
  static func only(_ name: String) throws(CommandFailure) -> DatasetReference {
    let references = try references([name])
    guard references.count == 1, let reference = references.first else {
      throw .usage(
        "'\(name)' stands for \(references.count) data sets; name one: "
          + references.map(\.name).joined(separator: ", "))
    }
    return reference
  }

  /// Loads the one data set that a name stands for, with a warning for each of its problems.
  ///
  /// - Throws: A usage error for several data sets; exit code 65 if it cannot be read.
  static func loadOnly(
    _ name: String, reading: ReadingOptions
  ) throws(CommandFailure) -> LoadedDataset {
    let loaded = try load(only(name), reading: reading)
    for problem in loaded.problems { Terminal.warn(problem) }
    return loaded
  }

  /// Returns the path to show: relative if it lies below the current folder.
  static func shown(_ path: String) -> String {
    let current = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(current) ? String(path.dropFirst(current.count)) : path
  }
}

extension [DatasetReference] {
  /// The references, of which those of one name are named by the ends of their paths that differ.
  fileprivate var withDistinctNames: [DatasetReference] {
    let alike = Dictionary(grouping: self, by: \.name).filter { $0.value.count > 1 }
    guard !alike.isEmpty else { return self }
    return map { reference in
      guard let others = alike[reference.name] else { return reference }
      var result = reference
      result.name = reference.name(among: others)
      return result
    }
  }
}

extension DatasetReference {
  /// Returns the shortest end of the path that no other has, without its extension if that is enough.
  fileprivate func name(among others: [DatasetReference]) -> String {
    let parts = Self.parts(path)
    let paths = others.map { Self.parts($0.path) }
    for hidesExtension in [true, false] {
      let shorten = { (parts: [String], count: Int) in
        let end = parts.suffix(count).joined(separator: "/")
        return hidesExtension && isFile
          ? URL(fileURLWithPath: "/" + end).deletingPathExtension().path
            .dropFirst() : end[...]
      }
      for count in 1...Swift.max(parts.count, 1) {
        let ends = paths.map { shorten($0, count) }
        if Set(ends).count == ends.count { return String(shorten(parts, count)) }
      }
    }
    return path
  }

  private var isFile: Bool {
    if case .file = location { true } else { false }
  }

  private static func parts(_ path: String) -> [String] {
    URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/").map(String.init)
  }
}
