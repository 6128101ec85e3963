#if Record
  import Datasets
  import Foundation
  import HTTPTypes
  import HummingbirdCore
  import Logging
  import NIOCore
  import NIOPosix
  import Synchronization

  /// Answers the requests that `docs/reference/record.md` lists.
  final class Recorder: Sendable {
    /// What the server bounds, whoever asks.
    private enum Limit {
      static let uploadBytes = 16 << 20
      static let connections = 64
      static let headerBytes = 16 << 10
      static let requestSeconds: Int64 = 60
    }

    private let page: ByteBuffer
    private let token: AccessToken
    private let intake: RecordingIntake
    private let traffic: Mutex<UploadTraffic>

    init(page: ByteBuffer, token: AccessToken, intake: RecordingIntake, traffic: UploadTraffic) {
      (self.page, self.token, self.intake) = (page, token, intake)
      self.traffic = Mutex(traffic)
    }

    /// Serves until the process ends.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for a free one.
    ///   - whenListening: Called once with the port.
    /// - Throws: Why it cannot listen.
    func serve(
      host: String, port: Int, whenListening: @escaping @Sendable (Int) async -> Void
    ) async throws {
      let channel = HTTP1Channel.Configuration(
        additionalChannelHandlers: [RequestDeadline(seconds: Limit.requestSeconds)],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: Limit.headerBytes, maxHeaderListSize: Limit.headerBytes,
          maxHeaderFieldCount: 100))
      var logger = Logger(label: "nextpoint-record")
      logger.logLevel = .critical
      let server = try HTTPServerBuilder.http1(configuration: channel).buildServer(
        configuration: ServerConfiguration(
          address: .hostname(host, port: port),
          availableConnectionsDelegate: MaximumAvailableConnections(Limit.connections)),
        eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger,
        responder: { request, writer, _ in
          let answer = await self.answer(request)
          try await writer.write(response: answer.head, body: answer.body)
        },
        onServerRunning: { await whenListening($0.localAddress?.port ?? port) })
      try await server.run()
    }

    private func answer(_ request: Request) async -> Response {
      let target = (request.head.path ?? "").prefix { $0 != "?" }
      let parts = target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, parts[0].isEmpty,
        token.admits(parts[1], now: Date().timeIntervalSince1970)
      else { return .page(.notFound, Self.expired) }
      switch (parts.count == 3 ? String(parts[2]) : nil, request.method) {
      case (nil, _): return .redirect(to: "/\(parts[1])/")
      case ("", .get): return .page(.ok, page)
      case ("recordings", .post): return await upload(request)
      case ("", _), ("recordings", _): return .refusal(.methodNotAllowed, "use GET or POST")
      default: return .refusal(.notFound, "there is nothing at this address")
      }
    }

    private func upload(_ request: Request) async -> Response {
      let now = ContinuousClock.now
      guard traffic.withLock({ $0.begin(now) }) else {
        var answer = Response.refusal(.tooManyRequests, "too many uploads; try again in a second")
        answer.headers[.retryAfter] = "1"
        return answer
      }
      defer { traffic.withLock { $0.end() } }
      let tooLarge = Response.refusal(
        .contentTooLarge, "a recording may have at most \(Limit.uploadBytes) bytes")
      let stated = request.headers[.contentLength].flatMap { Int($0) }
      guard stated ?? 0 <= Limit.uploadBytes else { return tooLarge }
      guard Self.isJSON(request.headers[.contentType] ?? "") else {
        return .refusal(.badRequest, "the Content-Type of a recording is application/json")
      }
      let body: Data
      do {
        body = Data(try await request.body.collect(upTo: Limit.uploadBytes).readableBytesView)
      } catch is NIOTooManyBytesError {
        return tooLarge
      } catch {
        return .refusal(.badRequest, "the upload broke off")
      }
      guard stated ?? body.count == body.count else {
        return .refusal(.badRequest, "the upload broke off")
      }
      return await take(body, named: request.headers[.recordingName])
    }

    private func take(_ body: Data, named name: String?) async -> Response {
      do throws(RecordingIntake.Refusal) {
        let receipt = try await intake.take(body, named: name)
        Console.note(Self.line(receipt))
        return .json(receipt.isNew ? .created : .ok, receipt.json)
      } catch {
        let (status, reason): (HTTPResponse.Status, String) =
          switch error {
          case .invalid(let reason): (.badRequest, reason)
          case .taken(let reason): (.conflict, reason)
          case .full(let reason): (.contentTooLarge, reason)
          case .unwritten(let reason): (.internalServerError, reason)
          }
        Console.note("refused \(name?.prefix(64) ?? "an upload"): \(reason.prefix(300))")
        // Where the set is on this disk is nobody's business.
        return .refusal(
          status, status == .internalServerError ? "the recording could not be written" : reason)
      }
    }

    private static func isJSON(_ type: String) -> Bool {
      type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        == "application/json"
    }

    private static func line(_ receipt: RecordingIntake.Receipt) -> String {
      guard receipt.isNew else { return "\(receipt.name): again, \(receipt.bytes) bytes" }
      let who = [receipt.participant, receipt.task].filter { !$0.isEmpty }
        .map { $0.prefix(64) + ", " }.joined()
      let strokes = receipt.strokes == 1 ? "1 stroke" : "\(receipt.strokes) strokes"
      return "\(receipt.name): \(who)\(strokes), \(receipt.bytes) bytes"
    }

    private static let expired = ByteBuffer(
      string: """
        <!doctype html><html lang="en"><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Address not valid</title>
        <style>:root{color-scheme:light dark}body{font:1.1em/1.5 system-ui;margin:3em auto;max-width:32em;\
        padding:0 1em}</style>
        <h1>This address is not valid</h1>
        <p>It is mistyped, or it has expired. Ask the person who gave it to you for the new one.</p>
        <p>A page that was open before keeps its recordings on this device.</p>
        </html>

        """)
  }

  extension HTTPField.Name {
    /// Proposes the name of a recording.
    fileprivate static let recordingName =
      HTTPField.Name("X-Nextpoint-Name")
      ?? .contentDisposition
  }

  extension Response {
    /// An HTML page that may be neither cached nor framed.
    fileprivate static func page(_ status: HTTPResponse.Status, _ html: ByteBuffer) -> Response {
      made(status, "text/html; charset=utf-8", html)
    }

    fileprivate static func json(_ status: HTTPResponse.Status, _ text: String) -> Response {
      made(status, "application/json", ByteBuffer(string: text))
    }

    fileprivate static func refusal(_ status: HTTPResponse.Status, _ reason: String) -> Response {
      json(status, "{\"error\":\(JSONText.quoted(reason))}\n")
    }

    fileprivate static func redirect(to path: String) -> Response {
      var answer = refusal(.permanentRedirect, "the address ends in a slash")
      answer.headers[.location] = path
      return answer
    }

    private static func made(
      _ status: HTTPResponse.Status, _ type: String, _ body: ByteBuffer
    ) -> Response {
      Response(
        status: status,
        headers: [
          .contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
          .contentSecurityPolicy: "frame-ancestors 'none'",
        ], body: ResponseBody(byteBuffer: body))
    }
  }
#endif
