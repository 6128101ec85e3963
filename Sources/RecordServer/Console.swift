#if Record
  import Datasets
  import Foundation
  import Synchronization

  /// The server's output on the terminal.
  ///
  /// One thread writes it, so that a terminal or a pipe that nobody reads holds up nothing else. Of what waits
  /// meanwhile, the lines that exceed `limit` are counted and left out.
  enum Console {
    private struct Waiting {
      var lines: [(descriptor: Int32, text: String)] = []
      var leftOut = 0
      var isWriting = false
    }

    private static let limit = 1000
    private static let waiting = Mutex(Waiting())
    private static let arrival = DispatchSemaphore(value: 0)

    /// Starts the thread that writes.
    static func start() {
      Thread.detachNewThread {
        while true {
          arrival.wait()
          let (lines, leftOut) = waiting.withLock { waiting in
            defer { (waiting.lines, waiting.leftOut) = ([], 0) }
            waiting.isWriting = true
            return (waiting.lines, waiting.leftOut)
          }
          for line in lines { write(line.text, to: line.descriptor) }
          if leftOut > 0 { write("(\(leftOut) lines left out)", to: STDERR_FILENO) }
          waiting.withLock { $0.isWriting = false }
        }
      }
    }

    /// Writes a result to standard output.
    static func say(_ text: String) { add(text, STDOUT_FILENO) }

    /// Writes a line to standard error, with control characters from outside spelled out.
    static func note(_ text: String) { add(VisibleText.line(text), STDERR_FILENO) }

    /// Waits until everything is written, but not for a reader that does not read.
    static func finish() {
      for _ in 0..<30 where waiting.withLock({ !$0.lines.isEmpty || $0.isWriting }) {
        Thread.sleep(forTimeInterval: 0.01)
      }
    }

    private static func add(_ text: String, _ descriptor: Int32) {
      waiting.withLock { waiting in
        if waiting.lines.count < limit {
          waiting.lines.append((descriptor, text))
        } else {
          waiting.leftOut += 1
        }
      }
      arrival.signal()
    }

    private static func write(_ text: String, to descriptor: Int32) {
      _ = Array("\(text)\n".utf8).withUnsafeBufferPointer { WholeWrite.write($0, to: descriptor) }
    }
  }
#endif
