import Foundation
import Synchronization

/// A running program that is spoken to line by line, over its standard input and output.
///
/// Every wait has a deadline, the wait to be read as well as the wait for an answer, and no more of
/// its output is held than one line may be long. What it writes on standard error is passed on, so far
/// as somebody may want to read it.
///
/// Not to be used from two tasks at once.
struct LineProgram: Sendable {
  /// Why a program cannot be spoken to any more.
  enum Fault: Error {
    /// It did not read what it was sent in time.
    case deaf
    /// It did not write a line in time.
    case silent
    /// It closed its output or input; with the status of its shell, if it has ended.
    case ended(status: String?)
    /// It wrote this many bytes without a line ending.
    case endless(bytes: Int)
  }

  /// The longest line that a program may write, in bytes.
  static let longestLine = 1 << 16
  /// The maximum number of bytes passed on from a program's standard error; the rest is dropped.
  static let mostComplaints = 1 << 16

  private let process: Process
  private let input: FileHandle
  private let output: FileHandle
  private let complaints: FileHandle
  private var passedOn = 0
  private var hasSaidAll = false
  private var lines = LineBuffer()
  private var hasEnded = false

  /// Starts a command in the shell.
  ///
  /// - Parameters:
  ///   - command: The line for the shell.
  ///   - environment: Variables in addition to those of this process.
  /// - Throws: What `Process` throws where there is no shell.
  init(command: String, environment: [String: String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (input, output, complaints) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = complaints
    try RunningPrograms.start(process)
    self.process = process
    self.input = input.fileHandleForWriting
    self.output = output.fileHandleForReading
    self.complaints = complaints.fileHandleForReading
    for handle in [self.input, self.output, self.complaints] {
      let descriptor = handle.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Writes a text; what the program writes meanwhile is kept, so that neither waits for the other.
  mutating func send(_ text: String, by deadline: ContinuousClock.Instant) throws(Fault) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input.fileDescriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
        continue
      }
      guard count < 0, errno == EAGAIN || errno == EINTR else { throw ended() }
      guard wait(for: Int16(POLLOUT), of: input, by: deadline) else { throw .deaf }
    }
  }

  /// The next line that the program writes, without its end.
  mutating func line(by deadline: ContinuousClock.Instant) throws(Fault) -> String {
    while true {
      if let line = lines.next() { return line }
      guard !hasEnded else { throw ended() }
      guard lines.count < Self.longestLine else { throw .endless(bytes: lines.count) }
      guard wait(for: 0, of: nil, by: deadline) else { throw .silent }
    }
  }

  /// Returns a line that the program has already written; nil if there is none.
  mutating func lineAtHand() -> String? {
    if let line = lines.next() { return line }
    guard !hasEnded, lines.count < Self.longestLine else { return nil }
    _ = wait(for: 0, of: nil, by: .now)
    return lines.next()
  }

  /// Closes the program's input and waits for it to end, until the deadline.
  mutating func finish(by deadline: ContinuousClock.Instant) {
    try? input.close()
    while ContinuousClock.now < deadline, (try? line(by: deadline)) != nil {}
    stop()
  }

  /// Ends the program and all that it started.
  mutating func stop() {
    try? input.close()
    passOnComplaints()
    try? output.close()
    try? complaints.close()
    hasSaidAll = true
    RunningPrograms.end(process)
  }

