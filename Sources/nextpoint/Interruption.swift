import Dispatch
import Foundation
import Synchronization

/// What is done when the user interrupts a command: half-written folders go.
enum Interruption {
  /// Undoes what is half done, and says what can be gone on with; nil for nothing.
  typealias Cleanup = @Sendable () -> String?

  private static let cleanups = Mutex<[Int: Cleanup]>([:])

  /// Ends the process with 130 on an interrupt, and 143 on a request to stop, after the clean-ups.
  ///
  /// - Returns: What watches, as long as it is held.
  static func watch() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        let said = cleanups.withLock { Array($0.values) }.compactMap { $0() }
        Terminal.note(said.first ?? "interrupted; no result was left half-written")
        // As shells count: 130 for an interrupt.
        _exit(128 + number)
      }
      source.resume()
      return source
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
