import Foundation

/// What stands where something is to be written, after all symbolic links.
enum OutputPlace {
  /// An open file of this process, which the path names by its number: `/dev/stdout`, `/dev/fd/3`.
  case descriptor(Int32)
  /// A device, a named pipe or a socket.
  case device(String)
  /// A regular file with its state, or a name that nothing has.
  case file(String, existing: stat?)

  /// The number of links that the system itself follows.
  private static let linkLimit = 40

  /// Determines what exists at the path.
  ///
  /// - Throws: `FileWriteError` where it is a folder, and where links lead in a circle.
  init(_ path: String) throws(FileWriteError) {
    guard !path.isEmpty, !path.hasSuffix("/") else { throw Self.folder(path) }
    var place = path
    for _ in 0..<Self.linkLimit {
      if let number = Self.ownDescriptor(place) {
        self = .descriptor(number)
        return
      }
      var state = stat()
      guard lstat(place, &state) == 0 else {
        guard errno == ENOENT else { throw FileWriteError(path: path, errno: errno) }
        self = .file(place, existing: nil)
        return
      }
      switch state.st_mode & S_IFMT {
      case S_IFLNK: place = try Self.target(of: place)
      case S_IFDIR: throw Self.folder(path)
      case S_IFREG:
        self = .file(place, existing: state)
        return
      default:
        self = .device(place)
        return
      }
    }
    throw FileWriteError(path: path, errno: ELOOP)
  }

  /// Determines what exists at the path, and refuses a regular file that may not be replaced.
  init(_ path: String, replacing: Bool) throws(FileWriteError) {
    self = try OutputPlace(path)
    if !replacing, case .file(_, existing: .some) = self { throw .exists(path) }
  }

  /// Returns the name itself, or what it leads to where it is a symbolic link.
  static func followed(_ path: String) throws(FileWriteError) -> String {
    var place = path
    for _ in 0..<linkLimit {
      var state = stat()
      guard lstat(place, &state) == 0, state.st_mode & S_IFMT == S_IFLNK else { return place }
      place = try target(of: place)
    }
    throw FileWriteError(path: path, errno: ELOOP)
  }

  /// Returns a name in the same folder that nothing has, and that tells what it is of.
  static func temporary(beside target: String) -> String {
    let (folder, name) = parts(of: target)
    // Names have at most 255 bytes.
    let start = String(decoding: name.utf8.prefix(150), as: UTF8.self)
    return "\(folder).\(start).\(UUID().uuidString)\(temporaryEnding)"
  }

  /// Indicates whether a name is one of those that `temporary` gives.
  static func isTemporary(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(temporaryEnding) else { return false }
    let start = name.dropLast(temporaryEnding.count)
    return start.lastIndex(of: ".").map {
      UUID(uuidString: String(start[$0...].dropFirst())) != nil
    }
      ?? false
  }

  private static let temporaryEnding = ".partial"

  private static func folder(_ path: String) -> FileWriteError {
    FileWriteError(
      path: path, reason: SystemReason.text(path.isEmpty ? ENOENT : EISDIR),
      remedy: "name a file, not a folder")
  }

  /// Returns a folder with the slash at its end, which is empty for the current one, and the name in it.
  static func parts(of path: String) -> (folder: String, name: String) {
    let end = path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex
    return (String(path[..<end]), String(path[end...]))
  }

  private static func target(of link: String) throws(FileWriteError) -> String {
    guard let text = try? FileManager.default.destinationOfSymbolicLink(atPath: link) else {
      throw FileWriteError(path: link, reason: "the symbolic link cannot be read")
    }
    return text.hasPrefix("/") ? text : parts(of: link).folder + text
  }

  /// Returns the number of an open file of this process; its link in `/proc` cannot be followed by its text.
  private static func ownDescriptor(_ path: String) -> Int32? {
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"]
    where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }
}
