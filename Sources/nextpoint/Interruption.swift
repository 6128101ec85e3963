import Dispatch
import Foundation

/// Cleans up when the command is interrupted (`SIGINT`) or told to end (`SIGTERM`).
///
/// It then ends with 128 and the signal's number, as shells count: 130 for an interruption.
struct Interruption {
  private let sources: [any DispatchSourceSignal]

  /// Watches until `cancel()`.
  init(cleaningUp cleanUp: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        cleanUp()
        Terminal.note("interrupted; nothing was written")
        _exit(128 + number)
      }
      source.resume()
      return source
    }
  }

  /// Gives the signals their usual effect again.
  func cancel() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}
