import Foundation

/// A file that could not be downloaded, and what to do about it.
public struct DownloadProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// Where the file should have come from.
  public let address: URL
  /// Where it should have gone.
  public let path: String
  /// What is wrong.
  public let message: String
  /// What the reader of the message can do.
  public let remedy: String
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
  public var description: String { "\(address.absoluteString): \(message); \(remedy)" }
}
