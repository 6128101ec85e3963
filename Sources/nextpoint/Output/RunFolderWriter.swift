import Datasets
import Evaluation
import Foundation
import MotionNumerics
import Reporting
import Synchronization

/// Writes a run directory under a temporary name, and renames it when it is complete.
struct RunFolderWriter {
  let path: String
  private let folder: OutputFolder

  /// Makes the temporary folder.
  ///
  /// - Throws: `CommandFailure` where it exists and `force` is not given or it is no run, and where it
  ///   cannot be made.
  init(path: String, force: Bool) throws {
    let path = RunFolder.trimmed(path)
    self.path = path
    do { folder = try OutputFolder(path: path, replacing: force, content: RunFolder.content) } catch
    {
      throw CommandFailure(error) ?? .folderCannotBeMade(path, error)
    }
  }

  /// Writes the files and gives the folder its name.
  func finish(files: [(name: String, text: String)], manifest: RunManifest) throws {
    do {
      for file in files {
        try AtomicFile.write(file.text, to: "\(folder.temporary)/\(file.name)", replacing: false)
      }
      try AtomicFile.write(
        try RunFolder.json(of: manifest.sealed()),
        to: "\(folder.temporary)/\(RunFolder.manifestName)", replacing: false)
      try folder.finish()
    } catch {
      discard()
      if let error = error as? FileWriteError, error.isRefusal { throw error }
      throw CommandFailure.failed(
        "\(path): cannot be written (\(SystemReason.text(error))); check that the disk has space and that "
          + "nothing else writes there")
    }
  }

  /// Removes the temporary folder.
  func discard() { folder.discard() }
}

extension RunFolder {
  /// The path without slashes at its end.
  static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

extension RunManifest.Volatile {
  /// Makes the volatile half of a manifest for this process, up to now.
  static func of(_ remarks: [String], started: Date, jobs: Int) -> RunManifest.Volatile {
    RunManifest.Volatile(
      command: CommandLine.arguments, started: started.ISO8601Format(),
      ended: Date().ISO8601Format(), seconds: Date().timeIntervalSince(started),
      host: ProcessInfo.processInfo.hostName, jobs: jobs, warnings: remarks)
  }
}
