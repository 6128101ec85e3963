#if Record
  import Foundation
  import NIOCore
  import NIOHTTP1
  import NIOPosix

  /// Listens, and hands connections to a recorder.
  struct RecordListener {
    /// The maximum number of connections; others wait.
    private static let connectionLimit = 512
    private static let headerBytes = 16 << 10
    /// The size of what is read at once, which bounds how much a client makes of one packet.
    private static let readSize = 16 << 10
    /// Uploads wait for the disk, not for the processor.
    private static let threads = 16

    let recorder: Recorder
    /// The folder in which long uploads wait.
    let folder: String

    /// Serves until the process ends.
    ///
    /// - Parameters:
    ///   - host: The address to listen on.
    ///   - port: The port; 0 for a free one.
    ///   - whenListening: Called once with the port.
    /// - Throws: Why it cannot listen.
    func serve(host: String, port: Int, whenListening: (Int) -> Void) async throws {
      let threads = Connection.Threads(
        short: NIOThreadPool(numberOfThreads: Self.threads), long: NIOThreadPool(numberOfThreads: 1)
      )
      threads.short.start()
      threads.long.start()
      let (recorder, folder) = (recorder, folder)
      let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelOption(.maxMessagesPerRead, value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(ConnectionLimit(Self.connectionLimit))
          }
        }
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .childChannelOption(.maxMessagesPerRead, value: 1)
        .childChannelOption(
          .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.readSize)
        )
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            var limits = NIOHTTPDecoderLimitConfiguration()
            limits.maxHeaderFieldSize = Self.headerBytes
            limits.maxHeaderListSize = Self.headerBytes
            limits.maxHeaderFieldCount = 100
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(
              ByteToMessageHandler(HTTPRequestDecoder(limitConfiguration: limits)))
            try pipeline.addHandler(HTTPResponseEncoder())
            try pipeline.addHandler(Connection(channel, recorder, threads, folder: folder))
          }
        }
        .bind(host: host, port: port).get()
      whenListening(server.localAddress?.port ?? port)
      try await server.closeFuture.get()
    }
  }

  /// Accepts no more connections while as many are open as may be.
  private final class ConnectionLimit: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = Never

    private let limit: Int
    private var open = 0
    private var isWaiting = false

    init(_ limit: Int) { self.limit = limit }

    func read(context: ChannelHandlerContext) {
      isWaiting = open >= limit
      if !isWaiting { context.read() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      open += 1
      let (server, loop) = (NIOLoopBound(context, eventLoop: context.eventLoop), context.eventLoop)
      let this = NIOLoopBound(self, eventLoop: loop)
      unwrapInboundIn(data).closeFuture.hop(to: loop).whenComplete { _ in
        this.value.open -= 1
        if this.value.isWaiting { this.value.read(context: server.value) }
      }
      context.fireChannelRead(data)
    }
  }
#endif
