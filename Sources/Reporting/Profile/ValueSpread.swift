import Foundation
import MotionNumerics

/// How some numbers are spread: their count, least, greatest and three quantiles.
package struct ValueSpread: Hashable, Sendable {
  /// The number of values.
  package let count: Int
  /// The least value.
  package let least: Double
  /// The quantile of 5 %, of type 7 as everywhere.
  package let low: Double
  /// The median.
  package let median: Double
  /// The quantile of 95 %.
  package let high: Double
  /// The greatest value.
  package let greatest: Double

  /// The spread of some values; nil if there is none or one of them is not a number.
  package init?(_ values: [Double]) {
    var values = values
    let found = Quantiles.type7(&values, at: [0, 0.05, 0.5, 0.95, 1]).compactMap(\.self)
    guard found.count == 5 else { return nil }
    count = values.count
    (least, low, median, high, greatest) = (found[0], found[1], found[2], found[3], found[4])
  }
}

/// The numbers of values in bins side by side.
package struct Histogram: Hashable, Sendable {
  /// The ends of the bins, rising, one more than there are bins.
  package let edges: [Double]
  /// The number of values in each bin: at its lower end or above, and below its upper end.
  package private(set) var counts: [Int]
  /// The number of values below the first bin.
  package private(set) var below = 0
  /// The number of values at the end of the last bin or above it.
  package private(set) var above = 0
  /// Whether each bin is as many times as long as the one before it, so that it is drawn on a
  /// logarithmic axis.
  package let isLogarithmic: Bool

  /// Counts values in bins of equal width, of which the first is centered on 0.
  ///
  /// - Parameters:
  ///   - values: The values; those that are not finite are left out.
  ///   - width: The width of a bin, above 0.
  ///   - bins: The number of bins.
  package init(of values: [Double], width: Double, bins: Int) {
    edges = (0...bins).map { (Double($0) - 0.5) * width }
    counts = Array(repeating: 0, count: bins)
    isLogarithmic = false
    for value in values where value.isFinite { add(value, place: value / width + 0.5) }
  }

  /// Counts values in bins of equal ratio, ten to a decade; nil if no value is above 0.
  ///
  /// The bins reach from the least value above 0 to the greatest one, over at most `mostDecades`
  /// decades below it.
  package init?(logarithmic values: [Double]) {
    let logarithms = values.filter { $0 > 0 && $0.isFinite }.map { 10 * log10($0) }
    guard let greatest = logarithms.max(), let least = logarithms.min() else { return nil }
    let last = greatest.rounded(.down) + 1
    let first = max(least.rounded(.down), last - 10 * Self.mostDecades)
    edges = stride(from: first, through: last, by: 1).map { pow(10, $0 / 10) }
    counts = Array(repeating: 0, count: edges.count - 1)
    isLogarithmic = true
    below = values.count { $0 <= 0 }
    for value in logarithms { add(value, place: value - first) }
  }

  private static let mostDecades = 6.0

  private mutating func add(_ value: Double, place: Double) {
    guard place >= 0 else {
      below += 1
      return
    }
    guard place < Double(counts.count) else {
      above += 1
      return
    }
    counts[Int(place)] += 1
  }
}

/// The tick of numbers that are all multiples of it, but for rounding.
enum Quantum {
  /// Returns the tick of a clock: the greatest time of which nearly all intervals are multiples.
  ///
  /// Ticks of at least a twentieth of the median interval need not be decimal: clocks count 1/256 s,
  /// 1/60 s or 1/64 s, and files print them rounded. Finer ones are those of `decimal(of:rounding:)`.
  ///
  /// - Parameters:
  ///   - intervals: The intervals, in seconds; those of 0 tell nothing.
  ///   - rounding: How far an interval may be off because of its floating-point times.
  /// - Returns: The tick, in seconds; nil if there is none.
  /// - Complexity: O(n log n) for n intervals.
  static func tick(of intervals: [Double], rounding: Double) -> Double? {
    let decimal = decimal(of: intervals, rounding: rounding)
    let sorted = intervals.filter { $0 != 0 }.map(abs).sorted()
    guard sorted.count >= ClockProfile.leastRateIntervals else { return decimal }
    let median = sorted[sorted.count / 2]
    // A decimal tick that is coarse itself is exact; a fine one is that of the printed digits.
    let isCoarse = (decimal ?? 0) * mostTicks >= median
    let printed = decimal.map { isCoarse ? $0 * 1e-3 : $0 * 1.01 } ?? finest
    let tolerance = max(printed, rounding)
    for count in 1...Int(mostTicks) {
      let guess = median / Double(count)
      guard guess > (decimal ?? 0) * 1.01, guess >= mostTicks * tolerance else { break }
      if let tick = refined(guess, by: sorted, tolerance: tolerance) { return tick }
    }
    return decimal
  }

