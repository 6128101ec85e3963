/// A dataset that was found, not yet read.
public struct DatasetReference: Hashable, Sendable {
  /// Where a dataset is.
  public enum Location: Hashable, Sendable {
    /// A folder with a `dataset.json`.
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

  /// Makes a reference.
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
