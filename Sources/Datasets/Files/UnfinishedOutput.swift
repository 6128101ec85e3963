import Foundation
import Synchronization

/// Temporary files and folders that are being written, so that a process that has to end leaves none.
package enum UnfinishedOutput {
  private static let paths = Mutex<Set<String>>([])

  /// Creates something under a temporary name.
  package static func begin<Value, Failure: Error>(
    _ path: String, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try paths.withLock { (paths) throws(Failure) in
      paths.insert(path)
      return try make()
    }
  }

  /// Renames something to its final name; the process cannot end in between.
  ///
  /// - Parameters:
  ///   - path: The temporary name.
  ///   - rest: A temporary name that it leaves something under.
  ///   - rename: Does it.
  /// - Returns: What `rename` returns.
  /// - Throws: What `rename` throws.
  package static func finish<Value, Failure: Error>(
    _ path: String, leaving rest: String? = nil, rename: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try paths.withLock { (paths) throws(Failure) in
      let value = try rename()
      paths.remove(path)
      if let rest { paths.insert(rest) }
      return value
    }
  }

  /// Forgets a name under which nothing was created.
  package static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  /// Removes what has a temporary name.
  package static func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: path)
    forget(path)
  }

  /// Removes everything that is unfinished, and ends the process before more is begun or finished.
  package static func removeAll(thenEnd end: () -> Never) -> Never {
    paths.withLock { paths in
      for path in paths { try? FileManager.default.removeItem(atPath: path) }
      end()
    }
  }
}

/// A folder that is filled under a temporary name, and appears whole or not at all.
///
/// A symbolic link to a folder is followed, and stays a link.
package final class OutputFolder: Sendable {
  /// The folder to write the files into; it exists and is empty.
  package let temporary: String
  private let target: String

  /// Creates the temporary folder next to its final place, and the folders above.
  ///
  /// - Throws: The system's reason.
  package init(path: String) throws {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    target = try OutputPlace.followed(path)
    let temporary = OutputPlace.temporary(beside: target)
    self.temporary = temporary
    do {
      try UnfinishedOutput.begin(temporary) {
        try FileManager.default.createDirectory(
          atPath: temporary, withIntermediateDirectories: true)
      }
    } catch {
      UnfinishedOutput.forget(temporary)
      throw error
    }
  }

  /// Gives the folder its name; one that has it goes only once the new one is in its place.
  ///
  /// - Throws: The system's reason; the old folder is then unchanged.
  package func finish() throws {
    let files = FileManager.default
    guard files.fileExists(atPath: target) else {
      return try UnfinishedOutput.finish(temporary) {
        try files.moveItem(atPath: temporary, toPath: target)
      }
    }
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