  /// Waits for the program's output, or for an event of another file; takes in what was written.
  ///
  /// - Returns: Whether anything came before the deadline.
  private mutating func wait(
    for event: Int16, of other: FileHandle?, by deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      // A descriptor below 0 is passed over. A program that is not read from any more waits.
      let reads = !hasEnded && lines.count < Self.longestLine
      var requests = [
        pollfd(fd: reads ? output.fileDescriptor : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: other?.fileDescriptor ?? -1, events: event, revents: 0),
        pollfd(fd: hasSaidAll ? -1 : complaints.fileDescriptor, events: Int16(POLLIN), revents: 0),
      ]
      // Rounded up: less than a millisecond is not none.
      let left = max(0, (deadline - .now) / .milliseconds(1)).rounded(.up)
      _ = poll(&requests, nfds_t(requests.count), Int32(min(left, 3.6e6)))
      if requests[2].revents != 0 { passOnComplaints() }
      if requests[0].revents != 0 { readOnce() }
      if requests[0].revents != 0 || requests[1].revents != 0 { return true }
      guard .now < deadline else { return false }
    }
  }

  /// Passes on what waits on the program's standard error, as much as one read gives.
  private mutating func passOnComplaints() {
    guard !hasSaidAll else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(complaints.fileDescriptor, &bytes, bytes.count)
    guard count > 0 else {
      if count == 0 { hasSaidAll = true }
      return
    }
    guard passedOn < Self.mostComplaints else { return }
    Terminal.pass(bytes.prefix(min(count, Self.mostComplaints - passedOn)))
    passedOn += count
    if passedOn >= Self.mostComplaints {
      Terminal.note("\nnote: this is all that is shown of an external program's standard error")
    }
  }

  private mutating func readOnce() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(output.fileDescriptor, &bytes, bytes.count)
    if count > 0 {
      lines.append(bytes.prefix(count))
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      hasEnded = true
    }
  }

  /// The fault of a program that ended, with its status if it is known in time.
  private mutating func ended() -> Fault {
    RunningPrograms.waitWhileInterrupted()
    passOnComplaints()
    guard RunningPrograms.hasEnded(process, within: .milliseconds(200)) else {
      return .ended(status: nil)
    }
    let status = process.terminationStatus
    return .ended(
      status: process.terminationReason == .uncaughtSignal
        ? "signal \(status)" : "exit code \(status)")
  }
}

/// Bytes that become lines.
private struct LineBuffer: Sendable {
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to where there is no end of a line.
  private var searched = 0

  /// How many bytes wait.
  var count: Int { bytes.count - start }

  mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  /// Takes the next whole line, without its end.
  mutating func next() -> String? {
    guard let end = bytes[searched...].firstIndex(of: 10) else {
      searched = bytes.count
      bytes.removeFirst(start)
      (searched, start) = (searched - start, 0)
      return nil
    }
    var line = bytes[start..<end]
    if line.last == 13 { line.removeLast() }
    (start, searched) = (end + 1, end + 1)
    return String(decoding: line, as: UTF8.self)
  }
}

/// The programs that run now: an interrupt ends them too, however stuck they are.
private enum RunningPrograms {
  private struct State {
    /// The shells, each of which leads a process group of its own.
    var groups: Set<Int32> = []
    var isClosed = false
  }

  private static let state = Mutex(State())

  private static let watch = Interruption.onInterrupt {
    state.withLock { state in
      state.isClosed = true
      for group in state.groups { kill(-group, SIGKILL) }
    }
    return nil
  }

  /// Keeps a worker from taking the end that an interrupt gave its program for a failure.
  static func waitWhileInterrupted() {
    while state.withLock({ $0.isClosed }) { usleep(10_000) }
  }

  /// How long a program may take to end after it was asked to.
  private static let grace = Duration.milliseconds(250)

  /// Starts a program.
  ///
  /// One at a time: recordings are replayed side by side, each with a program of its own, and
  /// `Process.run` of Foundation on Linux has been seen to crash in its own code while several threads
  /// were in it.
  static func start(_ process: Process) throws {
    _ = watch
    try state.withLock { state in
      guard !state.isClosed else { throw CancellationError() }
      try withoutBlockedSignals(process.run)
      state.groups.insert(process.processIdentifier)
    }
  }

  /// Ends a program and all that it started, also what does not end when it is asked to.
  static func end(_ process: Process) {
    let group = process.processIdentifier
    guard state.withLock({ $0.groups.contains(group) }) else { return }
    kill(-group, SIGTERM)
    _ = hasEnded(process, within: grace)
    kill(-group, SIGKILL)
    state.withLock { _ = $0.groups.remove(group) }
  }

  /// Whether a program has ended, or does so in a moment.
  static func hasEnded(_ process: Process, within duration: Duration) -> Bool {
    let deadline = ContinuousClock.now + duration
    while process.isRunning {
      guard ContinuousClock.now < deadline else { return false }
      usleep(500)
    }
    return true
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
