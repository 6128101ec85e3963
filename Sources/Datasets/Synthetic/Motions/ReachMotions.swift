import MotionNumerics

/// A reach by minimum jerk that dwells at its target before contact ends.
///
/// p(t) = A s(t / D), with the peak speed 1.875 |A| / D at D / 2; at rest before and after.
struct ReachMotion: SyntheticMotion {
  /// From start to target, in millimeters.
  var displacement: SIMD2<Double>
  /// How long the movement takes, in seconds; above 0.
  var movementTime: Double
  /// How long contact rests on the target, in seconds.
  var dwell: Double

  /// How long contact lasts, in seconds.
  var duration: Double { movementTime + dwell }

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    displacement * MinimumJerkProfile.share(at: time / movementTime)
  }

  /// About 60 mm in about half a second, then a quarter of a second at rest.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> ReachMotion {
    ReachMotion(
      displacement: SIMD2(60 * size * random.next(in: 0.7, 1.3), 0),
      movementTime: 0.5 / pace * random.next(in: 0.8, 1.2), dwell: 0.25)
  }
}

/// Minimum-jerk moves of equal length along one line, each followed by a pause.
struct StopAndGoMotion: SyntheticMotion {
  /// One move, in millimeters.
  var displacement: SIMD2<Double>
  /// How long one move takes, in seconds; above 0.
  var movementTime: Double
  /// How long each pause lasts, in seconds.
  var pause: Double
  /// How many moves there are.
  var moves: Int

  /// How long contact lasts, in seconds.
  var duration: Double { Double(moves) * (movementTime + pause) }

  /// Returns the exact position, in millimeters; at rest before the first move and after the last.
  func position(at time: Double) -> SIMD2<Double> {
    let period = movementTime + pause
    let done = min(max((time / period).rounded(.down), 0), Double(max(moves - 1, 0)))
    let share = MinimumJerkProfile.share(at: (time - done * period) / movementTime)
    return displacement * (done + share)
  }

  /// Three moves of about 20 mm in a quarter of a second, with pauses of 0.12 s.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> StopAndGoMotion {
    StopAndGoMotion(
      displacement: SIMD2(20 * size * random.next(in: 0.8, 1.2), 0),
      movementTime: 0.25 / pace * random.next(in: 0.8, 1.2), pause: 0.12, moves: 3)
  }
}

/// A finger that rests, slips and rests again: a step in position.
///
/// The slip is a minimum-jerk course of `slipTime`; with a slip time of 0 it is an ideal step.
struct SlipMotion: SyntheticMotion {
  /// The way of the slip, in millimeters.
  var displacement: SIMD2<Double>
  /// When it begins, in seconds.
  var start: Double
  /// How long it takes, in seconds; at 0 it arrives immediately after its start.
  var slipTime: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    guard time > start else { return .zero }
    guard slipTime > 0 else { return displacement }
    return displacement * MinimumJerkProfile.share(at: (time - start) / slipTime)
  }

  /// Returns a slip of 3 to 8 mm in 15 to 30 ms, a quarter of a second or more after contact began.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SlipMotion {
    SlipMotion(
      displacement: SIMD2(size * random.next(in: 3, 8), 0), start: random.next(in: 0.25, 0.4),
      slipTime: random.next(in: 0.015, 0.03), duration: 0.7)
  }
}

/// The minimum-jerk course from 0 to 1: s(τ) = 10τ³ − 15τ⁴ + 6τ⁵ for τ in 0...1.
///
/// Its greatest slope is 1.875, at τ = 1/2; slope and curvature are zero at both ends.
///
/// Source: Flash and Hogan, "The coordination of arm movements", Journal of Neuroscience 5(7),
/// 1985.
enum MinimumJerkProfile {
  /// Returns the share of the way made at a share of the time; 0 before the start, 1 after the end.
  static func share(at time: Double) -> Double {
    let time = min(max(time, 0), 1)
    return time * time * time * (10 + time * (-15 + 6 * time))
  }
}
