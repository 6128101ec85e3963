import Foundation

/// A file that is being downloaded: what has come so far, under a name of its own.
///
/// The name is hidden and contains the hash of the whole file, so that nobody else's file has it. It is closed with the last copy of the value, stays where a download ends early, and the next download goes on
/// from its end.
struct PartialFile: Sendable {
  /// Returns the path of the partial file of what is downloaded to a path.
  static func path(of download: DatasetCatalogue.Download, to path: String) -> String {
    let (folder, name) = OutputPlace.parts(of: path)
    // Names have at most 255 bytes.
    let start = String(decoding: name.utf8.prefix(150), as: UTF8.self)
    return "\(folder).\(start).\(download.sha256).part"
  }

  /// Returns how many bytes the file at a path holds; 0 if there is none.
  static func size(ofFile path: String) -> Int { (try? FileState(ofFile: path))?.size ?? 0 }

  /// How many bytes it holds.
  private(set) var count: Int
  private let handle: FileHandle

  /// Opens or creates the file; a symbolic link, a pipe or a device of that name is refused.
  init(path: String) throws {
    // Without waiting for a reader, if it is a pipe.
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else { throw FileWriteError(path: path, errno: errno) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var state = stat()
    guard fstat(descriptor, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
      throw FileWriteError(path: path, reason: "it is not a regular file")
    }
    count = Int(try handle.seekToEnd())
  }

  /// Appends bytes.
  mutating func append(_ data: Data) throws {
    try handle.write(contentsOf: data)
    count += data.count
  }

  /// Discards its contents.
  mutating func restart() throws {
    try handle.truncate(atOffset: 0)
    try handle.seek(toOffset: 0)
    count = 0
  }
}
