import Foundation

/// Downloads datasets of a catalogue and checks every file.
///
/// Writes only below `folder`. Files that exist with the right hash are not requested again.
package struct DatasetFetcher: Sendable {
  /// The folder in which each dataset becomes a folder of its own.
  package let folder: String
  /// The default time without data after which a transfer is given up, in seconds.
  package static let defaultPatience = DownloadSession.defaultPatience
  private let session: DownloadSession
  private var unreachable: Set<String> = []

  /// Creates a fetcher; a transfer is given up where nothing comes for `patience` seconds.
  package init(folder: String, patience: Double) {
    self.folder = folder
    session = DownloadSession(patience: patience)
  }

  /// Closes its connections; nothing can be fetched afterwards.
  package func close() { session.close() }

  /// What became of a dataset.
  package struct Result: Hashable, Sendable {
    /// The dataset's folder.
    package let folder: String
    /// How many files were there already, with their hashes.
    package internal(set) var present = 0
    /// How many files were downloaded.
    package internal(set) var fetched = 0
    /// What went wrong, in the order of the files.
    package internal(set) var problems: [DownloadProblem] = []
    /// The number of files that were not requested because their server cannot be reached.
    package internal(set) var notRequested = 0
    /// Why `dataset.json` could not be written; nil where it was, or files are missing.
    package internal(set) var descriptionProblem: DatasetWriteError?
    /// How many files are not there.
    package var missing: Int { problems.count + notRequested }
    /// Whether all files and the description exist.
    package var isComplete: Bool { missing == 0 && descriptionProblem == nil }
  }

  /// The files of a data set that exist before anything is downloaded.
  package struct Survey: Hashable, Sendable {
    fileprivate let root: URL
    /// The paths of the files that are there with their hashes.
    fileprivate var present: Set<String> = []
    /// Indicates whether the right description is there.
    fileprivate var isDescribed = false
  }

  /// Looks at what is there of a data set, and refuses to replace anything else.
  ///
  /// - Parameters:
  ///   - entry: The data set.
  ///   - replacing: Whether other files at the paths of the data set may be replaced.
  /// - Returns: What `fetch` leaves as it is.
  /// - Throws: `FileWriteError` for the first file that would be replaced and may not be.
  package func survey(
    _ entry: DatasetCatalogue.Entry, replacing: Bool
  ) throws(FileWriteError) -> Survey {
    var survey = Survey(root: URL(fileURLWithPath: folder).appending(path: entry.description.name))
    for download in entry.downloads
    where ContainedPath.exit(from: survey.root.path, to: download.path) == nil {
      let path = survey.root.appending(path: download.path).path
      if FileDownloader.isPresent(download, at: path) {
        survey.present.insert(download.path)
      } else {
        try Self.check(path, replacing: replacing, needing: "a file that is to be downloaded")
      }
    }
    let file = survey.root.appending(path: DatasetDescription.fileName)
    survey.isDescribed = (try? Data(contentsOf: file)) == Data(entry.description.json.utf8)
    if !survey.isDescribed {
      try Self.check(file.path, replacing: replacing, needing: "the description of the data set")
    }
    return survey
  }

  /// Refuses what may not be replaced: without `replacing` anything, and otherwise all but regular files.
  private static func check(
    _ path: String, replacing: Bool, needing noun: String
  ) throws(FileWriteError) {
    var state = stat()
    guard lstat(path, &state) == 0 else { return }
    guard state.st_mode & S_IFMT == S_IFREG else {
      throw .refusal(
        path, "is not a regular file and has the name of \(noun)",
        remedy: "move it elsewhere, or name another folder with --to")
    }
    guard replacing else {
      throw .refusal(
        path, "exists already and is not the one of the catalogue",
        remedy: "name another folder with --to, or replace it with --force")
    }
  }

  /// Downloads what is missing of a dataset.
  ///
  /// A file that cannot be downloaded is a problem in the result, and the others are still downloaded,
  /// except from a server that cannot be reached. `dataset.json` is written last, once every file is
  /// there, so that a folder is a dataset only when it is complete. `received` is called with the
  /// number of bytes that were added.
  package mutating func fetch(
    _ entry: DatasetCatalogue.Entry, after survey: Survey,
    received: @escaping @Sendable (Int) -> Void = { _ in }
  ) async -> Result {
    let root = survey.root
    var result = Result(folder: root.path)
    let downloader = FileDownloader(session: session, received: received)
    for download in entry.downloads {
      guard !survey.present.contains(download.path) else {
        result.present += 1
        received(download.bytes)
        continue
      }
      let server = WebAddress.server(of: download.address)
      guard !unreachable.contains(server) else {
        result.notRequested += 1
        continue
      }
      do {
        let path = root.appending(path: download.path).path
        try prepare(download, below: root, for: path)
        try await downloader.fetch(download, to: path)
        result.fetched += 1
      } catch {
        result.problems.append(error)
        if error.isServerUnreachable { unreachable.insert(server) }
      }
    }
    if result.missing == 0, !survey.isDescribed {
      result.descriptionProblem = describe(entry, in: root)
    }
    return result
  }

  /// Makes the folder of a file, and refuses one that a symbolic link leads elsewhere before it makes any.
  private func prepare(
    _ download: DatasetCatalogue.Download, below root: URL, for path: String
  ) throws(DownloadProblem) {
    if let exit = ContainedPath.exit(from: root.path, to: download.path) {
      throw DownloadProblem(
        download, to: path, message: "\(exit) leads out of the dataset's folder",
        remedy: "remove the symbolic link there, or name another folder with --to")
    }
    let parent = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    } catch {
      throw DownloadProblem(
        download, to: path,
        message: "the folder \(parent.path) cannot be created (\(SystemReason.text(error)))",
        remedy: "check that its parent folder is writable, or name another with --to")
    }
  }

  private func describe(_ entry: DatasetCatalogue.Entry, in root: URL) -> DatasetWriteError? {
    let file = root.appending(path: DatasetDescription.fileName)
    do {
      try AtomicFile.write(Data(entry.description.json.utf8), to: file.path, replacing: true)
      return nil
    } catch {
      return DatasetWriteError(
        path: file.path, message: "cannot be written (\(error.reason))",
        remedy: "check that its folder is writable and that the disk has space")
    }
  }
}
