import Foundation
import Testing

/// A `nextpoint predict` that is talked to line by line.
final class RunningFilter {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  /// How long an answer may take, in milliseconds: far more than it does on a busy machine.
  private static let patience: Int32 = 60_000

  init(_ arguments: [String], in workspace: Workspace) throws {
    process.executableURL = URL(fileURLWithPath: BuiltExecutable.path)
    process.arguments = ["predict"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: workspace.path)
    process.environment = BuiltExecutable.environment([:])
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try ProcessLaunch.start(process)
  }

  deinit { if process.isRunning { process.terminate() } }

  func send(_ line: String) throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// The next line of the answer.
  func line() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: 10) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      let descriptor = output.fileHandleForReading.fileDescriptor
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&request, 1, Self.patience) > 0, "no answer came")
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(descriptor, &bytes, bytes.count)
      try #require(count > 0, "the output ended")
      buffer += bytes.prefix(count)
    }
  }

  /// Closes the input; the exit code.
  func end() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
