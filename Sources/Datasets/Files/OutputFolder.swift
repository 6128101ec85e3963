import Foundation

/// A folder that is filled under a temporary name, and appears whole or not at all.
///
/// It replaces another folder only if that is allowed and nothing in it is of somebody else. A symbolic
/// link to a folder is followed, and stays a link.
package final class OutputFolder: Sendable {
  /// The folder to write the files into; it exists and is empty.
  package let temporary: String
  private let path: String
  private let target: String
  private let replacing: Bool
  private let content: FolderContent

  /// Creates the temporary folder next to its final place, and the folders above.
  ///
  /// - Parameters:
  ///   - path: The name of the folder.
  ///   - replacing: Whether a folder of that name may be replaced that has this content.
  ///   - content: What is written into such folders.
  /// - Throws: `FileWriteError` for a refusal; else the system's reason.
  package init(path: String, replacing: Bool, content: FolderContent) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    try content.check(path, replacing: replacing)
    (self.path, self.replacing, self.content) = (path, replacing, content)
    target = try OutputPlace.followed(path)
    let temporary = OutputPlace.temporary(beside: target)
    self.temporary = temporary
    do {
      try UnfinishedOutput.begin(temporary) {
        let above = URL(fileURLWithPath: temporary).deletingLastPathComponent().path
        if !FileManager.default.fileExists(atPath: above) {
          try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
        }
        // Fails if something has the name.
        try FileManager.default.createDirectory(
          atPath: temporary, withIntermediateDirectories: false)
      }
    } catch {
      UnfinishedOutput.forget(temporary)
      throw error
    }
  }

  /// Gives the folder its name; one that has it goes only once the new one is in its place.
  ///
  /// - Throws: `FileWriteError` if something else has come into the old folder meanwhile; else the
  ///   system's reason. The old folder is then unchanged.
  package func finish() throws {
    let files = FileManager.default
    guard files.fileExists(atPath: target) else {
      return try UnfinishedOutput.finish(temporary) {
        try files.moveItem(atPath: temporary, toPath: target)
      }
    }
    try content.check(path, replacing: replacing)
    let old = OutputPlace.temporary(beside: target)
    try UnfinishedOutput.finish(temporary, leaving: old) {
      try files.moveItem(atPath: target, toPath: old)
      do { try files.moveItem(atPath: temporary, toPath: target) } catch {
        try files.moveItem(atPath: old, toPath: target)
        throw error
      }
    }
    UnfinishedOutput.remove(old)
  }

  /// Removes what was written.
  package func discard() { UnfinishedOutput.remove(temporary) }
}

/// What a command writes into a folder, by which a folder of its own is told from other people's.
package struct FolderContent: Sendable {
  /// The name of such a folder in messages, with its article.
  private let name: String
  /// Reads the file that says what a folder is; nil if the folder is something else.
  ///
  /// The result tells the
  /// paths of files that are written.
  private let recognize: @Sendable (_ folder: String) -> (@Sendable (_ file: String) -> Bool)?

  /// Creates a content.
  ///
  /// - Parameters:
  ///   - name: The name of such a folder in messages, with its article.
  ///   - recognize: Returns, for a folder of this kind by the content of its manifest, which paths in it
  ///     are written; nil for any other folder.
  package init(
    _ name: String,
    recognize: @escaping @Sendable (_ folder: String) -> (@Sendable (_ file: String) -> Bool)?
  ) {
    (self.name, self.recognize) = (name, recognize)
  }

  /// Indicates whether the folder is of this kind, whatever else is in it.
  package func recognizes(_ folder: String) -> Bool { recognize(folder) != nil }

  /// Refuses a folder that may not be replaced: any file, any folder without `replacing`, and a folder
  /// that is of another kind or holds something else too.
  ///
  /// An empty folder, and one that holds only leftovers of interrupted writes, may be replaced.
  package func check(_ path: String, replacing: Bool) throws(FileWriteError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue else {
      throw .refusal(
        path, "is a file, and a folder is needed", remedy: "choose another name")
    }
    guard let files = Self.files(in: path) else {
      throw .refusal(path, "exists and cannot be looked into", remedy: "choose another name")
    }
    if files.isEmpty { return }
    guard replacing else {
      throw .refusal(
        path, "exists already", remedy: "choose another name, or replace it with --force")
    }
    guard let isWritten = recognize(path) else {
      throw .refusal(
        path, "exists and is not \(name), and --force replaces only those",
        remedy: "choose another name")
    }
    if let foreign = files.first(where: { !isWritten($0) }) {
      throw .refusal(
        path, "holds '\(foreign)', which this command does not write",
        remedy: "move it elsewhere, or choose another name")
    }
  }

  /// The paths of all files and empty folders in a folder, sorted, without leftovers of interrupted
  /// writes; nil if it cannot be read.
  private static func files(in folder: String) -> [String]? {
    var result: [String] = []
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
      return nil
    }
    for name in names.sorted() where !OutputPlace.isTemporary(name) {
      var state = stat()
      guard lstat("\(folder)/\(name)", &state) == 0, state.st_mode & S_IFMT == S_IFDIR else {
        result.append(name)
        continue
      }
      guard let inner = files(in: "\(folder)/\(name)") else { return nil }
      result += inner.isEmpty ? ["\(name)/"] : inner.map { "\(name)/\($0)" }
    }
    return result
  }

  /// Indicates whether a name is that of a leftover of an interrupted write.
  package static func isLeftover(_ name: String) -> Bool { OutputPlace.isTemporary(name) }
}
