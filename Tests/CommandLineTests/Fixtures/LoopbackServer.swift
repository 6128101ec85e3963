import Foundation
import Synchronization

/// A web server on the loopback interface that answers as a test tells it, until it is let go.
final class LoopbackServer: Sendable {
  /// What was asked for.
  struct Request: Hashable, Sendable {
    var path: String
    /// The first byte of `Range: bytes=5-`; nil where the whole was asked for.
    var start: Int?
  }

  /// What is answered.
  enum Answer: Sendable {
    /// The file, or the part that was asked for.
    case file(Data)
    /// The whole file, whatever part was asked for.
    case fileWithoutRanges(Data)
    /// So many bytes of what was promised, then the connection closes.
    case truncated(Data, after: Int)
    /// So many bytes of what was promised, then nothing more.
    case stalled(Data, after: Int)
    /// The bytes, with no word on how many there are.
    case unannounced(Data)
    /// A status and no file.
    case status(Int)
    /// A redirect.
    case redirect(String)
  }

  /// Its port on 127.0.0.1, chosen by the system.
  let port: UInt16
  private let listener: Int32
  private let log = Mutex<[Request]>([])

  /// Starts to answer; `number` counts the requests for a path from 0.
  init(_ answer: @escaping @Sendable (_ request: Request, _ number: Int) -> Answer) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(listener, generic, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, generic, &length) == 0
      }
    }
    guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { [weak self] in
          defer { close(connection) }
          guard let request = Self.request(from: connection),
            let number = self?.note(request)
          else { return }
          Self.give(answer(request, number), to: request, over: connection)
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// The address of a path.
  func address(_ path: String) -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// What was asked for so far.
  var requests: [Request] { log.withLock { $0 } }

  private func note(_ request: Request) -> Int {
    log.withLock { log in
      defer { log.append(request) }
      return log.count { $0.path == request.path }
    }
  }

  private static func request(from connection: Int32) -> Request? {
    var head = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while head.range(of: Data("\r\n\r\n".utf8)) == nil {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      head.append(contentsOf: buffer[..<count])
    }
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ")
    guard words.count == 3 else { return nil }
    let range = lines.first { $0.lowercased().hasPrefix("range: bytes=") }
    return Request(
      path: String(words[1].dropFirst()),
      start: range.flatMap { Int($0.dropFirst(13).prefix { $0 != "-" }) })
  }

  private static func give(_ answer: Answer, to request: Request, over connection: Int32) {
    func head(_ status: String, _ fields: [String]) {
      let lines = ["HTTP/1.1 \(status)", "Connection: close"] + fields + ["", ""]
      write(Data(lines.joined(separator: "\r\n").utf8), to: connection)
    }
    /// Says how much of the file follows, and gives that.
    func promised(_ file: Data) -> Data {
      guard let start = request.start else {
        head("200 OK", ["Content-Length: \(file.count)"])
        return file
      }
      guard start < file.count else {
        head("416 Range Not Satisfiable", ["Content-Length: 0"])
        return Data()
      }
      head(
        "206 Partial Content",
        [
          "Content-Length: \(file.count - start)",
          "Content-Range: bytes \(start)-\(file.count - 1)/\(file.count)",
        ])
      return file.dropFirst(start)
    }
    switch answer {
    case .file(let file): write(promised(file), to: connection)
    case .fileWithoutRanges(let file):
      head("200 OK", ["Content-Length: \(file.count)"])
      write(file, to: connection)
    case .truncated(let file, let count): write(promised(file).prefix(count), to: connection)
    case .stalled(let file, let count):
      write(promised(file).prefix(count), to: connection)
      var byte: UInt8 = 0
      _ = recv(connection, &byte, 1, 0)
    case .unannounced(let file):
      head("200 OK", [])
      write(file, to: connection)
    case .status(let status): head("\(status) No", ["Content-Length: 0"])
    case .redirect(let place): head("302 Found", ["Location: \(place)", "Content-Length: 0"])
    }
  }

  private static func write(_ data: Data, to connection: Int32) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
