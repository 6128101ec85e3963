import Foundation
import Synchronization

/// Writes files atomically: a file appears whole or not at all, and replaces another one only if that is
/// allowed.
///
/// A regular file, or a name that nothing has yet, is written under a temporary name beside it, which is
/// renamed at the end: a reader sees the old file or the new one, never a part, and permissions stay. A
/// symbolic link is followed, and stays a link. What is no regular file, such as a device or a named
/// pipe, is written to as it is. A write that fails leaves nothing behind.
package final class AtomicFile: Sendable {
  private let path: String
  private let descriptor: Int32
  /// The temporary file and its final name; nil for a file that is written to directly.
  private let replacement: (temporary: String, target: String)?
  private let isOpen = Mutex(true)

  private let replacing: Bool

  /// Begins to write what will have a name.
  ///
  /// The folder must exist.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - replacing: Whether a regular file of that name may be replaced.
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy; a refusal if a regular
  ///   file has the name and may not be replaced.
  package init(path: String, replacing: Bool) throws(FileWriteError) {
    self.path = path
    self.replacing = replacing
    switch try OutputPlace(path, replacing: replacing) {
    case .descriptor(let number):
      replacement = nil
      descriptor = dup(number)
    case .device(let place):
      replacement = nil
      descriptor = open(place, O_WRONLY | O_CLOEXEC)
    case .file(let target, let existing):
      let temporary = OutputPlace.temporary(beside: target)
      replacement = (temporary, target)
      descriptor = UnfinishedOutput.begin(temporary) {
        open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      }
      if descriptor >= 0, let existing { Self.take(existing, over: descriptor) }
    }
    guard descriptor >= 0 else {
      let reason = errno
      if let replacement { UnfinishedOutput.forget(replacement.temporary) }
      isOpen.withLock { $0 = false }
      throw FileWriteError(path: path, errno: reason)
    }
  }

  deinit { discard() }

  /// Writes more of the content.
  package func append(_ bytes: some Sequence<UInt8>) throws(FileWriteError) {
    let failure =
      bytes.withContiguousStorageIfAvailable { WholeWrite.write($0, to: descriptor) }
      ?? Array(bytes).withUnsafeBufferPointer { WholeWrite.write($0, to: descriptor) }
    if let failure { throw FileWriteError(path: path, errno: failure) }
  }

  /// Where the content is until it is finished: it can be read there.
  package var unfinishedPath: String { replacement?.temporary ?? path }

  /// Brings the content that was written so far to the disk.
  ///
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  func synchronize() throws(FileWriteError) {
    guard fsync(descriptor) == 0 else { throw FileWriteError(path: path, errno: errno) }
  }

  /// Gives the complete file its name.
  ///
  /// - Parameter synchronizing: Whether content and name are on the disk when this returns, so that they
  ///   survive a loss of power; takes milliseconds.
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  package func finish(synchronizing: Bool = false) throws(FileWriteError) {
    let failure: Int32? = isOpen.withLock { isOpen in
      guard isOpen else { return nil }
      isOpen = false
      let unsynchronized = synchronizing && fsync(descriptor) != 0 ? errno : nil
      guard close(descriptor) == 0 else { return errno }
      if let unsynchronized { return unsynchronized }
      guard let replacement else { return nil }
      let failure = UnfinishedOutput.finish(replacement.temporary) {
        Self.name(replacement.temporary, replacement.target, replacing: replacing)
      }
      guard failure == nil, synchronizing else { return failure }
      return Self.failure(
        synchronizing: OutputPlace.parts(of: replacement.target).folder)
    }
    guard let failure else { return }
    if let replacement { UnfinishedOutput.remove(replacement.temporary) }
    throw failure == EEXIST ? .exists(path) : FileWriteError(path: path, errno: failure)
  }

  /// Gives a temporary file its name.
  ///
  /// - Returns: The number of the system's reason why it cannot have it; nil if it has it now.
  private static func name(_ temporary: String, _ target: String, replacing: Bool) -> Int32? {
    if !replacing {
      // Unlike a renaming, a link never replaces what has got the name meanwhile.
      if link(temporary, target) == 0 { return unlink(temporary) == 0 ? nil : errno }
      var state = stat()
      if errno == EEXIST || lstat(target, &state) == 0 { return EEXIST }
      // File systems without links rename.
    }
    return rename(temporary, target) == 0 ? nil : errno
  }

  /// Brings the names in a folder to the disk.
  ///
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  static func synchronize(folder: String) throws(FileWriteError) {
    if let failure = failure(synchronizing: folder) {
      throw FileWriteError(path: folder, errno: failure)
    }
  }

  /// Returns why the names in a folder cannot be brought to the disk; nil where they were.
  private static func failure(synchronizing folder: String) -> Int32? {
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return fsync(descriptor) == 0 ? nil : errno
  }

  private func discard() {
    isOpen.withLock { isOpen in
      guard isOpen else { return }
      isOpen = false
      close(descriptor)
      if let replacement { UnfinishedOutput.remove(replacement.temporary) }
    }
  }

  /// Gives the new file the permissions of the one that it replaces, and its owner where that is allowed.
  private static func take(_ existing: stat, over descriptor: Int32) {
    _ = fchown(descriptor, existing.st_uid, existing.st_gid)
    _ = fchmod(descriptor, existing.st_mode & 0o7777)
  }

  /// Writes bytes to a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole content.
  ///   - path: Where it goes. The folder must exist.
  ///   - replacing: Whether a regular file of that name may be replaced.
  ///   - synchronizing: Whether it is on the disk when this returns.
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  package static func write(
    _ bytes: some Sequence<UInt8>, to path: String, replacing: Bool, synchronizing: Bool = false
  ) throws(FileWriteError) {
    let file = try AtomicFile(path: path, replacing: replacing)
    try file.append(bytes)
    try file.finish(synchronizing: synchronizing)
  }

  /// Writes text as UTF-8 to a file.
  ///
  /// - Throws: `FileWriteError` with the path, the system's reason and the remedy.
  package static func write(
    _ text: String, to path: String, replacing: Bool
  ) throws(FileWriteError) {
    try write(text.utf8, to: path, replacing: replacing)
  }

  /// Refuses, before any work, a name that `write` would refuse.
  ///
  /// - Throws: `FileWriteError` if a regular file has the name and may not be replaced.
  package static func check(_ path: String, replacing: Bool) throws(FileWriteError) {
    _ = try OutputPlace(path, replacing: replacing)
  }
}

