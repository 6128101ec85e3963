import Foundation

/// A regular file that is open for reading, with clear words for every reason why it is not.
struct InputFile {
  /// Where it is.
  let path: String
  /// What tells whether it is still the same when it is opened again.
  let state: FileState
  /// Its size when it was opened, in bytes.
  var size: Int { state.size }
  private let handle: FileHandle

  /// Opens the file; throws where it is missing, empty, a folder, a device or not permitted.
  init(path: String) throws(ReadProblem) {
    self.path = path
    state = try FileState(ofFile: path)
    do {
      handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    } catch {
      throw ReadProblem(
        file: path, message: "cannot be opened (\(SystemReason.text(error)))",
        remedy: "check that you may read it (chmod u+r) and that its disk is there")
    }
  }

  /// Returns the next bytes, at most `count`; empty at the end.
  func read(upTo count: Int) throws(ReadProblem) -> Data {
    do {
      return try handle.bytes(upTo: count)
    } catch {
      throw ReadProblem(
        file: path, message: "reading stopped with an error: \(SystemReason.text(error))",
        remedy: "check the disk, then try again")
    }
  }
}

extension FileHandle {
  /// Returns the next bytes, at most `count`; empty at the end.
  ///
  /// Unlike `read(upToCount:)`, which on Linux asks the system for 4 kB at a time, it asks for all.
  ///
  /// - Throws: `POSIXError` where the system cannot read.
  package func bytes(upTo count: Int) throws -> Data {
    var bytes = Data(count: count)
    var filled = 0
    while filled < count {
      let found = bytes.withUnsafeMutableBytes { bytes in
        readBytes(fileDescriptor, into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      }
      guard found != 0 else { break }
      if found > 0 {
        filled += found
      } else if errno != EINTR {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
    bytes.count = filled
    return bytes
  }
}

/// The system's `read`, which a `FileHandle` hides behind its own.
private func readBytes(_ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, bytes.baseAddress, bytes.count)
}

/// What tells, without reading a file, whether it was written to or replaced.
struct FileState: Hashable, Sendable {
  /// Its size in bytes.
  var size: Int
  /// When it was written to last, in nanoseconds since 1970.
  var modified: Int
  /// Its number on its disk.
  var number: UInt64

  /// Returns the problem of a file that is not the one of its first reading.
  static func changed(_ path: String, _ what: String) -> ReadProblem {
    ReadProblem(
      file: path, value: what, message: "the file changed while it was in use",
      remedy: "run the command again, and leave the files of the data set alone until it ends")
  }

  /// Throws where the file at a path is not in this state any more.
  func check(_ path: String) throws(ReadProblem) { try check(path, FileState(ofFile: path)) }

  /// Throws where the file at a path is not in this state any more, but in another.
  func check(_ path: String, _ now: FileState) throws(ReadProblem) {
    guard now != self else { return }
    throw Self.changed(
      path,
      now.size == size
        ? "it was written to or replaced" : "\(now.size) bytes, which were \(size) before")
  }
}

extension FileState {
  /// Looks at a file without opening it; throws where it is missing, empty, a folder or a device.
  init(ofFile path: String) throws(ReadProblem) {
    var state = stat()
    guard stat(path, &state) == 0 else {
      throw ReadProblem(
        file: path, message: "no such file, or its folder is not accessible",
        remedy: "check the path and the permissions of its folder")
    }
    guard state.st_mode & S_IFMT != S_IFDIR else {
      throw ReadProblem(
        file: path, message: "is a folder, not a file",
        remedy: "name a file in it, or a folder with a dataset.json")
    }
    guard state.st_mode & S_IFMT == S_IFREG else {
      throw ReadProblem(
        file: path, message: "is not a regular file",
        remedy: "save its output to a file and name that file")
    }
    guard state.st_size > 0 else {
      throw ReadProblem(
        file: path, message: "the file is empty",
        remedy: "restore it from its source, or remove it from the dataset")
    }
    #if canImport(Darwin)
      let time = state.st_mtimespec
    #else
      let time = state.st_mtim
    #endif
    self.init(
      size: Int(state.st_size),
      modified: Int(time.tv_sec) &* 1_000_000_000 &+ Int(time.tv_nsec),
      number: UInt64(state.st_ino))
  }
}

extension InputFile {
  /// Returns all of its bytes.
  ///
  /// - Parameters:
  ///   - limit: The greatest size, in bytes.
  ///   - kind: What the file should be, with its article.
  /// - Returns: The bytes, up to the size that the file had when it was opened and one more.
  /// - Throws: A problem where the file has more than `limit` bytes, or cannot be read.
  func contents(atMost limit: Int, of kind: String) throws(ReadProblem) -> Data {
    guard size <= limit else {
      throw ReadProblem(
        file: path, value: "\(size) bytes", message: "\(kind) may have at most \(limit) bytes",
        remedy: "is this really \(kind)?")
    }
    var bytes = Data()
    while bytes.count <= size {
      let chunk = try read(upTo: size + 1)
      guard !chunk.isEmpty else { break }
      bytes.append(chunk)
    }
    return bytes
  }
}
