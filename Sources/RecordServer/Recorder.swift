#if Record
  import Datasets
  import Foundation
  import NIOCore
  import NIOHTTP1
  import Synchronization

  /// Answers the requests that `docs/reference/record.md` lists.
  final class Recorder: Sendable {
    /// The maximum number of bytes of an upload.
    static let uploadLimit = 16 << 20

    /// What a request gets.
    enum Reply {
      /// An answer, without regard to what else the client sends.
      case answer(Answer)
      /// An answer once its content has arrived; `declared` is the number of bytes that its head states.
      case upload(name: String?, declared: Int?, waitsForContinue: Bool)
    }

    private let page: ByteBuffer
    private let token: AccessToken
    private let intake: RecordingIntake
    private let traffic: Mutex<UploadTraffic>

    init(page: ByteBuffer, token: AccessToken, intake: RecordingIntake, traffic: UploadTraffic) {
      (self.page, self.token, self.intake) = (page, token, intake)
      self.traffic = Mutex(traffic)
    }

    /// Returns what the head of a request gets.
    func reply(to head: HTTPRequestHead) -> Reply {
      let hosts = head.headers["host"].count
      guard hosts == 1 || (hosts == 0 && head.version == .http1_0) else {
        return .answer(.refusal(.badRequest, "a request has one Host"))
      }
      let target = head.uri.prefix { $0 != "?" }
      let parts = target.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count >= 2, parts[0].isEmpty,
        token.admits(parts[1], now: Date().timeIntervalSince1970)
      else { return .answer(.page(.notFound, Self.expired)) }
      switch (parts.count == 3 ? String(parts[2]) : nil, head.method) {
      case (nil, _): return .answer(.redirect(to: "/\(parts[1])/"))
      case ("", .GET), ("", .HEAD): return .answer(.page(.ok, page))
      case ("recordings", .POST): return upload(head)
      case ("", _): return .answer(.notAllowed("GET, HEAD"))
      case ("recordings", _): return .answer(.notAllowed("POST"))
      default: return .answer(.refusal(.notFound, "there is nothing at this address"))
      }
    }

    private func upload(_ head: HTTPRequestHead) -> Reply {
      guard traffic.withLock({ $0.begin(.now) }) else {
        var answer = Answer.refusal(.tooManyRequests, "too many uploads; try again in a second")
        answer.headers.add(name: "Retry-After", value: "1")
        return .answer(answer)
      }
      let declared = head.headers.first(name: "content-length").flatMap { Int($0) }
      guard declared ?? 0 <= Self.uploadLimit else { return .answer(.tooLarge) }
      guard Self.isJSON(head.headers.first(name: "content-type") ?? "") else {
        return .answer(
          .refusal(.badRequest, "the Content-Type of a recording is application/json"))
      }
      let expected = head.headers.first(name: "expect")
      guard expected == nil || expected?.lowercased() == "100-continue" else {
        return .answer(.refusal(.expectationFailed, "the only expectation is 100-continue"))
      }
      return .upload(
        name: head.headers.first(name: "x-nextpoint-name"), declared: declared,
        waitsForContinue: expected != nil)
    }

    /// Takes an upload in, which may wait for the disk.
    func take(_ content: Data, named name: String?) -> Answer {
      do throws(RecordingIntake.Refusal) {
        let receipt = try intake.take(content, named: name)
        Console.note(Self.line(receipt))
        return .json(receipt.isNew ? .created : .ok, receipt.json)
      } catch {
        let (status, reason): (HTTPResponseStatus, String) =
          switch error {
          case .invalid(let reason): (.badRequest, reason)
          case .taken(let reason): (.conflict, reason)
          case .full(let reason): (.payloadTooLarge, reason)
          case .unwritten(let reason): (.internalServerError, reason)
          }
        Console.note("refused \(name?.prefix(64) ?? "an upload"): \(reason.prefix(300))")
        return status == .internalServerError ? .unwritten : .refusal(status, reason)
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
#endif
