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
