import Foundation

/// Files that appear whole or not at all.
public enum AtomicFile {
  /// Writes bytes to a temporary file in the same folder and renames it.
  ///
  /// A reader sees the old file or the new one, never a part; a failed write leaves nothing behind.
  /// The folder must exist.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - path: Where it goes; a file of that name is replaced.
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(FileWriteError) {
    let target = URL(fileURLWithPath: path)
    let folder = target.deletingLastPathComponent()
    let temporary = folder.appendingPathComponent(
      ".\(target.lastPathComponent).\(UUID().uuidString).partial")
    do {
      try Data(bytes).write(to: temporary)
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw FileWriteError(path: path, reason: SystemReason.text(error))
    }
    guard rename(temporary.path, target.path) == 0 else {
      let reason = String(cString: strerror(errno))
      try? FileManager.default.removeItem(at: temporary)
      throw FileWriteError(path: path, reason: reason)
    }
  }

  /// Writes text as UTF-8 to a temporary file in the same folder and renames it.
  ///
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  public static func write(_ text: String, to path: String) throws(FileWriteError) {
    try write(text.utf8, to: path)
  }
}

/// A file that could not be written.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The system's reason.
  public var reason: String

  /// Makes an error.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The sentence, with the remedy.
  public var description: String {
    "\(path): cannot be written (\(reason)); "
      + "check that the folder exists, is writable and has space"
  }
}
