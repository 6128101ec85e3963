import Foundation

/// Downloads a file until it is the one that its catalogue describes.
struct FileDownloader: Sendable {
  /// How many times a file is requested before giving up.
  static let attempts = 3
  /// The pause before the second attempt, in seconds; each later pause is longer by as much.
  static let pause = 0.5

  let session: DownloadSession
  /// Called with the number of bytes received.
  let received: @Sendable (Int) -> Void

  /// The outcome of one attempt.
  private enum Attempt {
    case done
    case again(DownloadProblem)
    case over(DownloadProblem)
  }

  /// Returns whether the file is at the path with its size and hash.
  static func isPresent(_ download: DatasetCatalogue.Download, at path: String) -> Bool {
    guard (try? FileState(ofFile: path).size) == download.bytes else { return false }
    return (try? ContentHash.text(ofFile: path)) == download.sha256
  }

  /// Downloads to the path, through a partial file from which a later call resumes.
  ///
  /// Throws where the server refuses, where the file is another one than was described, and after
  /// `attempts` transfers that ended early.
  func fetch(
    _ download: DatasetCatalogue.Download, to path: String
  ) async throws(DownloadProblem) {
    var last: DownloadProblem?
    for attempt in 0..<Self.attempts {
      if attempt > 0 { try? await Task.sleep(for: .seconds(Self.pause * Double(attempt))) }
      switch await self.attempt(download, to: path) {
      case .done: return
      case .again(let problem): last = problem
      case .over(let problem): throw problem
      }
    }
    if let last { throw last }
  }

  private func attempt(_ download: DatasetCatalogue.Download, to path: String) async -> Attempt {
    let file: PartialFile
    do { file = try PartialFile(path: PartialFile.path(of: download, to: path)) } catch {
      return .over(
        DownloadProblem(.unwritable(SystemReason.text(error)), download, to: path, received: 0))
    }
    let before = file.count
    guard before < download.bytes else {
      // All is there, or more than that: a run was stopped before it could look.
      return settle(download, at: path, resumed: true)
    }
    let end = await session.run(
      download.address, to: file, limit: download.bytes, received: received)
    return judge(end, download, at: path, resumed: before > 0)
  }

  private func judge(
    _ end: DownloadTransfer.End, _ download: DatasetCatalogue.Download, at path: String,
    resumed: Bool
  ) -> Attempt {
    let partial = PartialFile.path(of: download, to: path)
    let size = PartialFile.size(ofFile: partial)
    if end == .ended, size == download.bytes {
      return settle(download, at: path, resumed: resumed)
    }
    if size == 0 || end.makesFileUseless { remove(partial) }
    let problem = DownloadProblem(end, download, to: path, received: size)
    return end.isTransient ? .again(problem) : .over(problem)
  }

  /// Gives the file its name where it is the one described, and removes it where it is not.
  private func settle(
    _ download: DatasetCatalogue.Download, at path: String, resumed: Bool
  ) -> Attempt {
    let partial = PartialFile.path(of: download, to: path)
    let size = PartialFile.size(ofFile: partial)
    func unwritable(_ reason: String) -> Attempt {
      .over(DownloadProblem(.unwritable(reason), download, to: path, received: size))
    }
    let found: String
    do { found = try ContentHash.text(ofFile: partial) } catch { return unwritable(error.message) }
    guard found == download.sha256, size == download.bytes else {
      remove(partial)
      let problem = DownloadProblem(download, to: path, found: found)
      // The beginning may have been of another file; the whole is asked for once more.
      return resumed ? .again(problem) : .over(problem)
    }
    guard rename(partial, path) == 0 else { return unwritable(SystemReason.text(errno)) }
    return .done
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
