import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Computes missing pieces of a leave-one-participant-out training, and writes each when it is
/// finished.
///
/// What a piece gives depends on neither the share nor the number of workers.
struct FoldTraining {
  let data: TrainingData
  let training: TrainingIdentity
  let division: FoldDivision
  let record: SweepRecord
  let folder: SweepFolder
  let share: SweepShare
  let jobs: Int

  // MARK: - Trials

  /// Does these trials, one a worker.
  func doTrials(_ pieces: [Int]) async throws {
    guard !pieces.isEmpty else { return }
    let examples = examples(of: pieces)
    let bar = ProgressBar("search", total: pieces.count)
    defer { bar.finish() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = pieces[...]
      func begin() {
        guard let piece = rest.popFirst() else { return }
        group.addTask { try await doTrial(piece, examples) }
      }
      for _ in 0..<jobs { begin() }
      while try await group.next() != nil {
        bar.advance()
        begin()
      }
    }
  }

  /// The examples that these trials need, by feature layout.
  private func examples(of pieces: [Int]) -> [TrainingSettings.ExampleKey: TrainingExamples] {
    var result: [TrainingSettings.ExampleKey: TrainingExamples] = [:]
    for piece in pieces {
      guard case .trial(let candidate, _, _) = division.works[piece] else { continue }
      let settings = training.trial(candidate)
      if result[settings.exampleKey] == nil {
        result[settings.exampleKey] = data.examples(settings)
      }
    }
    return result
  }

  private func doTrial(
    _ piece: Int, _ examples: [TrainingSettings.ExampleKey: TrainingExamples]
  ) async throws {
    guard case .trial(let candidate, let first, let second) = division.works[piece] else { return }
    let settings = training.trial(candidate)
    guard let examples = examples[settings.exampleKey] else { return }
    let pair = [division.names[first], division.names[second]]
    let model: LearnedModel
    do {
      model = try await ModelTraining(
        examples, of: Set(division.names).subtracting(pair), settings: settings
      ).model(jobs: 1)
    } catch {
      throw CommandFailure.failed("\(division.description(of: piece)): \(error)")
    }
    let losses = pair.map { HeldOutLoss.loss(of: model, on: examples, participant: $0) }
    try write(TrialResult(losses: losses), piece)
  }

  // MARK: - Models

  /// Trains the models of these folds, with the settings that the search chose.
  func train(_ pieces: [Int], by search: FoldSearch) async throws {
    for piece in pieces {
      guard case .model(let leftOut) = division.works[piece] else { continue }
      let name = division.names[leftOut]
      let candidate = search.choice(without: name)
      let model = try await model(
        without: name, training.candidates[candidate], searchLog: search.hash)
      try write(FoldResult(candidate: candidate, model: Data(model.bytes)), piece)
    }
  }

  private func model(
    without name: String, _ settings: TrainingSettings, searchLog: String?
  ) async throws -> LearnedModel {
    let names = Set(division.names).subtracting([name])
    let progress = TrainingProgress("without \(name)")
    do {
      let training = try ModelTraining(data.examples(settings), of: names, settings: settings)
      let manifest = try data.manifest(
        settings, of: names, examples: training.exampleCount, searchLog: searchLog)
      return try await training.model(jobs: jobs, progress: { progress.advance($0, $1) })
        .stating(manifest)
    } catch let error as TrainingError {
      throw CommandFailure.failed("without \(name): \(error)")
    }
  }

  private func write(_ result: some Encodable, _ piece: Int) throws {
    let header = PieceHeader(
      plan: record.hash, piece: piece, share: "\(share)", environment: .current)
    try PieceFile.write(result, header: header, to: "\(folder.shards)/\(PieceFile.name(piece))")
  }
}
