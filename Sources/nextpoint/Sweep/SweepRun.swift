import Evaluation
import Foundation
import Reporting

/// Writes the files of a complete sweep, and concludes the command.
struct SweepRun {
  private let record: SweepRecord
  private let folder: SweepFolder
  private let jobs: Int

  init(_ record: SweepRecord, folder: SweepFolder, jobs: Int) {
    self.record = record
    self.folder = folder
    self.jobs = jobs
  }

  /// Writes scores, floors, timings, failures, predictions, and the manifest.
  func finish(_ assembly: SweepAssembly, _ survey: SweepSurvey) throws {
    let outcome = assembly.outcome
    try write(
      outcome, survey, seconds: assembly.seconds,
      files: (outcome.plan.hasFloors
        ? [(name: RunFolder.floorsName, text: FloorsCSV.text(outcome.floors))] : [])
        + [(name: "timings.csv", text: outcome.timingsText)],
      predictions: record.keepsPredictions ? { try assembly.writePredictions(in: $0) } : nil)
    try folder.concludeFinished()
  }

  /// Writes scores, failures, other files and the manifest.
  func write(
    _ outcome: ScoringRun.Outcome, _ survey: SweepSurvey, seconds: Double,
    files: [(name: String, text: String)], predictions: ((String) throws -> Void)? = nil
  ) throws {
    var files = [(name: RunFolder.scoresName, text: ScoresCSV.text(outcome.table))] + files
    if outcome.isIncomplete {
      files.append((name: SweepFolder.failuresName, text: outcome.failuresText))
    }
    try folder.finish(
      files: files, predictions: predictions,
      manifest: manifest(outcome, survey, seconds: seconds))
    Terminal.note(
      "\(outcome.table.rows.count) rows of scores in \(folder.path); 'nextpoint report "
        + "\(folder.path)' makes a page of them")
  }

  private func manifest(
    _ outcome: ScoringRun.Outcome, _ survey: SweepSurvey, seconds: Double
  ) -> RunManifest {
    var identity = record.identity
    let environments = survey.environments.map(\.environment)
    identity.environment = environments.first ?? identity.environment
    identity.otherEnvironments =
      environments.count > 1 ? Array(environments.dropFirst()) : nil
    return RunManifest(
      identity: identity,
      volatile: RunManifest.Volatile(
        command: CommandLine.arguments, started: record.started, ended: Date().ISO8601Format(),
        seconds: seconds, host: ProcessInfo.processInfo.hostName, jobs: jobs,
        warnings: outcome.remarks))
  }
}

extension EvaluationPlan {
  /// Whether a sweep finds the floors of mean error: where mean error is computed.
  var hasFloors: Bool { metrics.contains { $0.name == "error_mean" } }
}

extension SweepFolder {
  /// The file that lists what was left out.
  static let failuresName = "failures.csv"

  /// Exits with 3 if the finished run left something out.
  func concludeFinished() throws {
    let failures = "\(path)/\(Self.failuresName)"
    guard FileManager.default.fileExists(atPath: failures) else { return }
    Terminal.note("something was left out; \(failures) lists it")
    throw ExitStatus.incomplete
  }

  /// Removes the folder if it is empty.
  func removeIfEmpty() { rmdir(path) }
}
