import Foundation

/// The system's own words for why a file could not be read or written.
enum SystemReason {
  /// The reason in words, such as "Not a directory", where the error has one beneath it.
  static func text(_ error: any Error) -> String {
    guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
      return error is CocoaError ? error.localizedDescription : "\(error)"
    }
    return String(cString: strerror(cause.code.rawValue))
  }
}
