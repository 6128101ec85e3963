import Foundation
import Synchronization

/// Gives recordings their names and lists them, as many at a time as are waiting.
///
/// Two synchronizations with the disk serve all of them: that of the folder with the names, then that of the list.
final class ListingQueue: Sendable {
  /// One recording that waits, and what became of it.
  private final class Item: Sendable {
    let file: AtomicFile?
    let line: RecordedList.Line
    let outcome = Mutex<Result<Void, FileWriteError>?>(nil)

    init(_ file: AtomicFile?, _ line: RecordedList.Line) { (self.file, self.line) = (file, line) }
  }

  private let folder: String
  private let path: String
  private let waiting = Mutex<[Item]>([])
  /// Whether more may be listed; whoever holds it lists everything that waits.
  private let isOpen = Mutex(true)

  init(folder: String) {
    self.folder = "\(folder)/\(RecordingIntake.recordings)"
    path = "\(folder)/\(RecordedList.fileName)"
  }

  /// Returns once a recording has its name and its line, and both are on the disk.
  ///
  /// - Parameters:
  ///   - file: The synchronized file; nil if it has its name already.
  ///   - line: Its line.
  /// - Throws: Why it is not listed; a refusal if something else has the name.
  func add(_ file: AtomicFile?, _ line: RecordedList.Line) throws(FileWriteError) {
    let item = Item(file, line)
    waiting.withLock { $0.append(item) }
    try isOpen.withLock { (isOpen) throws(FileWriteError) in
      if let outcome = item.outcome.withLock(\.self) { return try outcome.get() }
      guard isOpen else {
        throw FileWriteError(path: path, reason: "the server is ending", remedy: "start it again")
      }
      let items = waiting.withLock { items in
        defer { items = [] }
        return items
      }
      list(items)
      try item.outcome.withLock(\.self)?.get()
    }
  }

  /// Lists nothing more, and does something afterwards.
  func stop(then body: () throws -> Void) throws {
    try isOpen.withLock { isOpen in
      isOpen = false
      try body()
    }
  }

  private func list(_ items: [Item]) {
    var named: [Item] = []
    for item in items {
      do throws(FileWriteError) {
        try item.file?.finish()
        named.append(item)
      } catch {
        item.outcome.withLock { $0 = .failure(error) }
      }
    }
    let outcome: Result<Void, FileWriteError>
    do throws(FileWriteError) {
      try AtomicFile.synchronize(folder: folder)
      try append(named.map(\.line.text).joined())
      outcome = .success(())
    } catch {
      outcome = .failure(error)
    }
    for item in named { item.outcome.withLock { $0 = outcome } }
  }

  /// Adds lines to the list: all of them, or none.
  private func append(_ text: String) throws(FileWriteError) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard file >= 0 else { throw FileWriteError(path: path, errno: errno) }
    defer { close(file) }
    let size = lseek(file, 0, SEEK_END)
    let failure = Array(text.utf8).withUnsafeBufferPointer { WholeWrite.write($0, to: file) }
    guard let reason = failure ?? (fsync(file) == 0 ? nil : errno) else {
      // The name of a new list is on the disk too.
      return size == 0
        ? try AtomicFile.synchronize(folder: OutputPlace.parts(of: path).folder) : ()
    }
    ftruncate(file, size)
    throw FileWriteError(path: path, errno: reason)
  }
}
