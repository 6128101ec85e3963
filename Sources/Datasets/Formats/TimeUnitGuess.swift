import Foundation

/// The probable unit of times, judged by the intervals that input devices have.
package enum TimeUnitGuess {
  /// The median intervals of input devices: 0.1 to 200 ms, in seconds, with room for rounding.
  package static let plausibleIntervals = 0.99999e-4...0.200001
  /// The usual interval, in seconds, to which the probable unit is nearest.
  private static let usualInterval = 0.01
  /// The times of recordings with an epoch in seconds: the years 2001 to 2096.
  private static let epochs = 1e9...4e9

  /// Returns the unit in which the intervals are plausible; nil if there is none.
  ///
  /// - Parameters:
  ///   - median: The median interval, in the unit of the file.
  ///   - time: One of the times, which tells the unit if it is an epoch.
  ///   - units: The units to choose from.
  /// - Returns: The unit.
  package static func unit(
    median: Double, time: Double?, among units: [TimeUnit] = TimeUnit.allCases
  ) -> TimeUnit? {
    let plausible = units.filter { plausibleIntervals.contains(median / $0.perSecond) }
    if let time, let epoch = epochUnit(of: time), plausible.contains(epoch) { return epoch }
    return plausible.min { distance(median / $0.perSecond) < distance(median / $1.perSecond) }
  }

  /// Returns the unit in which a time is an epoch of our days; nil if it is none.
  package static func epochUnit(of time: Double) -> TimeUnit? {
    TimeUnit.allCases.first { epochs.contains(time / $0.perSecond) }
  }

  private static func distance(_ seconds: Double) -> Double { abs(log(seconds / usualInterval)) }

  /// Returns an interval for a message, such as `8.33 s` or `0.00833 ms`.
  package static func text(_ seconds: Double) -> String {
    let isLong = seconds >= 0.1
    let value = isLong ? seconds : seconds * 1000
    let number =
      value >= 1000 && value < 1e15
      ? String(Int(value.rounded())) : String(format: "%.3g", value)
    return "\(number) \(isLong ? "s" : "ms")"
  }
}
