import Crypto
import Evaluation
import Foundation
import MotionPrediction
import Reporting

/// Chooses settings for each participant left out, on all the others alone.
///
/// For each two participants and each candidate a model is trained on everyone but these two, and its
/// loss taken on either. When one is left out, a candidate's score is the mean of its losses on the
/// others, each by the model that has seen neither: so that nothing of the one left out is in the
/// choice. One network a candidate is trained, whatever its number of members.
struct FoldSearch {
  let data: TrainingData
  let candidates: [TrainingSettings]
  let jobs: Int

  /// What was chosen, with the log.
  struct Found {
    /// The place of the candidate, by the participant left out.
    var choices: [String: Int] = [:]
    /// Every trial, as CSV; the header alone where there was one candidate.
    var log: String
    /// The SHA-256 of the log; nil where nothing was searched.
    var hash: String?
  }

  private struct Trial {
    let candidate: Int
    let pair: (String, String)
    let losses: (Double?, Double?)
  }

  func found(_ division: LeaveOneParticipantOut) async throws -> Found {
    let names = division.folds.map(\.heldOut)
    guard candidates.count > 1, names.count > 2 else {
      return Found(log: table([]).rendered(as: .csv))
    }
    var trials: [Trial] = []
    for candidate in candidates.indices {
      trials += try await self.trials(candidate, names)
    }
    let log = table(trials).rendered(as: .csv)
    var found = Found(log: log)
    found.hash = SHA256.hash(data: Data(log.utf8)).map { String(format: "%02x", $0) }.joined()
    for name in names { found.choices[name] = choice(without: name, trials) }
    return found
  }

  private func trials(_ candidate: Int, _ names: [String]) async throws -> [Trial] {
    var settings = candidates[candidate]
    settings.members = 1
    let examples = data.examples(settings)
    let pairs = names.indices.flatMap { first in
      names.indices[(first + 1)...].map { (names[first], names[$0]) }
    }
    let bar = ProgressBar(
      "setting \(candidate + 1) of \(candidates.count)", total: pairs.count)
    defer { bar.finish() }
    return try await withThrowingTaskGroup(of: (Int, Trial).self) { group in
      var (next, trials): (Int, [(Int, Trial)]) = (0, [])
      func begin() {
        guard next < pairs.count else { return }
        let (number, pair) = (next, pairs[next])
        let others = Set(names).subtracting([pair.0, pair.1])
        next += 1
        group.addTask { [settings] in
          let model = try await ModelTraining(examples, of: others, settings: settings)
            .model(jobs: 1)
          let losses = (
            HeldOutLoss.loss(of: model, on: examples, participant: pair.0),
            HeldOutLoss.loss(of: model, on: examples, participant: pair.1)
          )
          return (number, Trial(candidate: candidate, pair: pair, losses: losses))
        }
      }
      for _ in 0..<jobs { begin() }
      while let trial = try await group.next() {
        trials.append(trial)
        bar.advance()
        begin()
      }
      return trials.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The candidate with the least mean loss over the others; the first of equals.
  private func choice(without name: String, _ trials: [Trial]) -> Int {
    let means = candidates.indices.map { candidate in
      let losses = trials.filter { $0.candidate == candidate }.compactMap { trial -> Double? in
        if trial.pair.0 == name { return trial.losses.1 }
        if trial.pair.1 == name { return trial.losses.0 }
        return nil
      }
      return losses.isEmpty ? Double.infinity : losses.reduce(0, +) / Double(losses.count)
    }
    return means.indices.min { means[$0] < means[$1] } ?? 0
  }

  private func table(_ trials: [Trial]) -> OutputTable {
    OutputTable(
      columns: [
        .init("candidate"), .init("settings"), .init("left_out"), .init("scored_on"), .init("loss"),
      ],
      rows: trials.flatMap { trial in
        [
          row(trial, leftOut: trial.pair.0, scored: trial.pair.1, loss: trial.losses.1),
          row(trial, leftOut: trial.pair.1, scored: trial.pair.0, loss: trial.losses.0),
        ]
      })
  }

  private func row(
    _ trial: Trial, leftOut: String, scored: String, loss: Double?
  ) -> [OutputTable.Cell] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let settings = (try? encoder.encode(candidates[trial.candidate])).map {
      String(decoding: $0, as: UTF8.self)
    }
    return [
      .integer(trial.candidate + 1), .text(settings ?? ""), .text(leftOut), .text(scored),
      .number(loss, decimals: 6),
    ]
  }
}
