import MotionNumerics
import TouchInput

/// Where a contact went, as points joined by straight lines, for asking when it was somewhere.
struct ContactTrack: Sendable {
  private let times: [Double]
  private let positions: [SIMD2<Double>]

  /// How far before and after a moment is searched, in seconds: longer than any display's delay, and
  /// short enough that a line that crosses itself is hardly mistaken.
  static let reach = 0.1

  /// Makes a track of points in order of time.
  init(times: [Double], positions: [SIMD2<Double>]) {
    self.times = times
    self.positions = positions
  }

  /// How long before `time` the contact was nearest to `place`, in seconds; negative for later.
  ///
  /// Of several such moments it is the one closest to `time`. Nil for a track of fewer than two
  /// points, and outside it. Cost: the points within `reach`.
  func delay(of place: SIMD2<Double>, at time: Double) -> Double? {
    guard times.count > 1, let first = times.first, let last = times.last, first <= time,
      time <= last
    else { return nil }
    let start = max(times.partitioningIndex { $0 >= time - Self.reach } - 1, 0)
    var best = (distance: Double.infinity, delay: 0.0)
    for index in start..<(times.count - 1) where times[index] <= time + Self.reach {
      let found = nearest(to: place, on: index, at: time)
      // A distance that differs by rounding alone is the same.
      let margin = 1e-9 * (1 + found.distance)
      if found.distance < best.distance - margin
        || found.distance <= best.distance + margin && abs(found.delay) < abs(best.delay)
      {
        best = found
      }
    }
    return best.distance.isFinite ? best.delay : nil
  }

  private func nearest(
    to place: SIMD2<Double>, on index: Int, at time: Double
  ) -> (distance: Double, delay: Double) {
    let (start, step) = (positions[index], positions[index + 1] - positions[index])
    let squared = (step * step).sum()
    let span = times[index + 1] - times[index]
    // Where the contact rested, the moment closest to `time` counts.
    let rest = span > 0 ? (time - times[index]) / span : 0
    let share = squared > 0 ? ((place - start) * step).sum() / squared : rest
    let inside = min(max(share, 0), 1)
    return (
      (place - start - inside * step).length, time - times[index] - inside * span
    )
  }
}
