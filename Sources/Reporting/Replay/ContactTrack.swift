import MotionNumerics
import TouchInput

/// The path of a contact as a polyline over time.
struct ContactTrack: Sendable {
  private let times: [Double]
  private let positions: [SIMD2<Double>]

  /// How far before and after a moment is searched, in seconds: longer than any display's delay,
  /// but short enough that lines that cross themselves rarely mislead.
  static let reach = 0.1

  /// Creates a track of points in order of time.
  init(times: [Double], positions: [SIMD2<Double>]) {
    self.times = times
    self.positions = positions
  }

  /// Returns how long before `time` the contact was nearest to `place`, in seconds; negative for
  /// later.
  ///
  /// Of several such moments, the one closest to `time` counts. Nil outside the track and for fewer
  /// than two points. The cost is linear in the points within `reach`.
  func delay(of place: SIMD2<Double>, at time: Double) -> Double? {
    guard times.count > 1, let first = times.first, let last = times.last, first <= time,
      time <= last
    else { return nil }
    let start = max(times.partitioningIndex { $0 >= time - Self.reach } - 1, 0)
    var best = (distance: Double.infinity, delay: 0.0)
    for index in start..<(times.count - 1) where times[index] <= time + Self.reach {
      let found = nearest(to: place, on: index, at: time)
      // Distances that differ only by rounding are equal.
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
    // While the contact rested, the moment closest to `time` counts.
    let rest = span > 0 ? (time - times[index]) / span : 0
    let share = squared > 0 ? ((place - start) * step).sum() / squared : rest
    let inside = min(max(share, 0), 1)
    return (
      (place - start - inside * step).length, time - times[index] - inside * span
    )
  }
}
