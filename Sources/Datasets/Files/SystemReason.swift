import Foundation

/// The system's own words for why a file could not be read or written.
package enum SystemReason {
  /// The reason in words, such as "Not a directory", where the error has one beneath it.
  package static func text(_ error: any Error) -> String {
    if let error = error as? FileWriteError { return error.reason }
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
      return error is CocoaError ? error.localizedDescription : "\(error)"
    }
    return text(cause.code.rawValue)
  }

  /// The reason that has this number.
  package static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
