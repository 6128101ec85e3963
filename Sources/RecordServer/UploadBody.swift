#if Record
  import Datasets
  import Foundation
  import NIOCore

  /// The content of an upload as it arrives: a short one in memory, a longer one in a file without a name.
  ///
  /// However many uploads arrive at once, and however slowly, each needs little memory.
  struct UploadBody {
    /// The maximum number of bytes that stay in memory.
    static let memoryLimit = 256 << 10

    /// The bytes in memory: all of them, or those that follow the bytes of the file.
    private(set) var rest = ByteBuffer()
    /// The file; nil for a short content.
    private(set) var file: UploadFile?
    /// All bytes so far.
    private(set) var count = 0

    /// Adds bytes; returns whether the file should take those in memory now.
    mutating func append(_ bytes: ByteBuffer) -> Bool {
      count += bytes.readableBytes
      rest.writeImmutableBuffer(bytes)
      return rest.readableBytes > Self.memoryLimit
    }

    /// Gives away the bytes in memory.
    mutating func takeRest() -> ByteBuffer {
      defer { rest = ByteBuffer() }
      return rest
    }

    /// Sets the file that has what was given away.
    mutating func use(_ file: UploadFile) { self.file = file }
  }

  /// The beginning of a long upload, on the disk of the data set; it is gone when the process is.
  final class UploadFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Creates the file in a folder.
    init(in folder: String) throws(FileWriteError) {
      path = "\(folder)/.upload.\(UUID().uuidString).partial"
      descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw FileWriteError(path: path, errno: errno) }
      unlink(path)
    }

    deinit { close(descriptor) }

    /// Adds bytes at the end.
    func append(_ bytes: ByteBuffer) throws(FileWriteError) {
      let failure = bytes.withUnsafeReadableBytes {
        WholeWrite.write($0.bindMemory(to: UInt8.self), to: descriptor)
      }
      if let failure { throw FileWriteError(path: path, errno: failure) }
    }

    /// Returns the bytes of the file and those that follow.
    func content(_ rest: ByteBuffer) throws -> Data {
      let size = Int(lseek(descriptor, 0, SEEK_END))
      guard size >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileWriteError(path: path, errno: errno)
      }
      var data = try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        .bytes(upTo: size)
      data.append(contentsOf: rest.readableBytesView)
      return data
    }
  }
#endif
