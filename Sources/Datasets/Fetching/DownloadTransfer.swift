import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One answer of a server on its way into a file.
struct DownloadTransfer: Sendable {
  /// How an answer ended.
  enum End: Hashable, Sendable {
    /// The transfer ended normally; the file shows whether all bytes have arrived.
    case ended
    /// With a status other than that of a file.
    case refused(status: Int)
    /// With a redirect that is not followed.
    case redirected(String)
    /// The server's part does not begin where ours ends.
    case partMismatch
    /// With more bytes than there may be.
    case tooLong
    /// The bytes could not be written.
    case unwritable(String)
    /// The connection failed; nothing came where `isUnreachable`.
    case failed(String, isUnreachable: Bool)
  }

  /// Redirects that are followed at most.
  static let redirectLimit = 5

  private var file: PartialFile
  private let limit: Int
  private let offset: Int
  private let received: @Sendable (Int) -> Void
  private var redirects = 0
  /// Why the transfer was given up, where it was.
  private(set) var verdict: End?

  /// A transfer to the end of the file, which may have `limit` bytes at most.
  init(to file: PartialFile, limit: Int, received: @escaping @Sendable (Int) -> Void) {
    self.file = file
    self.limit = limit
    self.received = received
    offset = file.count
  }

  /// Returns whether a redirect is followed.
  ///
  /// The answer's own words count: a session may turn an address of a file into one of the server.
  mutating func follows(_ redirect: HTTPURLResponse) -> Bool {
    redirects += 1
    let place = redirect.value(forHTTPHeaderField: "Location") ?? ""
    guard let address = URL(string: place, relativeTo: redirect.url)?.absoluteURL,
      WebAddress.isAllowed(address)
    else {
      verdict = .redirected("to '\(ReadProblem.displayed(place))'")
      return false
    }
    guard redirects <= Self.redirectLimit else {
      verdict = .redirected("more than \(Self.redirectLimit) times")
      return false
    }
    return true
  }

  /// Takes the head of the answer; false where the rest is of no use.
  mutating func accepts(_ response: URLResponse) -> Bool {
    guard verdict == nil else { return false }
    guard let response = response as? HTTPURLResponse else {
      verdict = .failed("the answer is not one of a web server", isUnreachable: false)
      return false
    }
    switch response.statusCode {
    case 200: return startsOver()
    case 206:
      guard offset > 0, Self.start(of: response) == offset else {
        verdict = .partMismatch
        return false
      }
      received(offset)
      return true
    case 416: verdict = .partMismatch
    case let status: verdict = .refused(status: status)
    }
    return false
  }

  /// Takes bytes; false where no more are wanted.
  mutating func takes(_ data: Data) -> Bool {
    guard verdict == nil else { return false }
    guard file.count + data.count <= limit else {
      verdict = .tooLong
      return false
    }
    do {
      try file.append(data)
    } catch {
      verdict = .unwritable(SystemReason.text(error))
      return false
    }
    received(data.count)
    return true
  }

  /// Returns how it ended, given the session's error.
  func end(_ error: (any Error)?, patience: Double) -> End {
    if let verdict { return verdict }
    guard let error else { return .ended }
    guard let code = (error as? URLError)?.code else {
      return .failed("the connection failed (\(error))", isUnreachable: false)
    }
    switch code {
    case .timedOut:
      return .failed("nothing came for \(patience.formatted()) s", isUnreachable: false)
    case .cannotConnectToHost:
      return .failed("the server refused the connection", isUnreachable: true)
    case .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet:
      return .failed("the server's name could not be found", isUnreachable: true)
    default:
      return .failed("the connection broke off", isUnreachable: false)
    }
  }

  /// Starts over if the server does not support ranges and sends everything again.
  private mutating func startsOver() -> Bool {
    do {
      try file.restart()
      return true
    } catch {
      verdict = .unwritable(SystemReason.text(error))
      return false
    }
  }

  /// Returns the first byte of `Content-Range: bytes 5-9/10`.
  private static func start(of response: HTTPURLResponse) -> Int? {
    let text = response.value(forHTTPHeaderField: "Content-Range") ?? ""
    guard text.lowercased().hasPrefix("bytes ") else { return nil }
    return Int(text.dropFirst(6).prefix { $0 != "-" })
  }
}
