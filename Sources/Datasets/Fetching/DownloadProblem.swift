import Foundation

/// A file that could not be downloaded, and what to do about it.
package struct DownloadProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the file should have come from.
  package let address: URL
  /// Where it should have gone.
  package let path: String
  /// What is wrong.
  package let message: String
  /// What the reader of the message can do.
  package let remedy: String
  /// Whether the server could not be reached at all, so that its other files cannot be had either.
  let isServerUnreachable: Bool

  init(
    _ download: DatasetCatalogue.Download, to path: String, message: String, remedy: String,
    isServerUnreachable: Bool = false
  ) {
    address = download.address
    self.path = path
    self.message = message
    self.remedy = remedy
    self.isServerUnreachable = isServerUnreachable
  }

  /// The problem in one line.
  package var description: String { "\(address.absoluteString): \(message); \(remedy)" }
}

extension DownloadTransfer.End {
  /// Statuses of a server that may answer otherwise a moment later.
  private static let passingStatuses: Set<Int> = [408, 429, 500, 502, 503, 504]

  /// Whether another attempt may do better.
  var isTransient: Bool {
    switch self {
    case .ended, .partMismatch: true
    case .refused(let status): Self.passingStatuses.contains(status)
    case .failed(_, let isUnreachable): !isUnreachable
    case .redirected, .tooLong, .unwritable: false
    }
  }

  /// Whether what came is of no use to a later attempt.
  var makesFileUseless: Bool { self == .partMismatch || self == .tooLong }
}

extension DownloadProblem {
  private static let otherFile =
    "run the command again; if it stays so, the file changed at its source: look for a newer "
    + "catalogue"

  /// A file whose hash differs from the catalogue's.
  init(_ download: DatasetCatalogue.Download, to path: String, found hash: String) {
    self.init(
      download, to: path,
      message: "the file is not the one of the catalogue and was removed: SHA-256 expected "
        + "\(download.sha256), found \(hash)",
      remedy: Self.otherFile)
  }

  /// A transfer that ended early, with the number of bytes received.
  init(
    _ end: DownloadTransfer.End, _ download: DatasetCatalogue.Download, to path: String,
    received count: Int
  ) {
    let (message, remedy) = Self.words(end, download, path, count)
    var isUnreachable = false
    if case .failed(_, true) = end { isUnreachable = true }
    self.init(
      download, to: path, message: message, remedy: remedy, isServerUnreachable: isUnreachable)
  }

  private static func words(
    _ end: DownloadTransfer.End, _ download: DatasetCatalogue.Download, _ path: String, _ count: Int
  ) -> (message: String, remedy: String) {
    let share = "\(count) of \(download.bytes) bytes are there"
    switch end {
    case .ended:
      return ("the answer ended early: \(share)", "rerun the command to resume")
    case .failed(let reason, _):
      return (
        count > 0 ? "\(reason): \(share)" : reason,
        "check the network, its proxy and the address, then run the command again"
      )
    case .partMismatch:
      return ("the server did not go on from where the file ended", "run the command again")
    case .tooLong:
      return (
        "the server sends more than the \(download.bytes) bytes of the catalogue; what came was "
          + "removed", otherFile
      )
    case .redirected(let place):
      return (
        "the server redirects \(place), which is not followed",
        "only http and https are; correct the address in the catalogue"
      )
    case .unwritable(let reason):
      return (
        "\(path) cannot be written (\(reason))",
        "check that its folder is writable and that the disk has space, or name another folder with "
          + "--to"
      )
    case .refused(let status):
      return ("the server answered with status \(status)", remedy(for: status))
    }
  }

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
}
