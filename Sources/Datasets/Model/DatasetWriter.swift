import Foundation

/// A dataset that could not be written, and what to do about it.
public struct DatasetWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file or folder.
  public var path: String
  /// What is wrong.
  public var message: String
  /// What the reader of the message can do.
  public var remedy: String
  /// Whether something exists there that may not be replaced, as opposed to a failed write.
  public var isRefusal: Bool

  /// Creates an error.
  public init(path: String, message: String, remedy: String, isRefusal: Bool = false) {
    self.isRefusal = isRefusal
    self.path = path
    self.message = message
    self.remedy = remedy
  }

  /// The problem in one line.
  public var description: String { "\(path): \(message); \(remedy)" }
}

extension DatasetWriteError {
  /// The refusal to replace a folder.
  fileprivate init(_ error: FileWriteError) {
    self.init(
      path: error.path, message: error.reason, remedy: error.remedy, isRefusal: error.isRefusal)
  }
}

/// Writes dataset folders that appear whole or not at all.
public enum DatasetWriter {
  /// Throws if `write` to the folder would be refused.
  ///
  /// A folder that exists is refused unless it is empty, or `replacing` is true and it is a data set as
  /// `write` makes them: a `dataset.json`, the files that it lists with their hashes, and nothing else.
  public static func check(folder: String, replacing: Bool) throws(DatasetWriteError) {
    do { try folderContent.check(folder, replacing: replacing) } catch {
      throw DatasetWriteError(error)
    }
  }

  /// The files of a data set that was written here, by its description.
  private static let folderContent = FolderContent("a data set that nextpoint wrote") { folder in
    guard
      let description = try? DatasetDescription.read(
        path: "\(folder)/\(DatasetDescription.fileName)"),
      description.files.allSatisfy({ $0.sha256 != nil && $0.bytes != nil })
    else { return nil }
    let paths = Set(description.files.map(\.path))
    return { $0 == DatasetDescription.fileName || paths.contains($0) }
  }

  /// Writes the data set to the folder: to a temporary folder next to it, which is then renamed.
  ///
  /// A failed write leaves the old folder unchanged and nothing of the new one.
  public static func write(
    _ content: DatasetContent, to folder: String, replacing: Bool
  ) throws(DatasetWriteError) {
    do {
      let fresh = try OutputFolder(path: folder, replacing: replacing, content: folderContent)
      do {
        try write(content, in: URL(fileURLWithPath: fresh.temporary))
        try fresh.finish()
      } catch {
        fresh.discard()
        throw error
      }
    } catch {
      if let error = error as? FileWriteError, error.isRefusal { throw DatasetWriteError(error) }
      throw DatasetWriteError(
        path: folder, message: "cannot be written (\(SystemReason.text(error)))",
        remedy: "check that its parent folder is writable and that the disk has space")
    }
  }

  private static func write(_ content: DatasetContent, in folder: URL) throws {
    for (file, text) in zip(content.description.files, content.texts) {
      let place = folder.appending(path: file.path)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try AtomicFile.write(text, to: place.path, replacing: false)
    }
    try AtomicFile.write(
      content.description.json, to: folder.appending(path: DatasetDescription.fileName).path,
      replacing: false)
  }
}

/// A dataset that is ready to be written: its description and the text of each of its files.
public struct DatasetContent: Hashable, Sendable {
  /// The description, with the hash and size of each file.
  public let description: DatasetDescription
  /// The text of each file, in the order of the description.
  public let texts: [String]

  /// Creates a content; hashes and sizes are computed from the texts.
  ///
  /// `description.files` and `texts` belong together one by one; extra elements of the longer are ignored.
  public init(description: DatasetDescription, texts: [String]) {
    var described = description
    described.files = zip(description.files, texts).map { file, text in
      var file = file
      file.sha256 = ContentHash.text(of: text)
      file.bytes = text.utf8.count
      return file
    }
    self.description = described
    self.texts = Array(texts.prefix(described.files.count))
  }
}
