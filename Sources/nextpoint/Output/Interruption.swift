import Datasets
import Foundation
import Synchronization

/// What is done when the user interrupts a command: nothing half-written stays, and no program runs on.
///
/// A signal is written to a pipe by its handler and read by a thread that does nothing else, since
/// the queues of Dispatch have no thread to spare while as many workers compute as there are cores.
/// The process ends within `patience`, whatever its other threads wait for.
enum Interruption {
  /// Removes unfinished output, and returns how to resume; nil if there is nothing to resume.
  typealias Cleanup = @Sendable () -> String?

  private static let cleanups = Mutex<[Int: Cleanup]>([:])
  /// Where handlers write; -1 until signals are watched.
  private static let writingEnd = Atomic<Int32>(-1)
  /// The maximum duration of the clean-up in seconds: a message to a full pipe may block.
  private static let patience = 0.7

  /// Ends the process after the clean-up: with 130 on an interrupt, 143 on a request to stop, and 129 when the
  /// terminal is closed.
  static func watch() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    writingEnd.store(ends[1], ordering: .sequentiallyConsistent)
    let signals = EndingSignals.all
    for number in signals {
      signal(number) { number in
        let before = errno
        var byte = UInt8(truncatingIfNeeded: number)
        _ = Foundation.write(Interruption.writingEnd.load(ordering: .relaxed), &byte, 1)
        errno = before
      }
    }
    let readingEnd = ends[0]
    Thread.detachNewThread {
      // Whoever started the program may have blocked the signals; one thread that takes them is enough.
      var watched = sigset_t()
      sigemptyset(&watched)
      for number in signals { sigaddset(&watched, number) }
      pthread_sigmask(SIG_UNBLOCK, &watched, nil)
      var number: UInt8 = 0
      while read(readingEnd, &number, 1) != 1 {}
      end(with: ExitStatus.ended(by: Int32(number)).rawValue) { remark in
        remark ?? "interrupted; no result was left half-written"
      }
    }
  }

  /// Ends the process at once, from any thread, with the clean-up that an interrupt does.
  static func end(with code: Int32, saying message: String?) -> Never {
    end(with: code) { _ in message }
  }

  private static func end(
    with code: Int32, saying message: (_ remark: String?) -> String?
  ) -> Never {
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: patience)
      _exit(code)
    }
    let remarks = cleanups.withLock { Array($0.values) }.compactMap { $0() }
    UnfinishedOutput.removeAll {
      if let text = message(remarks.first) { Terminal.note(text) }
      _exit(code)
    }
  }

  /// Registers what to do on an interrupt.
  ///
  /// - Returns: A number by which it is taken back.
  static func onInterrupt(_ cleanup: @escaping Cleanup) -> Int {
    cleanups.withLock { cleanups in
      let number = (cleanups.keys.max() ?? 0) + 1
      cleanups[number] = cleanup
      return number
    }
  }

  /// Takes a clean-up back: the work it would undo is done.
  static func forget(_ number: Int) {
    cleanups.withLock { cleanups in cleanups[number] = nil }
  }
}
