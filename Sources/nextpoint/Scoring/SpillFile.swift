import Datasets
import Evaluation
import Foundation
import Synchronization

/// A temporary file for the numbers that scores need and memory is too small for.
///
/// It is made with the first numbers, in the folder for temporary files (`TMPDIR`), and has no name
/// from then on: the system frees it when the process ends, however it ends. Places that are no
/// longer needed are used again.
final class SpillFile: ValueStore {
  private struct State {
    var handle: FileHandle?
    var size = 0
    /// The free places by the number of bytes there.
    var free: [Int: [Int]] = [:]
  }

  private let state = Mutex(State())
  private let folder: String

  /// A store that makes its file in a folder when it is first needed.
  init(folder: String = NSTemporaryDirectory()) { self.folder = folder }

  func write(_ values: UnsafeBufferPointer<Double>) throws -> Int {
    let bytes = UnsafeRawBufferPointer(values)
    let (descriptor, place) = try state.withLock { state in
      let handle = try state.handle ?? Self.open(in: folder)
      state.handle = handle
      if let place = state.free[bytes.count]?.popLast() { return (handle.fileDescriptor, place) }
      state.size += bytes.count
      return (handle.fileDescriptor, state.size - bytes.count)
    }
    var done = 0
    while done < bytes.count {
      let count = pwrite(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, place + done)
      guard count > 0 else { throw failure("written") }
      done += count
    }
    return place
  }

  func read(_ values: UnsafeMutableBufferPointer<Double>, at place: Int) throws {
    let bytes = UnsafeMutableRawBufferPointer(values)
    guard let descriptor = state.withLock({ $0.handle?.fileDescriptor }) else {
      throw failure("read")
    }
    var done = 0
    while done < bytes.count {
      let count = pread(
        descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, place + done)
      guard count > 0 else { throw failure("read") }
      done += count
    }
  }

  func free(_ count: Int, at place: Int) {
    state.withLock { $0.free[count * MemoryLayout<Double>.stride, default: []].append(place) }
  }

  private func failure(_ verb: String) -> CommandFailure {
    .failed(
      "the temporary file of errors in \(folder) cannot be \(verb) (\(SystemReason.text(errno))); "
        + "set TMPDIR to a folder on a disk with space for about 24 bytes a prediction")
  }

  private static func open(in folder: String) throws -> FileHandle {
    let path = "\(folder)/nextpoint-\(UUID().uuidString)"
    let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else {
      throw CommandFailure.failed(
        "no temporary file can be made in \(folder) (\(SystemReason.text(errno))); set TMPDIR "
          + "to a folder that you may write")
    }
    unlink(path)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}

extension ValueStorage {
  /// So many numbers are held by a run on data that are held (512 MB), and by one on streamed data.
  private static let heldRun = 64 << 20
  private static let streamedRun = 6 << 20

  /// The storage of a run; `NEXTPOINT_HELD_VALUES` changes the budget for tests.
  static func ofRun(streamed: Bool) -> ValueStorage {
    let chosen = ProcessInfo.processInfo.environment["NEXTPOINT_HELD_VALUES"].flatMap { Int($0) }
    return ValueStorage(
      budget: chosen ?? (streamed ? streamedRun : heldRun), store: SpillFile())
  }
}
