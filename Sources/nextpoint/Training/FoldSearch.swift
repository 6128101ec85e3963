import Datasets
import Evaluation
import Foundation
import Reporting

/// Chooses settings for each participant left out, on all the others alone.
///
/// For each two participants and each candidate a model is trained on everyone but these two, and its
/// loss taken on either. When one is left out, a candidate's score is the mean of its losses on the
/// others, each by the model that has seen neither: so that nothing of the one left out is in the
/// choice. One network a candidate is trained, whatever its number of members.
struct FoldSearch {
  private struct Trial {
    let candidate: Int
    let pair: (String, String)
    let losses: (Double?, Double?)
  }

  private let training: TrainingIdentity
  private let trials: [Trial]

  /// Takes in the trials.
  ///
  /// - Parameters:
  ///   - training: The candidates.
  ///   - division: The pieces.
  ///   - results: What the trials gave, in order.
  init(_ training: TrainingIdentity, _ division: FoldDivision, results: [TrialResult]) {
    self.training = training
    trials = zip(division.trials, results).compactMap { piece, result in
      guard case .trial(let candidate, let first, let second) = division.works[piece],
        result.losses.count == 2
      else { return nil }
      return Trial(
        candidate: candidate, pair: (division.names[first], division.names[second]),
        losses: (result.losses[0], result.losses[1]))
    }
  }

  /// The SHA-256 of the log; nil if nothing was searched.
  var hash: String? {
    trials.isEmpty ? nil : ContentHash.text(of: log)
  }

  /// The candidate with the least mean loss over the others; the first of equals.
  func choice(without name: String) -> Int {
    let means = training.candidates.indices.map { candidate in
      let losses = trials.filter { $0.candidate == candidate }.compactMap { trial -> Double? in
        if trial.pair.0 == name { return trial.losses.1 }
        if trial.pair.1 == name { return trial.losses.0 }
        return nil
      }
      return losses.isEmpty ? Double.infinity : losses.reduce(0, +) / Double(losses.count)
    }
    return means.indices.min { means[$0] < means[$1] } ?? 0
  }

  /// Every trial, as CSV; the header alone where nothing was searched.
  var log: String {
    OutputTable(
      columns: [
        .init("candidate"), .init("settings"), .init("left_out"), .init("scored_on"), .init("loss"),
      ],
      rows: trials.flatMap { trial in
        [
          row(trial, leftOut: trial.pair.0, scored: trial.pair.1, loss: trial.losses.1),
          row(trial, leftOut: trial.pair.1, scored: trial.pair.0, loss: trial.losses.0),
        ]
      }
    ).rendered(as: .csv)
  }

  private func row(
    _ trial: Trial, leftOut: String, scored: String, loss: Double?
  ) -> [OutputTable.Cell] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let settings = (try? encoder.encode(training.trial(trial.candidate))).map {
      String(decoding: $0, as: UTF8.self)
    }
    return [
      .integer(trial.candidate + 1), .text(settings ?? ""), .text(leftOut), .text(scored),
      .number(loss, decimals: 6),
    ]
  }
}
