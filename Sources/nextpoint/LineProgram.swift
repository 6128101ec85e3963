import Foundation

/// A running program that is spoken to line by line, over its standard input and output.
///
/// Not to be used from two tasks at once.
struct LineProgram: Sendable {
  /// What came of waiting for a line.
  enum Line {
    /// The line, without its end.
    case text(String)
    /// None within the time.
    case silence
    /// The program has closed its output.
    case ended
  }

  /// Recordings are replayed side by side, each with a program of its own, and `Process.run` of
  /// Foundation on Linux has been seen to crash in its own code while several threads were in it.
  private static let launching = NSLock()

  private let process: Process
  private let input: FileHandle
  private let output: FileHandle
  private var buffer: [UInt8] = []

  /// Starts a command in the shell.
  ///
  /// - Parameters:
  ///   - command: The line for the shell.
  ///   - environment: Variables beside those of this process.
  /// - Throws: What `Process` throws where there is no shell.
  init(command: String, environment: [String: String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try Self.launching.withLock { try Self.withoutBlockedSignals(process.run) }
    self.process = process
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
  }

  /// Writes a text; false where the program reads no more.
  func write(_ text: String) -> Bool {
    do { try input.write(contentsOf: Data(text.utf8)) } catch { return false }
    return true
  }

  /// The next line that the program writes.
  mutating func line(within seconds: Double) -> Line {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        var bytes = buffer[..<end]
        if bytes.last == 13 { bytes.removeLast() }
        let line = String(decoding: bytes, as: UTF8.self)
        buffer.removeSubrange(...end)
        return .text(line)
      }
      guard isReadable(within: seconds) else { return .silence }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(output.fileDescriptor, &bytes, bytes.count)
      guard count > 0 else { return .ended }
      buffer += bytes.prefix(count)
    }
  }

  /// Says that no more is coming and lets the program come to its end; it is ended where it is
  /// silent for so long.
  mutating func finish(within seconds: Double) {
    try? input.close()
    while case .text = line(within: seconds) {}
    stop()
  }

  /// Ends the program and all that it started.
  func stop() {
    try? input.close()
    try? output.close()
    // The shell leads a process group of its own; what it started must go with it.
    if process.isRunning { kill(-process.processIdentifier, SIGTERM) }
  }

  private func isReadable(within seconds: Double) -> Bool {
    var request = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, Int32(seconds * 1000)) > 0
  }

  /// A worker's thread blocks most signals, and a program started on it would never hear of its end.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var (none, before) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try body()
  }
}
