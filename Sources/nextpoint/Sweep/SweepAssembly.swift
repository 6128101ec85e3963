import Datasets
import Evaluation
import Foundation
import Reporting

/// Assembles the pieces of a sweep into the result of a single run.
struct SweepAssembly {
  /// What the sweep gave.
  private(set) var outcome: ScoringRun.Outcome
  /// How long it took, over all processes, in seconds.
  private(set) var seconds = 0.0
  /// The files of single predictions, in order.
  private var predictions: [(path: String, kept: PieceHeader.KeptFile)] = []
  private let record: SweepRecord

  /// Reads all pieces.
  ///
  /// - Parameters:
  ///   - record: The sweep.
  ///   - division: Its pieces.
  ///   - places: By piece: the folder that has it.
  ///   - causes: Returns why nothing may have been scored; nil if the data sets are not at hand.
  /// - Throws: `CommandFailure` where one cannot be read, and where nothing was scored.
  init(
    _ record: SweepRecord, _ division: SweepDivision, places: [Int: String],
    causes: () -> UnscoredCauses?
  ) throws(CommandFailure) {
    self.record = record
    let plan = record.identity.plan
    outcome = ScoringRun.Outcome(
      table: ScoreTable(metrics: plan.metrics, sweptNames: [], rows: []), plan: plan,
      datasets: record.identity.datasets,
      problems: record.problems.map {
        LoadingProblem(dataset: $0.dataset, source: $0.source, problem: $0.problem)
      }, warnings: record.warnings)
    for (place, dataset) in record.identity.datasets.enumerated() {
      let mine = division.pieces.filter { $0.dataset == place }
      try add(mine, of: dataset.name, places: places)
    }
    outcome.table = ParetoRanking.ranked(outcome.table)
    do { try outcome.checkScored(causes()) } catch {
      // A unit of times that is probably another may be the reason.
      for warning in record.warnings { Terminal.warn(warning) }
      throw error
    }
  }

  private mutating func add(
    _ pieces: [SweepDivision.Piece], of dataset: String, places: [Int: String]
  ) throws(CommandFailure) {
    var floors = FloorTally()
    var timings: [ScoringRun.Timing] = []
    var (preparing, scoring) = (0.0, 0.0)
    for piece in pieces {
      let result = try read(piece.index, in: places[piece.index] ?? "")
      outcome.failures += result.unprepared + result.failures
      floors.add(result.floors)
      timings += result.timings
      preparing += result.preparing
      scoring += result.scoring
    }
    outcome.floors += floors.floors(dataset: dataset, horizons: outcome.plan.horizons)
    outcome.timings += [
      ScoringRun.Timing(dataset: dataset, stage: "prepare", seconds: preparing),
      ScoringRun.Timing(dataset: dataset, stage: "score", seconds: scoring),
    ]
    outcome.timings += timings
    seconds += preparing + scoring
  }

  private mutating func read(
    _ piece: Int, in folder: String
  ) throws(CommandFailure) -> PieceResult {
    let path = "\(folder)/\(PieceFile.name(piece))"
    do {
      let (header, body) = try PieceFile.open(piece, in: folder, plan: record.hash)
      let result = try PieceFile.result(body)
      let table = try ScoresCSV.read(
        Array(result.scores.utf8), file: path, metrics: outcome.table.metrics
      ).table
      outcome.table.sweptNames = table.sweptNames
      outcome.table.rows += table.rows
      if let kept = header.predictions {
        predictions.append(("\(folder)/\(PieceFile.predictionsName(piece))", kept))
      }
      return result
    } catch let fault as PieceFault {
      throw .failed("\(path) \(fault); remove it, then resume with '\(record.continuation())'")
    } catch {
      throw .failed("\(error); remove \(path), then resume with '\(record.continuation())'")
    }
  }

  /// Writes the file of single predictions: a header and those of all pieces.
  func writePredictions(in folder: String) throws {
    let path = "\(folder)/\(PredictionsCSV.fileName)"
    let output = try AtomicFile(path: path, replacing: false)
    try output.append((PredictionsCSV.columns.joined(separator: ",") + "\n").utf8)
    for (source, kept) in predictions { try append(source, kept, to: output) }
    try output.finish()
  }

  private func append(
    _ path: String, _ kept: PieceHeader.KeptFile, to output: AtomicFile
  ) throws {
    // Read and written so much at a time, whatever the size.
    let chunk = 1 << 22
    let input = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    var hash = ContentHash()
    while case let bytes = try input.bytes(upTo: chunk), !bytes.isEmpty {
      hash.update(bytes)
      try output.append(bytes)
    }
    try input.close()
    guard hash.text == kept.sha256 else {
      throw CommandFailure.failed(
        "\(path) is damaged; remove it, then resume with '\(record.continuation())'")
    }
  }
}
