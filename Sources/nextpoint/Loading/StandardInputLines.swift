import Datasets
import Foundation

/// The lines of standard input, each as soon as it arrives.
///
/// Lines end with LF or CR LF; a byte order mark at the start is skipped. Of a line that is longer than
/// `lengthLimit` only the beginning is given, so that memory is bounded.
struct StandardInputLines {
  /// The maximum length of a line in bytes, as in files of recordings.
  static let lengthLimit = 64 * 1024

  /// One line.
  struct Line {
    var text: String
    /// Whether it is longer than `lengthLimit`; then `text` is its beginning.
    var isTooLong = false
  }

  private var bytes: [UInt8] = []
  private var position = 0
  private var isAtStart = true
  private var isAtEnd = false

  /// The next line; nil at the end.
  ///
  /// - Throws: `CommandFailure` where reading fails, which is not the end.
  mutating func next() throws(CommandFailure) -> Line? {
    var searched = position
    var beginning: Line?
    while true {
      if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return beginning ?? line(upTo: end)
      }
      if isAtEnd {
        guard position < bytes.count || beginning != nil else { return nil }
        defer { position = bytes.count }
        return beginning ?? line(upTo: bytes.count)
      }
      if bytes.count - position > Self.lengthLimit {
        beginning =
          beginning
          ?? Line(text: text(bytes[position...].prefix(Self.lengthLimit)), isTooLong: true)
        position = bytes.count
      }
      searched = bytes.count - position
      try refill()
    }
  }

  private func line(upTo end: Int) -> Line {
    let line = bytes[position..<end]
    return Line(text: text(line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
  }

  private func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private mutating func refill() throws(CommandFailure) {
    bytes.removeSubrange(..<position)
    position = 0
    var chunk = [UInt8](repeating: 0, count: 16 * 1024)
    var count = -1
    repeat { count = read(STDIN_FILENO, &chunk, chunk.count) } while count < 0 && errno == EINTR
    guard count >= 0 else {
      throw .noData(
        "standard input: cannot be read (\(SystemReason.text(errno))); pipe samples to it, or name a file "
          + "with '<'")
    }
    isAtEnd = count == 0
    bytes += chunk.prefix(count)
    // A mark may come in parts; until three bytes are there, it cannot be told.
    if isAtStart, bytes.count >= 3 || isAtEnd {
      isAtStart = false
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }
  }
}
