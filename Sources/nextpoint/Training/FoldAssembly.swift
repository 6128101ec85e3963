import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Reads the finished pieces of a leave-one-participant-out training.
struct FoldAssembly {
  private let record: SweepRecord
  private let division: FoldDivision
  private let places: [Int: String]

  /// - Parameters:
  ///   - record: The training.
  ///   - division: Its pieces.
  ///   - places: By piece: the folder that has it.
  init(_ record: SweepRecord, _ division: FoldDivision, places: [Int: String]) {
    (self.record, self.division, self.places) = (record, division, places)
  }

  /// The search, of all trials.
  func search(_ training: TrainingIdentity) throws -> FoldSearch {
    FoldSearch(
      training, division, results: try division.trials.map { try read($0, as: TrialResult.self) })
  }

  /// The models, by the participant left out.
  func models() throws -> [String: LearnedModel] {
    var models: [String: LearnedModel] = [:]
    for piece in division.models {
      guard case .model(let leftOut) = division.works[piece] else { continue }
      let result = try read(piece, as: FoldResult.self)
      do {
        models[division.names[leftOut]] = try LearnedModel(bytes: Array(result.model))
      } catch {
        throw CommandFailure.failed("\(path(piece)): its model \(error)")
      }
    }
    return models
  }

  private func path(_ piece: Int) -> String { "\(places[piece] ?? "")/\(PieceFile.name(piece))" }

  private func read<Found: Decodable>(_ piece: Int, as type: Found.Type) throws -> Found {
    let found = Result<Found, PieceFault> { () throws(PieceFault) in
      let body = try PieceFile.open(piece, in: places[piece] ?? "", plan: record.hash).body
      return try PieceFile.result(body, as: type)
    }
    switch found {
    case .success(let result): return result
    case .failure(let fault):
      throw CommandFailure.failed(
        "\(path(piece)) \(fault); remove it, then resume with '\(record.continuation())'")
    }
  }
}
