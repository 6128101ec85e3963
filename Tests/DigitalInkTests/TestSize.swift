import Foundation

/// How much the tests try: everyday counts, or `NEXTPOINT_SIZE=full`, which `scripts/verify` sets.
enum TestSize {
  /// How many times the everyday count a full run tries.
  static let factor = ProcessInfo.processInfo.environment["NEXTPOINT_SIZE"] == "full" ? 25 : 1

  /// The seeds 1, 2, … of a test that tries `count` of them on an ordinary day.
  static func seeds(_ count: Int) -> ClosedRange<UInt64> { 1...UInt64(count * factor) }
}
