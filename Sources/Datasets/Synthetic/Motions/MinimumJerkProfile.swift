/// The minimum-jerk course from 0 to 1: s(τ) = 10τ³ − 15τ⁴ + 6τ⁵ for τ in 0...1.
///
/// Its greatest slope is 1.875, at τ = 1/2; slope and curvature are zero at both ends.
///
/// Source: Flash and Hogan, "The coordination of arm movements", Journal of Neuroscience 5(7),
/// 1985.
public enum MinimumJerkProfile {
  /// The share of the way made at a share of the time; 0 before the start, 1 after the end.
  public static func share(at time: Double) -> Double {
    let time = min(max(time, 0), 1)
    return time * time * time * (10 + time * (-15 + 6 * time))
  }
}
