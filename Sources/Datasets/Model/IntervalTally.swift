import MotionNumerics
import TouchInput

/// How often each interval above 0 occurs inside strokes, as long as few different ones do.
///
/// Clocks tick: tens of millions of samples have some thousands of different intervals, which tell the
/// exact median at the end of one reading. Where there are more than `countLimit`, only how many
/// there are is kept.
struct IntervalTally: Hashable, Sendable {
  /// The greatest number of different intervals that are counted separately.
  static let countLimit = 1 << 16

  /// How many intervals there are.
  private(set) var count = 0
  /// How many are plausible.
  private(set) var counts = IntervalCounts()
  /// How often each occurs; nil where too many differ.
  private var occurrences: [Double: Int]? = [:]

  /// Counts the intervals of one more stroke.
  mutating func add(_ stroke: Stroke) {
    counts.add(stroke)
    for interval in stroke.positiveIntervals {
      count += 1
      occurrences?[interval, default: 0] += 1
      if let different = occurrences?.count, different > Self.countLimit { occurrences = nil }
    }
  }

  /// Returns the median, in seconds.
  ///
  /// - Parameter pass: Visits the same intervals again; called only where too many differ, and then up
  ///   to five times (`Quantiles.values`).
  /// - Returns: The median; nil where there is no interval.
  func median(
    _ pass: (_ visit: (UnsafeBufferPointer<Double>) -> Void) -> Void
  ) -> Double? {
    guard count > 0 else { return nil }
    let ranks = [(count - 1) / 2, count / 2]
    let values = occurrences.map { Self.values(atRanks: ranks, of: $0) }
    let found = values ?? Quantiles.values(atRanks: ranks, pass)
    guard let lower = found[ranks[0]], let upper = found[ranks[1]] else { return nil }
    return lower == upper ? upper : (lower + upper) / 2
  }

  /// Returns the numbers that a sort would put at some ranks, which ascend.
  private static func values(
    atRanks ranks: [Int], of occurrences: [Double: Int]
  ) -> [Int: Double] {
    var values: [Int: Double] = [:]
    var before = 0
    for (interval, times) in occurrences.sorted(by: { $0.key < $1.key }) {
      for rank in ranks where rank >= before && rank < before + times { values[rank] = interval }
      before += times
    }
    return values
  }
}

extension Stroke {
  /// The intervals above 0, in seconds.
  var positiveIntervals: [Double] {
    zip(samples.dropFirst(), samples).map { $0.time - $1.time }.filter { $0 > 0 }
  }
}
