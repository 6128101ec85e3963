import Datasets
import Evaluation
import Foundation

/// The file of a training's checkpoint: a first line with a hash, then the checkpoint as JSON.
///
/// The first line tells a checkpoint from files of other people, which are never touched: the checkpoint
/// then has another name.
struct CheckpointFile {
  /// Why a checkpoint cannot be resumed.
  struct Damage: Error {}

  let path: String
  /// Whether a checkpoint of this name was there, or has been written since.
  private(set) var exists: Bool

  private static let opening = "nextpoint checkpoint 1 "
  private static let mostNames = 100

  /// Finds the name of the checkpoint of an output: the first that nothing has, or that a checkpoint has.
  ///
  /// - Throws: `CommandFailure` if every name is taken.
  init(of output: String) throws(CommandFailure) {
    let first = "\(output).checkpoint"
    for number in 1...Self.mostNames {
      let path = number == 1 ? first : "\(first)-\(number)"
      var state = stat()
      guard lstat(path, &state) == 0 else {
        (self.path, exists) = (path, false)
        return
      }
      guard state.st_mode & S_IFMT == S_IFREG, Self.isCheckpoint(path) else { continue }
      (self.path, exists) = (path, true)
      return
    }
    throw .usage("\(first): exists already and is not a checkpoint; choose another --output")
  }

  /// Whether it has another name than usual, because something else has that.
  func isDisplaced(from output: String) -> Bool { path != "\(output).checkpoint" }

  private static func isCheckpoint(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    return (try? file.read(upToCount: opening.utf8.count)) == Data(opening.utf8)
  }

  /// Reads the checkpoint; nil if there is none.
  ///
  /// - Throws: `Damage` if its content does not have the hash of its first line.
  func read() throws(Damage) -> TrainingCheckpoint? {
    guard exists else { return nil }
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)),
      let end = data.firstIndex(of: UInt8(ascii: "\n")),
      case let body = data[(end + 1)...],
      data[..<end] == Self.firstLine(of: body),
      let checkpoint = try? JSONDecoder().decode(TrainingCheckpoint.self, from: body)
    else { throw Damage() }
    return checkpoint
  }

  /// Writes the checkpoint; one that is there is replaced.
  mutating func write(_ checkpoint: TrainingCheckpoint) throws {
    let body = try JSONEncoder().encode(checkpoint)
    try AtomicFile.write(
      Self.firstLine(of: body) + [UInt8(ascii: "\n")] + body, to: path, replacing: exists)
    exists = true
  }

  /// Removes the checkpoint.
  func remove() {
    guard exists else { return }
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func firstLine(of body: Data) -> Data {
    Data((opening + ContentHash.text(of: body)).utf8)
  }
}
