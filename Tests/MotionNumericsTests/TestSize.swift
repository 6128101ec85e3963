import Foundation

/// How much the tests try: everyday counts, or `NEXTPOINT_SIZE=full`, which `scripts/verify` sets.
enum TestSize {
  /// How many times the everyday count a full run tries.
  static let factor = ProcessInfo.processInfo.environment["NEXTPOINT_SIZE"] == "full" ? 250 : 1
}
