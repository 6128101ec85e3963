import MotionNumerics
import TouchInput

/// The stops of contacts, and those that the device did not report.
///
/// A stop is a stretch of a stroke that is longer than the longest gap and over which the contact
/// stays within a usual step (`UsualStep`). It is unreported if it contains a gap: such a rest has a
/// truth only if the protocol holds rests.
package struct StopCounts: Hashable, Sendable {
  /// The number of stops.
  package private(set) var stops = 0
  /// The number of stops without reports.
  package private(set) var unreported = 0

  /// Creates counts of no stroke.
  package init() {}

  /// Counts the stops of the next stroke.
  ///
  /// - Parameters:
  ///   - stroke: The stroke.
  ///   - longestGap: The longest gap, in seconds.
  /// - Complexity: O(n log n) for n samples.
  package mutating func add(_ stroke: Stroke, longestGap: Double) {
    let track = MotionTrack(
      times: stroke.samples.map(\.time), positions: stroke.samples.map(\.position),
      longestGap: longestGap)
    guard let first = track.times.first, let last = track.times.last, last - first > longestGap
    else { return }
    let usual = UsualStep(times: track.times, positions: track.positions)
    var start = 0
    while start < track.times.count {
      var (end, hasGap) = (start, false)
      while end + 1 < track.times.count,
        usual.spans(track.positions[start], track.positions[end + 1])
      {
        hasGap = hasGap || track.isGap(end)
        end += 1
      }
      let isStop = track.times[end] - track.times[start] > longestGap + TimeTolerance.seconds
      if isStop {
        stops += 1
        unreported += hasGap ? 1 : 0
      }
      start = isStop ? end : start + 1
    }
  }
}
