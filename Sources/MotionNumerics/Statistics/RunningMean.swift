/// A mean over the newest values: plain at first, exponentially forgetting later.
///
/// The k-th value has weight 1/k until `memory` values have come, and 1/memory after that.
package struct RunningMean: Hashable, Sendable {
  /// Over how many values it reaches, at least 1.
  package let memory: Int
  /// How many values were taken in, up to `memory`.
  package private(set) var count = 0
  private var mean = 0.0

  /// Makes a mean of nothing; a memory below 1 counts as 1.
  package init(memory: Int) { self.memory = max(memory, 1) }

  /// The mean; nil before the first value.
  package var value: Double? { count > 0 ? mean : nil }

  /// Takes in the next value.
  package mutating func add(_ value: Double) {
    count = min(count + 1, memory)
    mean += (value - mean) / Double(count)
  }

  /// Forgets all values.
  package mutating func removeAll() { self = RunningMean(memory: memory) }
}
