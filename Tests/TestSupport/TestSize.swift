import Foundation

/// How much the tests try: everyday sizes, or full ones under `NEXTPOINT_SIZE=full`, which
/// `scripts/verify` sets.
///
/// `docs/verification.md` lists every size, everyday and full.
package enum TestSize {
  /// Whether this is a full run.
  package static let isFull = ProcessInfo.processInfo.environment["NEXTPOINT_SIZE"] == "full"

  /// Returns the everyday size, or the full one in a full run.
  package static func of<Size>(_ everyday: Size, full: Size) -> Size { isFull ? full : everyday }

  /// Returns the seeds 1, 2, … up to the everyday number, or up to the full one in a full run.
  package static func seeds(_ everyday: UInt64, full: UInt64) -> ClosedRange<UInt64> {
    1...of(everyday, full: full)
  }
}
