import Datasets
import Evaluation
import Foundation
import Reporting

/// The first line of a piece's file: its identity, and the hash of the rest.
struct PieceHeader: Codable {
  var schema = 1
  /// The hash of the sweep.
  var plan: String
  /// The number of the piece.
  var piece: Int
  /// The share that it was done for, `2/3`; `1/1` for the whole.
  var share: String
  /// The numerical environment that computed it.
  var environment: NumericalEnvironment
  /// The length of the line after this one, without its end.
  var bytes = 0
  /// The hash of this line, with nothing in the place of the hash, and of the line after it.
  var sha256 = ""
  /// The file of its predictions, if they are kept.
  var predictions: KeptFile?

  /// A file next to a piece, with what identifies it.
  struct KeptFile: Codable, Hashable {
    var bytes: Int
    var sha256: String
  }
}

/// Why a piece's file does not count.
enum PieceFault: Error, Hashable, CustomStringConvertible {
  case missing
  case unreadable(String)
  case cutOff
  case changed
  case foreign(plan: String)
  case misplaced(piece: Int)
  case predictions

  var description: String {
    switch self {
    case .missing: "is not there"
    case .unreadable(let reason): "cannot be read (\(reason))"
    case .cutOff: "is cut off"
    case .changed: "is damaged: its contents do not have the hash that its first line states"
    case .foreign(let plan): "belongs to another sweep, with the hash \(plan)"
    case .misplaced(let piece): "holds piece \(piece) under another name"
    case .predictions: "has no whole file of single predictions beside it"
    }
  }
}

/// Reads and writes the file of a piece: a header and a result, a line of JSON each.
///
/// It appears whole or not at all; its length and hash show whether it has been changed since.
enum PieceFile {
  static func name(_ piece: Int) -> String {
    SweepRecord.pieceName.prefix + String(format: "%05d", piece) + SweepRecord.pieceName.suffix
  }

  static func predictionsName(_ piece: Int) -> String {
    SweepRecord.pieceName.prefix + String(format: "%05d", piece) + ".predictions.csv"
  }

  /// Indicates whether a folder holds a file that begins like a piece.
  static func isIn(_ folder: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      guard name.hasSuffix(SweepRecord.pieceName.suffix),
        let file = FileHandle(forReadingAtPath: "\(folder)/\(name)"),
        let start = try? file.read(upToCount: 1 << 16),
        let line = start.split(separator: UInt8(ascii: "\n")).first
      else { return false }
      return (try? JSONDecoder().decode(PieceHeader.self, from: line)) != nil
    }
  }

  /// Writes a piece; the header's length and hash are those of the result.
  static func write(_ result: some Encodable, header: PieceHeader, to path: String) throws {
    let body = try encoder.encode(result)
    var header = header
    header.bytes = body.count
    header.sha256 = try hash(header, body)
    let line = UInt8(ascii: "\n")
    try AtomicFile.write(
      try encoder.encode(header) + [line] + body + [line], to: path, replacing: true)
  }

  /// The header and the unread result, after length, hash and ownership were checked.
  ///
  /// - Parameters:
  ///   - piece: The number that the piece must have.
  ///   - folder: The folder of finished pieces.
  ///   - plan: The hash that the sweep must have.
  /// - Returns: The header, and the result as it was written.
  /// - Throws: `PieceFault` where the file is not there, not whole, or not of this sweep.
  static func open(
    _ piece: Int, in folder: String, plan: String
  ) throws(PieceFault) -> (header: PieceHeader, body: Data) {
    let path = "\(folder)/\(name(piece))"
    guard FileManager.default.fileExists(atPath: path) else { throw .missing }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw .unreadable(SystemReason.text(error))
    }
    guard let end = data.firstIndex(of: UInt8(ascii: "\n")) else { throw .cutOff }
    guard let header = try? JSONDecoder().decode(PieceHeader.self, from: data[..<end]),
      header.schema == 1
    else { throw .changed }
    guard header.plan == plan else { throw .foreign(plan: header.plan) }
    guard header.piece == piece else { throw .misplaced(piece: header.piece) }
    let body = data[(end + 1)...].dropLast()
    guard body.count >= header.bytes else { throw .cutOff }
    guard body.count == header.bytes, (try? hash(header, body)) == header.sha256 else {
      throw .changed
    }
    if let kept = header.predictions {
      let file = "\(folder)/\(predictionsName(piece))"
      let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
      guard size == kept.bytes else { throw .predictions }
    }
    return (header, body)
  }

  /// The result of a piece that was opened.
  static func result<Result: Decodable>(
    _ body: Data, as type: Result.Type = PieceResult.self
  ) throws(PieceFault) -> Result {
    do { return try JSONDecoder().decode(type, from: body) } catch { throw .changed }
  }

  private static func hash(_ header: PieceHeader, _ body: Data) throws -> String {
    var bare = header
    bare.sha256 = ""
    var hash = ContentHash()
    hash.update(try encoder.encode(bare))
    hash.update(body)
    return hash.text
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

/// The result of a piece of a sweep, with everything that the files of a run need.
struct PieceResult: Codable {
  /// The rows as `scores.csv` has them, whose numbers read back as the same numbers.
  var scores: String
  /// The recordings that could not be prepared; in the first piece only.
  var unprepared: [EvaluationFailure]
  /// What could not be scored.
  var failures: [EvaluationFailure]
  /// What the floors of the data set need.
  var floors: FloorTally
  /// How long the predictors took.
  var timings: [ScoringRun.Timing]
  /// How long it took to make the data set ready, in the first piece that a process did of it, and to
  /// score the piece, in seconds.
  var preparing: Double
  var scoring: Double
}
