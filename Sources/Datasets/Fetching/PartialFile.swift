import Foundation

/// A file that is being downloaded: what has come so far, under a name of its own.
///
/// It is closed with the last copy of the value, stays where a download ends early, and the next download goes on
/// from its end.
struct PartialFile: Sendable {
  /// The ending of its name.
  static let ending = ".part"

  /// Returns the path of the partial file of a target.
  static func path(of target: String) -> String { target + ending }

  /// Returns how many bytes the partial file of the target holds; 0 where there is none.
  static func size(of target: String) -> Int {
    (try? FileState(ofFile: path(of: target)))?.size ?? 0
  }

  /// How many bytes it holds.
  private(set) var count: Int
  private let handle: FileHandle

  /// Opens or creates the partial file of the target; a symbolic link in its place is refused.
  init(target: String) throws {
    let path = Self.path(of: target)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw FileWriteError(path: path, errno: errno) }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
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
