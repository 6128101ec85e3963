import Datasets
import Evaluation
import Foundation
import MotionNumerics
import Reporting
import Synchronization

/// Writes a run directory under a temporary name, and gives it its own name when all is there.
struct RunFolderWriter {
  let path: String
  private let temporary: String
  private let rawFile: RawPredictionsFile?
  private let replaces: Bool
  private let interruption: Int

  /// Makes the temporary folder; with a unit for raw predictions, their file in it too.
  ///
  /// - Throws: `CommandFailure` where no folder is named, where it exists and `force` is not given or
  ///   it is no run, and where it cannot be made.
  init(path: String?, force: Bool, rawUnit: EvaluationPlan.ReportUnit? = nil) throws {
    guard var path else {
      throw CommandFailure.usage("name the run directory with --output RUN, or use --dry-run")
    }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    let exists = FileManager.default.fileExists(atPath: path)
    if exists { try Self.checkMayReplace(path, force: force) }
    self.path = path
    replaces = exists
    temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier).tmp"
    do {
      try FileManager.default.createDirectory(
        atPath: temporary, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure.failed(
        "--output \(path): the folder cannot be made (\(SystemReason.text(error))); name one whose parent "
          + "is a folder that you may write")
    }
    let folder = temporary
    interruption = Interruption.onInterrupt { try? FileManager.default.removeItem(atPath: folder) }
    rawFile = try rawUnit.map {
      try RawPredictionsFile(path: "\(folder)/\(PredictionsCSV.fileName)", unit: $0)
    }
  }

  /// Nothing but a run, or an empty folder, is ever replaced.
  private static func checkMayReplace(_ path: String, force: Bool) throws(CommandFailure) {
    guard force else {
      throw .usage(
        "--output \(path): exists already; choose another name, or replace it with --force")
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard let names, names.isEmpty || names.contains(RunFolder.manifestName) else {
      throw .usage(
        "--output \(path): exists and is no run directory, and --force replaces only those; choose "
          + "another name")
    }
  }

  /// Takes every single prediction.
  var rawSink: ScoringRun.RawSink {
    let file = rawFile
    return { file?.append($0, $1, $2, $3) }
  }

  /// Writes what a run gave and gives the folder its name.
  func finish(_ outcome: ScoringRun.Outcome, run: ScoringRun, started: Date) throws {
    var files = [
      (name: RunFolder.scoresName, text: ScoresCSV.text(outcome.table)),
      (name: RunFolder.floorsName, text: FloorsCSV.text(outcome.floors)),
      (name: "timings.csv", text: timings(outcome)),
    ]
    if outcome.isIncomplete { files.append((name: "failures.csv", text: failures(outcome))) }
    let identity = RunManifest.Identity(
      version: Version.number, commit: Version.commit, plan: outcome.plan,
      datasets: outcome.datasets, leftOut: run.subjects.leftOut, environment: .current)
    try finish(
      files: files,
      manifest: RunManifest(
        identity: identity,
        volatile: .of(outcome.remarks, started: started, jobs: run.jobs)))
  }

  /// Writes the files and gives the folder its name.
  func finish(files: [(name: String, text: String)], manifest: RunManifest) throws {
    do {
      try rawFile?.close()
      for file in files { try AtomicFile.write(file.text, to: "\(temporary)/\(file.name)") }
      try AtomicFile.write(
        try RunFolder.json(of: manifest), to: "\(temporary)/\(RunFolder.manifestName)")
      try takeItsPlace()
      Interruption.forget(interruption)
    } catch {
      discard()
      throw CommandFailure.failed(
        "\(path): cannot be written (\(SystemReason.text(error))); check that the disk has space and that "
          + "nothing else writes there")
    }
  }

  /// Renames the temporary folder; an old run goes only once the new one is in its place.
  private func takeItsPlace() throws {
    let files = FileManager.default
    guard replaces else { return try files.moveItem(atPath: temporary, toPath: path) }
    let old = "\(temporary).old"
    try files.moveItem(atPath: path, toPath: old)
    do { try files.moveItem(atPath: temporary, toPath: path) } catch {
      try files.moveItem(atPath: old, toPath: path)
      throw error
    }
    try files.removeItem(atPath: old)
  }

  /// Removes the temporary folder.
  func discard() {
    Interruption.forget(interruption)
    try? FileManager.default.removeItem(atPath: temporary)
  }

  private func timings(_ outcome: ScoringRun.Outcome) -> String {
    OutputTable(
      columns: [
        .init("dataset"), .init("stage"), .init("predictor"), .init("seconds"),
        .init("predictions"), .init("nanoseconds_per_prediction"),
      ],
      rows: outcome.timings.map { timing in
        let each = timing.predictions.flatMap { $0 > 0 ? 1e9 * timing.seconds / Double($0) : nil }
        return [
          .text(timing.dataset), .text(timing.stage), .text(timing.predictor),
          .number(timing.seconds, decimals: 3), timing.predictions.map { .integer($0) } ?? .empty,
          .number(each, decimals: 0),
        ]
      }
    ).rendered(as: .csv)
  }

  func failures(_ outcome: ScoringRun.Outcome) -> String {
    let rows: [[OutputTable.Cell]] =
      outcome.problems.map { [.text($0.dataset), .text($0.source), .empty, .text($0.problem)] }
      + outcome.failures.map {
        [.text($0.dataset), .text($0.source), .text($0.predictor), .text($0.problem)]
      }
    return OutputTable(
      columns: [.init("dataset"), .init("source"), .init("predictor"), .init("problem")], rows: rows
    ).rendered(as: .csv)
  }
}

extension RunManifest.Volatile {
  /// The half of a manifest that is of this very process, up to now.
  static func of(_ remarks: [String], started: Date, jobs: Int) -> RunManifest.Volatile {
    RunManifest.Volatile(
      command: CommandLine.arguments, started: started.ISO8601Format(),
      ended: Date().ISO8601Format(), seconds: Date().timeIntervalSince(started),
      host: ProcessInfo.processInfo.hostName, jobs: jobs, warnings: remarks)
  }
}

/// `predictions.csv`: every single prediction of a run.
private final class RawPredictionsFile: Sendable {
  private let state: Mutex<(handle: FileHandle, failure: (any Error)?)>
  private let unit: EvaluationPlan.ReportUnit

