import Foundation

/// Finds datasets by name, folder or file.
public struct DatasetLocator: Hashable, Sendable {
  /// The folders that are searched for names, in this order; the first that has a name wins.
  public var searchFolders: [String]

  /// Creates a locator; folders that do not exist are skipped.
  public init(searchFolders: [String]) {
    self.searchFolders = searchFolders
  }

  /// Creates a locator for the usual places.
  ///
  /// These are the folders named `datasets` in the current folder and in those above it, then those
  /// beside the executable and above it, then the folders in `environmentValue`, the value of
  /// `NEXTPOINT_DATASETS`, separated by colons.
  public init(currentFolder: String, executablePath: String?, environmentValue: String?) {
    var folders = Self.datasetsFolders(from: URL(fileURLWithPath: currentFolder))
    if let executablePath {
      let executable = URL(fileURLWithPath: executablePath).resolvingSymlinksInPath()
      folders += Self.datasetsFolders(from: executable.deletingLastPathComponent())
    }
    folders += (environmentValue ?? "").split(separator: ":").map(String.init)
    var seen: Set<String> = []
    searchFolders = folders.filter { seen.insert(Self.canonical($0)).inserted }
  }

  /// Returns all datasets in the search folders, in the order in which names are looked up.
  public func known() -> [DatasetReference] {
    var seen: Set<String> = []
    return searchFolders.flatMap { Self.datasets(in: $0, depth: Self.depthLimit) }
      .filter { seen.insert(Self.canonical($0.path)).inserted }
  }

  /// Returns the datasets that the text stands for.
  ///
  /// It is, in this order: the name of a dataset, by its `dataset.json` or its folder; the name of
  /// a folder of datasets, which stands for all of them in sorted order; the path of a folder of
  /// either kind, or of recordings without a `dataset.json`; the path of a recording. A text with a slash is a path below a search folder or
  /// below the current folder. Throws `DatasetNotFound`, and a `ReadProblem` for a folder in which
  /// there is no dataset.
  public func resolve(_ text: String) throws -> [DatasetReference] {
    let name = text.last == "/" ? String(text.dropLast()) : text
    if !name.hasPrefix("/") && !name.hasPrefix(".") && !name.isEmpty {
      let known = known()
      if let match = known.first(where: { $0.name == name }) { return [match] }
      for folder in searchFolders {
        let found = Self.datasets(in: Self.joined(folder, name), depth: Self.depthLimit)
        if !found.isEmpty { return found }
      }
      let byFolder = known.first { URL(fileURLWithPath: $0.path).lastPathComponent == name }
      if let byFolder { return [byFolder] }
    }
    guard !name.isEmpty, let isFolder = Self.isFolder(name) else {
      throw DatasetNotFound(
        name: text, known: known().map(\.name), searchFolders: searchFolders)
    }
    guard isFolder else {
      let base = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
      return [DatasetReference(name: base, location: .file(name))]
    }
    let found = Self.datasets(in: name, depth: Self.depthLimit)
    guard !found.isEmpty else {
      if try UndescribedFolder(name).holdsRecordings {
        let folder = URL(fileURLWithPath: name).standardizedFileURL.lastPathComponent
        return [DatasetReference(name: folder, location: .folder(name))]
      }
      throw ReadProblem(
        file: name,
        message: "the folder holds no \(DatasetDescription.fileName) and no recording, nor do its "
          + "subfolders",
        remedy: "name a recording in it, or write a \(DatasetDescription.fileName) that lists them")
    }
    return found
  }

  /// How many folders deep datasets may lie below the folder that is searched.
  private static let depthLimit = 2

  /// Returns the folder itself where it is a dataset, or else those in it and below, sorted by path.
  private static func datasets(in folder: String, depth: Int) -> [DatasetReference] {
    let description = joined(folder, DatasetDescription.fileName)
    if isFolder(description) == false {
      let folderName = URL(fileURLWithPath: folder).standardizedFileURL.lastPathComponent
      let name = (try? DatasetDescription.read(path: description))?.name ?? folderName
      return [DatasetReference(name: name, location: .folder(folder))]
    }
    guard depth > 0, isFolder(folder) == true,
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return [] }
    return names.sorted().filter { !$0.hasPrefix(".") }
      .flatMap { datasets(in: joined(folder, $0), depth: depth - 1) }
  }

  private static func datasetsFolders(from start: URL) -> [String] {
    var folder = start.standardizedFileURL
    var found: [String] = []
    while true {
      let candidate = folder.appending(path: "datasets").path
      if isFolder(candidate) == true { found.append(candidate) }
      guard folder.path != "/" else { return found }
      folder = folder.deletingLastPathComponent().standardizedFileURL
    }
  }

  /// Returns whether there is a folder (true) or something else (false); nil where there is nothing.
  private static func isFolder(_ path: String) -> Bool? {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      return nil
    }
    return isDirectory.boolValue
  }

  private static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func canonical(_ path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }
}

/// A dataset that was found, not yet read.
public struct DatasetReference: Hashable, Sendable {
  /// Where a dataset is.
  public enum Location: Hashable, Sendable {
    /// A folder with a `dataset.json`, or of recordings that none describes.
    case folder(String)
    /// A lone recording.
    ///
    /// Where the `dataset.json` beside it names it, that describes it.
    case file(String)
  }

  /// The name: that in its `dataset.json`, or the file's without its extension.
  public var name: String
  /// Where it is.
  public var location: Location

  /// Creates a reference.
  public init(name: String, location: Location) {
    self.name = name
    self.location = location
  }

  /// The path of the folder or file.
  public var path: String {
    switch location {
    case .folder(let path), .file(let path): path
    }
  }
}

/// A dataset that was asked for and not found.
public struct DatasetNotFound: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was asked for.
  public var name: String
  /// The names that are known.
  public var known: [String]
  /// The folders that were searched.
  public var searchFolders: [String]

  /// The problem and the remedy in one line.
  public var description: String {
    let names = known.isEmpty ? "none" : known.joined(separator: ", ")
    let folders = searchFolders.isEmpty ? "no folder" : searchFolders.joined(separator: ", ")
    return "there is no dataset, folder or file named '\(name)'; known datasets: \(names); "
      + "looked in \(folders); name one of these, give a path, or set NEXTPOINT_DATASETS to "
      + "folders with datasets, separated by colons"
  }
}
