import Datasets
import Evaluation
import Foundation
import Reporting

/// The run directory of a sweep, which works in it: `plan.json` and finished pieces while it runs,
/// the files of a run in the end, `manifest.json` last.
///
/// Whenever the process dies, the directory is empty, a sweep that can be resumed, or a finished run.
struct SweepFolder: Sendable {
  let path: String

  /// What the directory held.
  enum Start: Equatable {
    /// Nothing of this sweep.
    case fresh
    /// Pieces of it.
    case continued
    /// All of it.
    case finished
  }

  /// The folder of finished pieces.
  var shards: String { "\(path)/\(SweepRecord.shardsName)" }

  /// Files that a run writes next to the scores, which become stale with new scores.
  private static let derived = [
    "timings.csv", "failures.csv", PredictionsCSV.fileName, "report.html", "figures",
    WorstReplays.folder, "methods.txt", "table.tex", "table.md", "cells.csv", "search.csv",
    RunFolder.floorsName,
    RunFolder.scoresName,
  ]

  /// Names the directory of a sweep, and makes it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - replacing: Whether what the directory holds will be replaced, rather than continued.
  /// - Throws: An error if no folder is named, if something else has the name, and if it cannot be made.
  init(path: String?, replacing: Bool) throws {
    guard let path else {
      throw CommandFailure.usage("name the run directory with --output RUN, or use --dry-run")
    }
    self.path = RunFolder.trimmed(path)
    // A run that is continued may stand beside other files, which stay.
    if replacing || !RunFolder.content.recognizes(self.path) {
      try RunFolder.content.check(self.path, replacing: true)
    }
    do {
      try FileManager.default.createDirectory(
        atPath: self.path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure.folderCannotBeMade(path, error)
    }
  }

  /// The directory of a sweep that has begun.
  init(existing path: String) { self.path = RunFolder.trimmed(path) }

  /// Keeps others from working here until this process ends, however it ends.
  ///
  /// A file system that knows no such claims grants any.
  ///
  /// - Parameter shared: Whether others that do shares of the same sweep may work here too.
  /// - Throws: `CommandFailure` where another process works here.
  func claim(shared: Bool) throws(CommandFailure) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // The descriptor stays open: the claim is the system's, and goes with the process.
    guard flock(descriptor, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0, errno == EWOULDBLOCK
    else { return }
    close(descriptor)
    throw .failed(
      "\(path): another nextpoint works in this folder; wait until it ends, or name another --output "
        + "(several processes do one sweep in one folder with --shard i/n each)")
  }

  /// Begins or resumes a sweep in this folder.
  ///
  /// - Parameters:
  ///   - record: The sweep.
  ///   - force: Whether what stands here is left for what comes.
  /// - Returns: What stood here.
  /// - Throws: `CommandFailure` where another sweep stands here, with both hashes and what differs.
  func begin(_ record: SweepRecord, force: Bool) throws -> Start {
    if force {
      try discardWork()
    } else if let start = try standing(record) {
      if start == .finished { try discardWork() } else { try makeShards() }
      return start
    }
    do {
      try AtomicFile.write(
        try record.sealedBytes(), to: file(SweepRecord.fileName), replacing: false)
    } catch {
      removeIfEmpty()
      throw error
    }
    try makeShards()
    return .fresh
  }

  /// Returns what this folder holds of the sweep; nil if it holds nothing.
  private func standing(_ record: SweepRecord) throws -> Start? {
    let begun = try SweepRecord.unedited(in: path)
    if let finished = try? RunFolder.manifest(in: path) {
      try finished.checkUnedited(in: path)
      let keeps = FileManager.default.fileExists(atPath: file(PredictionsCSV.fileName))
      let hash = try SweepRecord.hash(of: finished.identity, keepsPredictions: keeps)
      if hash == record.hash { return .finished }
      // One that was begun with --force, and is to replace the run.
      if begun?.hash == record.hash { return .continued }
      throw refusal(
        "exists already, with the scores of another sweep", hashes: (hash, record.hash),
        SweepDifferences(
          there: finished.identity, here: record.identity,
          keepsPredictions: (keeps, record.keepsPredictions)))
    }
    guard FileManager.default.fileExists(atPath: file(SweepRecord.fileName)) else { return nil }
    guard let begun else {
      throw CommandFailure.usage(
        "\(file(SweepRecord.fileName)): cannot be read; start over with --force, or name another "
          + "--output")
    }
    guard begun.hash != record.hash else { return .continued }
    throw refusal(
      "holds \(SweepRecord.piecesPresent(in: path)) of \(begun.pieces) pieces of another sweep",
      hashes: (begun.hash, record.hash),
      SweepDifferences(
        there: begun.identity, here: record.identity,
        keepsPredictions: (begun.keepsPredictions, record.keepsPredictions)))
  }

  private func refusal(
    _ what: String, hashes: (there: String, here: String), _ differences: SweepDifferences
  ) -> CommandFailure {
    .usage(
      "--output \(path): \(what) (hash \(SweepRecord.short(hashes.there)) there, "
        + "\(SweepRecord.short(hashes.here)) here); choose another name, or start over with --force; "
        + "what differs:\(differences)")
  }

  private func makeShards() throws {
    try FileManager.default.createDirectory(atPath: shards, withIntermediateDirectories: true)
  }

  private func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes what a sweep works with, the plan last.
  func discardWork() throws {
    try remove(shards)
    try remove(file(SweepRecord.fileName))
  }

  /// Removes the work of a sweep without results, and the folder if it is then empty.
  func discard() {
    try? discardWork()
    removeIfEmpty()
  }

  /// Removes a file, or from a folder what is written there, and the folder if it is then empty.
  private func remove(_ path: String) throws {
    var state = stat()
    guard lstat(path, &state) == 0 else { return }
    let files = FileManager.default
    guard state.st_mode & S_IFMT == S_IFDIR else { return try files.removeItem(atPath: path) }
    let folder = URL(fileURLWithPath: path).lastPathComponent
    for name in try files.contentsOfDirectory(atPath: path)
    where RunFolder.isWritten("\(folder)/\(name)") || FolderContent.isLeftover(name) {
      try files.removeItem(atPath: "\(path)/\(name)")
    }
    rmdir(path)
  }

  /// Writes the files of the run, the manifest last, and removes what is needed no more.
  ///
  /// - Parameters:
  ///   - files: Names and contents.
  ///   - predictions: Writes the file of single predictions into the folder; nil where there is none.
  ///   - manifest: The run.
  /// - Throws: `CommandFailure` where something cannot be written; the pieces are kept.
  func finish(
    files: [(name: String, text: String)], predictions: ((String) throws -> Void)?,
    manifest: RunManifest
  ) throws {
    do {
      // A run that is replaced is no run any more from here on.
      try remove(file(RunFolder.manifestName))
      for name in Self.derived { try remove(file(name)) }
      for name in try FileManager.default.contentsOfDirectory(atPath: path)
      where FolderContent.isLeftover(name) { try remove(file(name)) }
      try predictions?(path)
      for output in files {
        try AtomicFile.write(output.text, to: file(output.name), replacing: false)
      }
      try AtomicFile.write(
        try RunFolder.json(of: manifest.sealed()), to: file(RunFolder.manifestName),
        replacing: false)
      try discardWork()
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      throw CommandFailure.failed(
        "\(path): cannot be written (\(SystemReason.text(error))); check that the disk has space and "
          + "that nothing else writes there; its pieces are kept")
    }
  }
}
