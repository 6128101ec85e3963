import Foundation

/// Downloads a file until it is the one that its catalogue describes.
struct FileDownloader: Sendable {
  /// How often a file is asked for before it is given up.
  static let attempts = 3
  /// The pause before the second attempt, in seconds; each further one is as much longer.
  static let pause = 0.5
  /// Statuses of a server that may answer otherwise a moment later.
  private static let passingStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  let session: DownloadSession
  /// Told how many bytes more are there.
  let received: @Sendable (Int) -> Void

  /// What one attempt came to.
  private enum Attempt {
    case done
    case again(DownloadProblem)
    case over(DownloadProblem)
  }

  /// Whether the file is at the path with its size and hash.
  static func isPresent(_ download: DatasetCatalogue.Download, at path: String) -> Bool {
    guard let file = try? InputFile(path: path), file.size == download.bytes else { return false }
    return (try? FileHash.sha256(path: path)) == download.sha256
  }

  /// Downloads to the path, by way of a partial file from which a later call goes on.
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
    do { file = try PartialFile(target: path) } catch {
      return .over(unwritable(download, path, SystemReason.text(error)))
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
    let size = PartialFile.size(of: path)
    if size == 0 { remove(PartialFile.path(of: path)) }
    func problem(
      _ message: String, _ remedy: String, isUnreachable: Bool = false
    ) -> DownloadProblem {
      DownloadProblem(
        download, to: path, message: message, remedy: remedy, isServerUnreachable: isUnreachable)
    }
    let short = "\(size) of \(download.bytes) bytes are there"
    switch end {
    case .ended where size == download.bytes:
      return settle(download, at: path, resumed: resumed)
    case .ended:
      return .again(
        problem("the answer ended early: \(short)", "run the command again; it goes on from there"))
    case .failed(let reason, let isUnreachable):
      let whole = problem(
        size > 0 ? "\(reason): \(short)" : reason,
        "check the network, its proxy and the address, then run the command again",
        isUnreachable: isUnreachable)
      return isUnreachable ? .over(whole) : .again(whole)
    case .partMismatch:
      remove(PartialFile.path(of: path))
      return .again(
        problem("the server did not go on from where the file ended", "run the command again"))
    case .tooLong:
      remove(PartialFile.path(of: path))
      return .over(
        problem(
          "the server sends more than the \(download.bytes) bytes of the catalogue; "
            + "what came was removed", Self.otherFileRemedy))
    case .redirected(let place):
      return .over(
        problem(
          "the server redirects \(place), which is not followed",
          "only http and https are; correct the address in the catalogue"))
    case .unwritable(let reason):
      return .over(unwritable(download, path, reason))
    case .refused(let status):
      let refusal = problem("the server answered with status \(status)", Self.remedy(for: status))
      return Self.passingStatuses.contains(status) ? .again(refusal) : .over(refusal)
    }
  }

  /// Gives the file its name where it is the one described, and removes it where it is not.
  private func settle(
    _ download: DatasetCatalogue.Download, at path: String, resumed: Bool
  ) -> Attempt {
    let partial = PartialFile.path(of: path)
    let found: String
    do { found = try FileHash.sha256(path: partial) } catch {
      return .over(unwritable(download, path, error.message))
    }
    guard found == download.sha256, PartialFile.size(of: path) == download.bytes else {
      remove(partial)
      let problem = DownloadProblem(
        download, to: path,
        message: "the file is not the one of the catalogue and was removed: SHA-256 expected "
          + "\(download.sha256), found \(found)",
        remedy: Self.otherFileRemedy)
      // The beginning may have been of another file; the whole is asked for once more.
      return resumed ? .again(problem) : .over(problem)
    }
    guard rename(partial, path) == 0 else {
      return .over(unwritable(download, path, String(cString: strerror(errno))))
    }
    return .done
  }

  private static let otherFileRemedy =
    "run the command again; if it stays so, the file changed at its source: look for a newer "
    + "catalogue"

  private static func remedy(for status: Int) -> String {
    switch status {
    case 401, 403, 407:
      "it wants a permission, or a proxy stands between: open the address in a browser, and put "
        + "the file in its place by hand"
    case 404, 410:
      "the file is no longer there: look for a newer catalogue, or write to who publishes the set"
    case 429: "it was asked too often; run the command again later"
    case 500...: "the server is at fault; run the command again later"
    default: "open the address in a browser to see what it has to say"
    }
  }

  private func unwritable(
    _ download: DatasetCatalogue.Download, _ path: String, _ reason: String
  ) -> DownloadProblem {
    DownloadProblem(
      download, to: path, message: "\(path) cannot be written (\(reason))",
      remedy: "check that its folder is writable and that the disk has space, or name another "
        + "folder with --to")
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