  init(path: String, unit: EvaluationPlan.ReportUnit) throws {
    let header = PredictionsCSV.columns.joined(separator: ",") + "\n"
    guard FileManager.default.createFile(atPath: path, contents: Data(header.utf8)),
      let handle = FileHandle(forWritingAtPath: path)
    else {
      throw CommandFailure.failed("\(path): cannot be written; check that the disk has space")
    }
    try handle.seekToEnd()
    self.unit = unit
    state = Mutex((handle, nil))
  }

  func append(
    _ dataset: LoadedDataset, _ subject: EvaluationSubject, _ horizons: [Horizon],
    _ predictions: [RawPrediction]
  ) {
    let recordings = dataset.recordings
    let end = [subject.name, subject.parameters].map(CSVField.quoted).joined(separator: ",")
    var text = ""
    for prediction in predictions {
      let recording = recordings[prediction.recording]
      let start = [
        dataset.name, recording.participant, recording.task, recording.source, prediction.stroke,
      ].map(CSVField.quoted).joined(separator: ",")
      let frames = horizons[prediction.slot].frames.map(ExactNumber.text) ?? ""
      let truth = prediction.truth.map { "\($0.x),\($0.y)" } ?? ","
      let unit = unit.lengthUnit(of: recording.scale).rawValue
      text +=
        "\(start),\(end),\(frames),\(milliseconds(prediction, horizons)),\(prediction.time),"
        + "\(prediction.anchor.x),\(prediction.anchor.y),"
        + "\(prediction.predicted.x),\(prediction.predicted.y),\(prediction.abstained),\(truth),\(unit)\n"
    }
    let data = Data(text.utf8)
    state.withLock { state in
      guard state.failure == nil else { return }
      do { try state.handle.write(contentsOf: data) } catch { state.failure = error }
    }
  }

  /// As `scores.csv` writes it; that of the prediction itself where the recording sets the moments.
  private func milliseconds(_ prediction: RawPrediction, _ horizons: [Horizon]) -> String {
    let nominal = horizons[prediction.slot].seconds
    let isNominal = abs(prediction.ahead - nominal) <= 1e-6
    return ExactNumber.milliseconds(ofSeconds: isNominal ? nominal : prediction.ahead)
  }

  /// Closes the file.
  ///
  /// - Throws: The first error of writing: a part of the predictions is worth less than none.
  func close() throws {
    try state.withLock { state in
      try state.handle.close()
      if let failure = state.failure { throw failure }
    }
  }
}
