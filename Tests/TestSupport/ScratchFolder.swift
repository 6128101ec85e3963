import Foundation

/// A temporary folder that is removed with its last owner.
package final class ScratchFolder: Sendable {
  /// The folder's path, without symbolic links.
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "nextpoint-tests-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders above it; returns its path.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    let file = url(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Writes a text file, with the folders above it; returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(text.utf8, to: name)
  }

  package func url(_ name: String) -> URL { URL(fileURLWithPath: path).appending(path: name) }
  package func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }
  package func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }
  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url(name).path)
  }

  /// The names directly in the folder, hidden ones included.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? []
  }
}
