#if Record
  import NIOCore
  import NIOHTTPTypes

  /// The limits on uploads: a maximum number at once, and a token bucket.
  struct UploadTraffic {
    private static let atOnce = 4
    private static let storedSeconds = 60.0

    private let perSecond: Double
    private var running = 0
    private var turns: Double
    private var last: ContinuousClock.Instant?

    init(perSecond: Double) {
      self.perSecond = perSecond
      turns = perSecond * Self.storedSeconds
    }

    /// Returns whether one more upload may begin now; then it must be ended.
    mutating func begin(_ now: ContinuousClock.Instant) -> Bool {
      if let last {
        let seconds = (now - last) / .seconds(1)
        turns = min(perSecond * Self.storedSeconds, turns + max(0, seconds) * perSecond)
      }
      last = now
      guard running < Self.atOnce, turns >= 1 else { return false }
      turns -= 1
      running += 1
      return true
    }

    mutating func end() { running -= 1 }
  }

  /// Closes a connection on which no whole request has come for so long.
  ///
  /// The time counts from the opening of the connection or from the last answer, whatever trickles in
  /// meanwhile: a sender of one byte a second is closed too. It stands still while an answer is made.
  final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limit: TimeAmount
    private var end: Scheduled<Void>?

    init(seconds: Int64) { limit = .seconds(seconds) }

    func handlerAdded(context: ChannelHandlerContext) { restart(context) }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
      end?.cancel()
      context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      if case .end = unwrapInboundIn(data) { end?.cancel() }
      context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .end = unwrapOutboundIn(data) { restart(context) }
      context.write(data, promise: promise)
    }

    private func restart(_ context: ChannelHandlerContext) {
      end?.cancel()
      let channel = context.channel
      end = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }
  }
#endif
