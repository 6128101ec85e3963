import Foundation

/// The signals that ask a process to end.
package enum EndingSignals {
  /// SIGINT, SIGTERM and SIGHUP, which comes when a terminal or an ssh connection is closed.
  ///
  /// SIGHUP is left out if whoever started the process has it ignored, as `nohup` does.
  package static var all: [Int32] {
    var hangup = sigaction()
    sigaction(SIGHUP, nil, &hangup)
    #if canImport(Darwin)
      let handler = hangup.__sigaction_u.__sa_handler
    #else
      let handler = hangup.__sigaction_handler.sa_handler
    #endif
    let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    return [SIGINT, SIGTERM] + (isIgnored ? [] : [SIGHUP])
  }
}
