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

  /// How many intervals above 0 there are.
  private(set) var count = 0
  /// How many intervals are 0, and how many are plausible.
  private(set) var counts = IntervalCounts()
  private var equalTimes: Int { counts.equal }
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

  /// Returns the interval from sample to sample, in seconds; nil if there is none.
  ///
  /// The median of the intervals above 0. But where several samples are delivered together, with equal or
  /// nearly equal times, it is the mean interval without gaps: at least `bunchedShare` of the intervals
  /// are 0, or are far shorter than the others, which are alike because they are those of frames.
  ///
  /// - Parameter pass: As for `median(_:)`.
  /// - Returns: The interval.
  func sampleInterval(
    _ pass: (_ visit: (UnsafeBufferPointer<Double>) -> Void) -> Void
  ) -> Double? {
    guard let median = median(pass) else { return nil }
    let all = count + equalTimes
    if Double(equalTimes) >= Self.bunchedShare * Double(all) {
      return mean(upTo: 2 * median, pass) ?? median
    }
    // Bunches of up to nine: a tenth of the intervals are those of frames or longer.
    guard let long = value(atRank: count - 1 - all / 10, pass) else { return median }
    let short = counted(in: 0...(long / 4), pass)
    guard Double(short + equalTimes) >= Self.bunchedShare * Double(all),
      let frame = value(atRank: (short + count) / 2, pass)
    else { return median }
    let alike = counted(in: (0.7 * frame)...(1.3 * frame), pass)
    guard 10 * alike >= 7 * (count - short) else { return median }
    return mean(upTo: 2 * frame, pass) ?? median
  }

  /// The share of intervals inside bunches from which on samples are taken to come in bunches.
  private static let bunchedShare = 0.15

  private func value(
    atRank rank: Int, _ pass: (_ visit: (UnsafeBufferPointer<Double>) -> Void) -> Void
  ) -> Double? {
    guard (0..<count).contains(rank) else { return nil }
    let values = occurrences.map { Self.values(atRanks: [rank], of: $0) }
    return (values ?? Quantiles.values(atRanks: [rank], pass))[rank]
  }

  /// Counts intervals above 0.
  private func counted(
    in range: ClosedRange<Double>,
    _ pass: (_ visit: (UnsafeBufferPointer<Double>) -> Void) -> Void
  ) -> Int {
    if let occurrences {
      return occurrences.reduce(0) { $0 + (range.contains($1.key) ? $1.value : 0) }
    }
    var found = 0
    pass { values in found += values.count { range.contains($0) } }
    return found
  }

  /// The mean of the intervals from 0 to a limit; nil if there is none.
  private func mean(
    upTo limit: Double, _ pass: (_ visit: (UnsafeBufferPointer<Double>) -> Void) -> Void
  ) -> Double? {
    var (sum, found) = (0.0, equalTimes)
    if let occurrences {
      for (interval, times) in occurrences.sorted(by: { $0.key < $1.key }) where interval <= limit {
        sum += interval * Double(times)
        found += times
      }
    } else {
      pass { values in
        for interval in values where interval <= limit {
          sum += interval
          found += 1
        }
      }
    }
    return sum > 0 ? sum / Double(found) : nil
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
