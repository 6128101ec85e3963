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
      Console.start()
      do {
        try await serve()
      } catch {
        Console.note("error: \(error)")
        Console.finish()
        let isRefusal = (error as? DatasetWriteError)?.isRefusal ?? (error is ValidationError)
        throw ExitCode(isRefusal ? 64 : 1)
      }
    }

    private func serve() async throws {
      guard hours > 0, hours * 3600 <= AccessToken.longestLifetime, (0...65535).contains(port),
        uploadsPerSecond > 0
      else {
        throw ValidationError(
          "--hours must be greater than 0 and at most \(Int(AccessToken.longestLifetime / 3600)), "
            + "--uploads-per-second greater than 0, and --port from 0 to 65535")
      }
      let content = try Data(contentsOf: URL(fileURLWithPath: page))
      let intake = try RecordingIntake(folder: output)
      let stop = EndingSignals.all.map { Self.stops(on: $0, intake) }
      defer { for each in stop { each.cancel() } }
      for remark in intake.remarks { Console.note(remark) }
      let token = try AccessToken.kept(
        in: output, now: Date().timeIntervalSince1970, lifetime: hours * 3600)
      let recorder = Recorder(
        page: ByteBuffer(bytes: content), token: token, intake: intake,
        traffic: UploadTraffic(perSecond: uploadsPerSecond))
      let server = RecordListener(recorder: recorder, folder: output)
      try await server.serve(host: host, port: port) { port in
        let served = ServedAddresses(host: host)
        let addresses = served.hosts.map { "http://\($0):\(port)/\(token.text)/" }
        Console.say(addresses[0])
        for address in addresses.dropFirst() { Console.note("also at \(address)") }
        if let warning = served.warning { Console.note(warning) }
        Console.note(
          "recording into \(output), which has \(intake.count) files; the address holds until "
            + "\(Date(timeIntervalSince1970: token.expiry).ISO8601Format()); stop with Ctrl-C")
      }
    }

    /// Ends the process on a signal, with nothing half-written left and the list merged into `dataset.json`.
    private static func stops(
      on number: Int32, _ intake: RecordingIntake
    ) -> any DispatchSourceSignal {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        do { try intake.close() } catch {
          Console.note(
            "dataset.json stays as it is, and the list of recordings beside it: \(error)")
        }
        Console.finish()
        UnfinishedOutput.removeAll { _exit(128 + number) }
      }
      source.resume()
      return source
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
