/// LDLJ, the log dimensionless jerk: a measure of a movement's smoothness from its speed.
///
/// With v(t) the speed, T its duration and v_p its peak,
///
/// DJ = −(T³/v_p²) ∫ v̈² dt, LDLJ = −ln |DJ|.
///
/// From N samples at distances δ, with second differences for v̈ and T = Nδ, that is
/// DJ = −N³ Σ (Δ²v)² / v_p²: δ cancels, and so does the unit of the speed. A reach of minimum jerk
/// has DJ = −204.8 and LDLJ = −5.322, whatever its length and duration; the nearer to 0, the
/// smoother.
///
/// Source: Balasubramanian, Melendez-Calderon, Roby-Brami, Burdet, "On the analysis of movement
/// smoothness", Journal of NeuroEngineering and Rehabilitation 12, 2015,
/// doi:10.1186/s12984-015-0090-9.
package enum LogDimensionlessJerk {
  /// Returns the LDLJ of one movement.
  ///
  /// - Parameter speeds: Evenly sampled speeds, in any unit.
  /// - Returns: −ln |DJ|; nil if DJ is nil, and for a speed that changes linearly: second
  ///   differences below 1e-9 of the peak are rounding.
  /// - Complexity: O(N).
  package static func value(of speeds: [Double]) -> Double? {
    guard let jerk = dimensionlessJerk(of: speeds) else { return nil }
    let count = Double(speeds.count)
    guard -jerk > rounding * rounding * count * count * count else { return nil }
    return -Elementary.logarithm(-jerk)
  }

  /// Returns the DJ of one movement.
  ///
  /// - Parameter speeds: Evenly sampled speeds, in any unit.
  /// - Returns: The dimensionless jerk, 0 or below; nil for fewer than three speeds, and for speeds
  ///   that are all 0 or not finite.
  /// - Complexity: O(N).
  package static func dimensionlessJerk(of speeds: [Double]) -> Double? {
    guard speeds.count >= 3, speeds.allSatisfy({ $0.isFinite }) else { return nil }
    let peak = speeds.reduce(0) { max($0, abs($1)) }
    guard peak > 0 else { return nil }
    var sum = 0.0
    for index in speeds.indices.dropFirst(2) {
      // Divided first, so that squares stay in range.
      let rise = speeds[index] / peak - speeds[index - 1] / peak
      let change = rise - (speeds[index - 1] / peak - speeds[index - 2] / peak)
      sum += change * change
    }
    let count = Double(speeds.count)
    return -(count * count * count) * sum
  }

  /// The second difference of the speed, relative to its peak, that counts as rounding.
  private static let rounding = 1e-9
}