  /// Ticks that are not decimal are looked for down to the median interval divided by this.
  private static let mostTicks = 20.0

  /// Returns the tick near a guess of which nearly all intervals, which ascend, are multiples; nil if
  /// there is none.
  private static func refined(
    _ guess: Double, by intervals: [Double], tolerance: Double
  ) -> Double? {
    var tick = guess
    var (products, squares) = (0.0, 0.0)
    var misses = 0
    let allowed = Int(Double(intervals.count) * strays)
    for interval in intervals {
      let multiple = (interval / tick).rounded()
      guard abs(interval - multiple * tick) <= max(tolerance, 1e-3 * tick), multiple > 0 else {
        misses += 1
        if misses > allowed { return nil }
        continue
      }
      products += multiple * interval
      squares += multiple * multiple
      tick = products / squares
    }
    return tick
  }

  /// Returns the decimal tick of a clock.
  ///
  /// - Parameters:
  ///   - intervals: The intervals, in seconds; those of 0 tell nothing.
  ///   - rounding: How far an interval may be off because of its floating-point times.
  /// - Returns: The greatest of 1, 2 and 5 times a power of ten, from 0.1 s down to 1 µs, of which
  ///   nearly all intervals are multiples; nil if there is none.
  static func decimal(of intervals: [Double], rounding: Double) -> Double? {
    let told = intervals.filter { $0 != 0 }
    guard !told.isEmpty else { return nil }
    let allowed = Int(Double(told.count) * strays)
    for place in 0..<decimals.count {
      let quantum = decimals[place]
      let tolerance = max(quantum * 1e-3, rounding)
      guard tolerance < quantum / 8 else { return nil }
      var misses = 0
      for interval in told where misses <= allowed {
        let multiple = interval / quantum
        if abs(multiple - multiple.rounded()) * quantum > tolerance { misses += 1 }
      }
      if misses <= allowed { return quantum }
    }
    return nil
  }

  /// The finest tick that is looked for, in seconds.
  static let finest = 1e-6
  /// The share of intervals that may be off: reports that another clock dated.
  private static let strays = 1e-3
  private static let decimals = [
    0.1, 0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 5e-5, 2e-5, 1e-5, 5e-6, 2e-6, 1e-6,
  ]

  /// A step between neighboring coordinates, and whether all of them are a whole number of such steps
  /// apart.
  struct Step: Hashable {
    var length: Double
    var isGrid: Bool
    /// The number of different coordinates.
    var places: Int
  }

  /// Returns the least distance of two different coordinates; nil if there are not two.
  static func step(of coordinates: [Double]) -> Step? {
    let sorted = coordinates.filter(\.isFinite).sorted()
    guard let low = sorted.first, let high = sorted.last else { return nil }
    // Two roundings of one number are not two numbers.
    let same = max(abs(low), abs(high)).ulp * 64
    var gaps: [Double] = []
    for (next, value) in zip(sorted.dropFirst(), sorted) where next - value > same {
      gaps.append(next - value)
    }
    guard let least = gaps.min() else { return nil }
    let isGrid = gaps.allSatisfy { gap in
      let steps = gap / least
      return abs(steps - steps.rounded()) < 0.02 * max(1, steps.squareRoot())
    }
    return Step(length: least, isGrid: isGrid, places: gaps.count + 1)
  }
}