/// Writes all bytes to an open file.
package enum WholeWrite {
  /// Writes all bytes, also where the system takes some at a time.
  ///
  /// - Returns: The number of the system's reason why not all could be written; nil where all were.
  package static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Foundation.write(
        descriptor, UnsafeBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }
}

/// A file that could not be written.
public struct FileWriteError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var path: String
  /// The system's reason.
  public var reason: String
  /// What the reader of the message can do.
  public var remedy: String
  /// Indicates whether something has the name that may not be replaced, as opposed to a failed write.
  public var isRefusal = false

  /// Creates an error.
  public init(
    path: String, reason: String,
    remedy: String = "check that the folder exists, is writable and has space"
  ) {
    self.path = path
    self.reason = reason
    self.remedy = remedy
  }

  /// An error with the system's reason for a number.
  package init(path: String, errno number: Int32) {
    self.init(path: path, reason: SystemReason.text(number))
    if number == ENAMETOOLONG { remedy = "choose a shorter name" }
  }

  /// A refusal to replace something.
  package static func refusal(_ path: String, _ reason: String, remedy: String) -> FileWriteError {
    var error = FileWriteError(path: path, reason: reason, remedy: remedy)
    error.isRefusal = true
    return error
  }

  /// A refusal to replace a file unasked.
  static func exists(_ path: String) -> FileWriteError {
    .refusal(
      path, "exists already", remedy: "choose another name, or replace it with --force")
  }

  /// The sentence, with the remedy.
  public var description: String {
    isRefusal
      ? "\(path): \(reason); \(remedy)" : "\(path): cannot be written (\(reason)); \(remedy)"
  }
}

/// The system's own words for why a file could not be read or written.
package enum SystemReason {
  /// Returns the reason in words, such as "Not a directory", where the error has one beneath it.
  package static func text(_ error: any Error) -> String {
    if let error = error as? FileWriteError { return error.reason }
    guard let cause = ((error as? CocoaError)?.underlying ?? error) as? POSIXError else {
      return error is CocoaError ? error.localizedDescription : "\(error)"
    }
    return text(cause.code.rawValue)
  }

  /// Returns the reason that has this number.
  package static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
