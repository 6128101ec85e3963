import Datasets
import Evaluation
import Foundation

/// The contents of a run directory: its manifest and its scores.
public struct RunFolder: Hashable, Sendable {
  /// The manifest's file name.
  package static let manifestName = "manifest.json"
  /// The scores' file name.
  package static let scoresName = "scores.csv"
  /// The file name of the oracle floors.
  package static let floorsName = "floors.csv"

  /// What the run was.
  package let manifest: RunManifest
  /// What it scored.
  public let table: ScoreTable
  /// The oracle floors of each family; empty where the run has none.
  package let floors: [OracleFloor]
  /// Warnings about the folder, each with a remedy.
  public let warnings: [String]

  /// Creates a run from its parts.
  package init(
    manifest: RunManifest, table: ScoreTable, floors: [OracleFloor] = [], warnings: [String] = []
  ) {
    self.manifest = manifest
    self.table = table
    self.floors = floors
    self.warnings = warnings
  }

  /// Reads a folder.
  ///
  /// - Parameters:
  ///   - path: The run directory.
  ///   - metrics: The definitions of the measures that are known.
  /// - Throws: `RunFolderError` where the folder is no run, is a run that never finished, or has a
  ///   file that cannot be read.
  public init(
    reading path: String, metrics: [MetricDefinition] = MetricSet.allMetrics
  ) throws(RunFolderError) {
    let manifest = try Self.manifest(in: path)
    let scoresPath = "\(path)/\(Self.scoresName)"
    let scores = try Self.bytes(of: Self.scoresName, in: path)
    let contents: ScoresCSV.Contents
    do {
      contents = try ScoresCSV.read(scores, file: scoresPath, metrics: metrics)
    } catch {
      throw .scores(error)
    }
    guard !contents.table.rows.isEmpty else { throw .noScores(scoresPath) }
    let unknown = contents.unknownMeasures.map {
      "\(scoresPath): this version of nextpoint does not define the measure '\($0)' and shows it "
        + "without a unit; use the version that made the run (\(manifest.identity.version))"
    }
    self.init(
      manifest: manifest, table: contents.table, floors: try Self.floors(in: path),
      warnings: unknown + Self.underWay(in: path))
  }

  /// Returns a warning about an unfinished sweep that will replace the run, if there is one.
  private static func underWay(in path: String) -> [String] {
    guard let record = SweepRecord(in: path) else { return [] }
    return [
      "\(path): these are the scores of an earlier run; a later sweep here is unfinished "
        + "(\(SweepRecord.piecesPresent(in: path)) of \(record.pieces) pieces); finish it with "
        + "'\(record.continuation())'"
    ]
  }

  /// Returns the floors, which runs of older versions lack.
  private static func floors(in path: String) throws(RunFolderError) -> [OracleFloor] {
    let file = "\(path)/\(floorsName)"
    guard FileManager.default.fileExists(atPath: file) else { return [] }
    do {
      return try FloorsCSV.read(try bytes(of: floorsName, in: path), file: file)
    } catch let error as ScoresCSVError {
      throw .scores(error)
    } catch let error as RunFolderError {
      throw error
    } catch {
      throw .unreadable(file, reason: SystemReason.text(error))
    }
  }

  /// Returns a manifest or record as JSON with sorted keys, ending with a line feed; equal values
  /// give equal bytes.
  ///
  /// - Throws: What `JSONEncoder` throws: a number in it is not finite.
  package static func json(of value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  private static func checkIsFolder(_ path: String) throws(RunFolderError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw .missing(path)
    }
    guard isFolder.boolValue else { throw .notAFolder(path) }
  }

  private static func bytes(of name: String, in path: String) throws(RunFolderError) -> [UInt8] {
    let file = "\(path)/\(name)"
    guard FileManager.default.fileExists(atPath: file) else {
      if let record = SweepRecord(in: path) {
        throw .unfinished(
          path, pieces: SweepRecord.piecesPresent(in: path), of: record.pieces,
          command: record.continuation())
      }
      throw .incomplete(path, missing: name)
    }
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: file)))
    } catch {
      throw .unreadable(file, reason: SystemReason.text(error))
    }
  }

  /// Reads the manifest of a run directory.
  ///
  /// - Throws: `RunFolderError` as reading the whole folder does.
  package static func manifest(in path: String) throws(RunFolderError) -> RunManifest {
    try checkIsFolder(path)
    return try manifest(try bytes(of: manifestName, in: path), path: "\(path)/\(manifestName)")
  }

  private static func manifest(
    _ bytes: [UInt8], path: String
  ) throws(RunFolderError) -> RunManifest {
    struct Form: Decodable { let schema: Int }
    let decoder = JSONDecoder()
    do {
      let form = try decoder.decode(Form.self, from: Data(bytes))
      guard form.schema == 1 else { throw RunFolderError.schema(path, found: form.schema) }
      return try decoder.decode(RunManifest.self, from: Data(bytes))
    } catch let error as RunFolderError {
      throw error
    } catch {
      let text = DecodingErrorText(error)
      throw .manifest(path, problem: text.key.map { "'\($0)': \(text.message)" } ?? text.message)
    }
  }
}

/// Why a folder is not a finished run, with a remedy.
public enum RunFolderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path does not exist.
  case missing(String)
  /// It is a file.
  case notAFolder(String)
  /// A file of a finished run is missing.
  case incomplete(String, missing: String)
  /// It is an unfinished sweep.
  case unfinished(String, pieces: Int, of: Int, command: String)
  /// A file cannot be opened.
  case unreadable(String, reason: String)
  /// The manifest has another schema.
  case schema(String, found: Int)
  /// The manifest cannot be read.
  case manifest(String, problem: String)
  /// The scores cannot be read.
  case scores(ScoresCSVError)
  /// The scores have no rows.
  case noScores(String)

  /// The message with its remedy.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): no such folder; make a run with 'nextpoint sweep … --output \(path)'"
    case .notAFolder(let path):
      "\(path): this is a file; name the run directory that 'nextpoint sweep' wrote"
    case .incomplete(let path, let missing):
      "\(path): '\(missing)' is missing, so this is not a run directory or the run did not finish; "
        + "rerun 'nextpoint sweep … --output \(path)'"
    case .unfinished(let path, let pieces, let total, let command):
      "\(path): the sweep has not finished: \(pieces) of \(total) pieces are there; resume it with "
        + "'\(command)' or, where all are there, run 'nextpoint sweep merge \(path)'"
    case .unreadable(let path, let reason):
      "\(path): cannot be read (\(reason)); check its permissions"
    case .schema(let path, let found):
      "\(path): 'schema' is \(found), but this version reads 1; "
        + "use the version of nextpoint that made the run"
    case .manifest(let path, let problem):
      "\(path): \(problem); the file was edited or cut off, so run the sweep again"
    case .scores(let error):
      "\(error)"
    case .noScores(let path):
      "\(path): it has a header but no rows; rerun the sweep with data that can be scored"
    }
  }
}
