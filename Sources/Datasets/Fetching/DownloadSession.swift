import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Connections to servers, kept open from one file to the next.
struct DownloadSession: Sendable {
  /// The default time without data after which a transfer is aborted, in seconds.
  static let defaultPatience = 30.0
  /// The time without data after which a transfer is aborted, in seconds.
  let patience: Double
  private let session: URLSession
  private let router = DownloadRouter()

  init(patience: Double) {
    self.patience = patience
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = patience
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    session = URLSession(configuration: configuration, delegate: router, delegateQueue: nil)
  }

  /// Closes the connections.
  func close() { session.invalidateAndCancel() }

  /// Asks for what the file lacks and writes it to the file.
  func run(
    _ address: URL, to file: PartialFile, limit: Int, received: @escaping @Sendable (Int) -> Void
  ) async -> DownloadTransfer.End {
    var request = URLRequest(url: address)
    // Sizes and ranges are of the file itself, not of a compressed form of it.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if file.count > 0 { request.setValue("bytes=\(file.count)-", forHTTPHeaderField: "Range") }
    let task = session.dataTask(with: request)
    return await withCheckedContinuation { continuation in
      router.expect(
        task.taskIdentifier,
        DownloadTransfer(to: file, limit: limit, received: received)
      ) { [patience] transfer, error in
        continuation.resume(returning: transfer.end(error, patience: patience))
      }
      task.resume()
    }
  }
}

/// Hands what a session reports to the transfer that it is about.
private final class DownloadRouter: NSObject, URLSessionDataDelegate {
  private struct Expected: Sendable {
    var transfer: DownloadTransfer
    let finished: @Sendable (DownloadTransfer, (any Error)?) -> Void
  }

  private let expected = Mutex<[Int: Expected]>([:])

  func expect(
    _ task: Int, _ transfer: DownloadTransfer,
    finished: @escaping @Sendable (DownloadTransfer, (any Error)?) -> Void
  ) {
    let entry = Expected(transfer: transfer, finished: finished)
    expected.withLock { $0[task] = entry }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    let follows = change(task) { $0.follows(response) }
    completionHandler(follows ? request : nil)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let accepts = change(dataTask) { $0.accepts(response) }
    completionHandler(.allow)
    if !accepts { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    if !change(dataTask, { $0.takes(data) }) { dataTask.cancel() }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let entry = expected.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    guard let entry else { return }
    entry.finished(entry.transfer, error)
  }

  private func change(_ task: URLSessionTask, _ body: (inout DownloadTransfer) -> Bool) -> Bool {
    expected.withLock { expected in
      guard var entry = expected[task.taskIdentifier] else { return false }
      defer { expected[task.taskIdentifier] = entry }
      return body(&entry.transfer)
    }
  }
}
