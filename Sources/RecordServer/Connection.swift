#if Record
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// One connection: takes one request, answers it and closes.
  ///
  /// It always has a deadline, until it is closed. Nothing is kept of what a client sends beside its request.
  final class Connection: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The deadlines, in seconds, and the progress by which a connection may go on beyond one.
    enum Limit {
      /// The arrival of the head of a request.
      static let head: Int64 = 20
      /// A part of an upload or of an answer.
      static let part: Int64 = 60
      /// The progress of each part: 4 KiB a second.
      static let bytesOfPart = 60 * 4096
      /// What a client that is answered has to close its end.
      static let end: Int64 = 5
    }

    /// The threads that wait for the disk; large uploads, which need much memory, are read one at a time.
    struct Threads: Sendable {
      let short: NIOThreadPool
      let long: NIOThreadPool
    }

    private enum Phase { case head, body, working, answering, ending }

    private static let pieceSize = 64 << 10

    private let recorder: Recorder
    private let threads: Threads
    private let folder: String
    private let channel: any Channel
    private var phase = Phase.head
    private var deadline: Scheduled<Void>?
    /// The bytes that came or went, and those at the last deadline.
    private var (moved, movedBefore) = (0, 0)

    private var isHead = false
    private var name: String?
    private var declared: Int?
    private var body = UploadBody()
    private var isSpilling = false
    private var isWhole = false

    /// Creates the handler of a channel; long uploads wait in the folder.
    init(_ channel: any Channel, _ recorder: Recorder, _ threads: Threads, folder: String) {
      (self.channel, self.recorder, self.threads) = (channel, recorder, threads)
      self.folder = folder
    }

    func channelActive(context: ChannelHandlerContext) { begin(.head, Limit.head) }

    func channelInactive(context: ChannelHandlerContext) {
      deadline?.cancel()
      phase = .ending
      body = UploadBody()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch (unwrapInboundIn(data), phase) {
      case (.head(let head), .head): read(head)
      case (.body(let bytes), .body): read(bytes)
      case (.end, .body):
        isWhole = true
        work()
      // What was not asked for is not kept.
      default: break
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      switch phase {
      case .head where error is HTTPParserError: answer(.notHTTP)
      case .body where error is HTTPParserError: answer(.brokenOff)
      case .head, .body: context.close(promise: nil)
      case .working, .answering, .ending: break
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      guard case .inputClosed = event as? ChannelEvent else {
        return context.fireUserInboundEventTriggered(event)
      }
      switch phase {
      case .head, .ending: context.close(promise: nil)
      case .body where !isWhole: answer(.brokenOff)
      case .body, .working, .answering: break
      }
    }

    // MARK: - The request

    private func read(_ head: HTTPRequestHead) {
      isHead = head.method == .HEAD
      switch recorder.reply(to: head) {
      case .answer(let reply): answer(reply)
      case .upload(let name, let declared, let waitsForContinue):
        (self.name, self.declared) = (name, declared)
        begin(.body, Limit.part)
        if waitsForContinue {
          let head = HTTPResponseHead(version: .http1_1, status: .continue)
          channel.writeAndFlush(HTTPServerResponsePart.head(head), promise: nil)
        }
      }
    }

    private func read(_ bytes: ByteBuffer) {
      moved += bytes.readableBytes
      guard body.count + bytes.readableBytes <= Recorder.uploadLimit else {
        return answer(.tooLarge)
      }
      if body.append(bytes), !isSpilling { spill() }
    }

    /// Moves what is in memory to the file; nothing more is read meanwhile.
    private func spill() {
      isSpilling = true
      setReading(false)
      let (file, rest, folder) = (body.file, body.takeRest(), folder)
      threads.short.runIfActive(eventLoop: channel.eventLoop) {
        let file = try file ?? UploadFile(in: folder)
        try file.append(rest)
        return file
      }.assumeIsolated().whenComplete { result in
        self.isSpilling = false
        guard self.phase == .body else { return }
        switch result {
        case .success(let file):
          self.body.use(file)
          self.setReading(true)
          if self.isWhole { self.work() }
        case .failure(let error):
          Console.note("refused \(self.name?.prefix(64) ?? "an upload"): \(error)")
          self.answer(.unwritten)
        }
      }
    }

    /// Takes the whole upload in.
    private func work() {
      guard !isSpilling else { return }
      guard declared ?? body.count == body.count else { return answer(.brokenOff) }
      begin(.working, Limit.part)
      let (file, rest, name, recorder) = (body.file, body.takeRest(), name, recorder)
      body = UploadBody()
      let threads = file == nil ? threads.short : threads.long
      threads.runIfActive(eventLoop: channel.eventLoop) {
        recorder.take(try file?.content(rest) ?? Data(rest.readableBytesView), named: name)
      }.assumeIsolated().whenComplete { result in
        guard self.phase == .working else { return }
        self.answer((try? result.get()) ?? .unwritten)
      }
    }

    // MARK: - The answer

    private func answer(_ answer: Answer) {
      begin(.answering, Limit.part)
      body = UploadBody()
      // What still comes is read and dropped, so that the answer is not lost with it.
      setReading(true)
      var headers = answer.headers
      headers.add(name: "Content-Length", value: "\(answer.body.readableBytes)")
      headers.add(name: "Connection", value: "close")
      let head = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
      channel.write(HTTPServerResponsePart.head(head), promise: nil)
      send(isHead ? ByteBuffer() : answer.body)
    }

    /// Sends a body piece by piece, each once the last one is gone, and then closes this end.
    private func send(_ body: ByteBuffer) {
      var body = body
      let piece = body.readSlice(length: min(body.readableBytes, Self.pieceSize)) ?? ByteBuffer()
      let isLast = body.readableBytes == 0
      let gone: EventLoopFuture<Void>
      if isLast {
        channel.write(HTTPServerResponsePart.body(.byteBuffer(piece)), promise: nil)
        gone = channel.writeAndFlush(HTTPServerResponsePart.end(nil))
      } else {
        gone = channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(piece)))
      }
      gone.assumeIsolated().whenComplete { result in
        guard case .success = result, self.phase == .answering else {
          return self.channel.close(promise: nil)
        }
        self.moved += piece.readableBytes
        if isLast { self.end() } else { self.send(body) }
      }
    }

    /// Closes this end, and the other one when the client does or has had its time for it.
    private func end() {
      begin(.ending, Limit.end)
      channel.close(mode: .output, promise: nil)
    }

    // MARK: - Deadlines

    private func begin(_ phase: Phase, _ seconds: Int64) {
      self.phase = phase
      movedBefore = moved
      deadline?.cancel()
      deadline = channel.eventLoop.assumeIsolated().scheduleTask(in: .seconds(seconds)) {
        self.expire()
      }
    }

    private func expire() {
      let isProgressing = moved - movedBefore >= Limit.bytesOfPart
      switch phase {
      case .working: begin(.working, Limit.part)
      case .body where isProgressing || isSpilling, .answering where isProgressing:
        begin(phase, Limit.part)
      case .head, .body, .answering, .ending: channel.close(promise: nil)
      }
    }

    private func setReading(_ isReading: Bool) {
      try? channel.syncOptions?.setOption(.autoRead, value: isReading)
    }
  }
#endif
