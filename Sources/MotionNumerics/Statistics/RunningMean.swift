/// A mean over the newest values: plain at first, exponentially forgetting later.
///
/// The k-th value has weight 1/k until `memory` values have come, and 1/memory after that.
package struct RunningMean: Hashable, Sendable {
  /// The number of values it spans, at least 1.
  package let memory: Int
  /// The number of values added, at most `memory`.
  package private(set) var count = 0
  private var mean = 0.0

  /// Creates an empty mean; a memory below 1 counts as 1.
  package init(memory: Int) { self.memory = max(memory, 1) }

  /// The mean; nil before the first value.
  package var value: Double? { count > 0 ? mean : nil }

  /// Adds a value.
  package mutating func add(_ value: Double) {
    count = min(count + 1, memory)
    mean += (value - mean) / Double(count)
  }

  /// Removes all values.
  package mutating func removeAll() { self = RunningMean(memory: memory) }
}
