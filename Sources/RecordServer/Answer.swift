#if Record
  import Datasets
  import NIOCore
  import NIOHTTP1

  /// An answer to a request.
  struct Answer: Sendable {
    /// Its status.
    var status: HTTPResponseStatus
    /// Its headers, without those of the connection.
    var headers: HTTPHeaders
    /// Its body, which an answer to HEAD does not send.
    var body: ByteBuffer

    private init(_ status: HTTPResponseStatus, _ type: String, _ body: ByteBuffer) {
      (self.status, self.body) = (status, body)
      headers = [
        "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "frame-ancestors 'none'",
      ]
    }

    /// An HTML page that may be neither cached nor framed.
    static func page(_ status: HTTPResponseStatus, _ html: ByteBuffer) -> Answer {
      Answer(status, "text/html; charset=utf-8", html)
    }

    /// JSON.
    static func json(_ status: HTTPResponseStatus, _ text: String) -> Answer {
      Answer(status, "application/json", ByteBuffer(string: text))
    }

    /// The reason why a request is not granted.
    static func refusal(_ status: HTTPResponseStatus, _ reason: String) -> Answer {
      json(status, "{\"error\":\(JSONText.quoted(reason))}\n")
    }

    /// The refusal of a method, with those that are allowed.
    static func notAllowed(_ methods: String) -> Answer {
      var answer = refusal(.methodNotAllowed, "use \(methods.replacing(", ", with: " or "))")
      answer.headers.add(name: "Allow", value: methods)
      return answer
    }

    /// The address of the page.
    static func redirect(to path: String) -> Answer {
      var answer = refusal(.permanentRedirect, "the address ends in a slash")
      answer.headers.add(name: "Location", value: path)
      return answer
    }

    /// The refusal of an upload that is too large.
    static let tooLarge = refusal(
      .payloadTooLarge, "a recording may have at most \(Recorder.uploadLimit) bytes")
    /// The refusal of what ended too early.
    static let brokenOff = refusal(.badRequest, "the upload broke off")
    /// The refusal of what is not HTTP.
    static let notHTTP = refusal(.badRequest, "this is not a request of HTTP")
    /// The answer where the disk fails.
    ///
    /// Where the set is on this machine is not told.
    static let unwritten = refusal(.internalServerError, "the recording could not be written")
  }
#endif
