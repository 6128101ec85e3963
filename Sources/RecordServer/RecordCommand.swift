#if Record
  import ArgumentParser
  import Datasets
  import Foundation
  import NIOCore

  /// `nextpoint-record`: serves a page and takes the recordings in that it sends.
  @main
  struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "nextpoint-record",
      abstract: "Serve a page and record what it sends into a data set.",
      discussion: "nextpoint record starts this program and makes the page.")

    @Option(help: ArgumentHelp("The folder of the data set.", valueName: "set"))
    var output: String

    @Option(help: ArgumentHelp("The page to serve.", valueName: "file"))
    var page: String

    @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
    var host = "127.0.0.1"

    @Option(help: ArgumentHelp("The port to listen on; 0 for a free one.", valueName: "number"))
    var port = 8765

    @Option(help: ArgumentHelp("How long the address holds.", valueName: "number"))
    var hours = 24.0

    @Option(
      help: ArgumentHelp(
        "Uploads each second in the long run, and 60 times as many in a row.", valueName: "number"))
    var uploadsPerSecond = 10.0

    func run() async throws {
      signal(SIGPIPE, SIG_IGN)
      let stop = [SIGINT, SIGTERM].map(Self.stops)
      defer { for each in stop { each.cancel() } }
      do {
        try await serve()
      } catch {
        Console.note("error: \(error)")
        let isRefusal = (error as? DatasetWriteError)?.isRefusal ?? (error is ValidationError)
        throw ExitCode(isRefusal ? 64 : 1)
      }
    }

    private func serve() async throws {
      guard hours > 0, hours.isFinite, (0...65535).contains(port), uploadsPerSecond > 0 else {
        throw ValidationError(
          "--hours and --uploads-per-second must be above 0, and --port from 0 to 65535")
      }
      let content = try Data(contentsOf: URL(fileURLWithPath: page))
      let intake = try RecordingIntake(folder: output)
      for remark in await intake.remarks { Console.note(remark) }
      let token = try AccessToken.kept(
        in: output, now: Date().timeIntervalSince1970, lifetime: hours * 3600)
      let recorder = Recorder(
        page: ByteBuffer(bytes: content), token: token, intake: intake,
        traffic: UploadTraffic(perSecond: uploadsPerSecond))
      try await recorder.serve(host: host, port: port) { port in
        let name = host.contains(":") ? "[\(host)]" : host
        Console.say("http://\(name):\(port)/\(token.text)/")
        Console.note(
          "recording into \(output), which has \(await intake.count) files; the address holds until "
            + "\(Date(timeIntervalSince1970: token.expiry).ISO8601Format()); stop with Ctrl-C")
      }
    }

    /// Ends the process on a signal, with nothing half-written left.
    private static func stops(on number: Int32) -> any DispatchSourceSignal {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { UnfinishedOutput.removeAll { _exit(128 + number) } }
      source.resume()
      return source
    }
  }

  /// The server's output on the terminal; lines that cannot be written are lost.
  enum Console {
    /// Writes a result to standard output.
    static func say(_ text: String) { write(text, to: STDOUT_FILENO) }

    /// Writes a line to standard error, with control characters from outside spelled out.
    static func note(_ text: String) { write(VisibleText.line(text), to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
      _ = Array("\(text)\n".utf8).withUnsafeBufferPointer { WholeWrite.write($0, to: descriptor) }
    }
  }
#else
  import Foundation

  /// What a plain `swift build` makes of the server: without its trait, there is none.
  @main
  enum RecordCommand {
    static func main() {
      let text = """
        error: this nextpoint-record was built without its server; build both programs with \
        swift build -c release --traits Record

        """
      FileHandle.standardError.write(Data(text.utf8))
      exit(1)
    }
  }
#endif
