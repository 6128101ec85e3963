import MotionNumerics

/// Minimum-jerk moves of equal length along one line, each followed by a pause.
public struct StopAndGoMotion: SyntheticMotion {
  /// One move, in millimeters.
  public var displacement: SIMD2<Double>
  /// How long one move takes, in seconds; above 0.
  public var movementTime: Double
  /// How long each pause lasts, in seconds.
  public var pause: Double
  /// How many moves there are.
  public var moves: Int

  /// Makes a motion.
  public init(displacement: SIMD2<Double>, movementTime: Double, pause: Double, moves: Int) {
    self.displacement = displacement
    self.movementTime = movementTime
    self.pause = pause
    self.moves = moves
  }

  /// How long contact lasts, in seconds.
  public var duration: Double { Double(moves) * (movementTime + pause) }

  /// The exact position, in millimeters; at rest before the first move and after the last.
  public func position(at time: Double) -> SIMD2<Double> {
    let period = movementTime + pause
    let done = min(max((time / period).rounded(.down), 0), Double(max(moves - 1, 0)))
    let share = MinimumJerkProfile.share(at: (time - done * period) / movementTime)
    return displacement * (done + share)
  }

  /// Three moves of about 20 mm in a quarter of a second, with pauses of 0.12 s.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> StopAndGoMotion {
    StopAndGoMotion(
      displacement: SIMD2(20 * size * random.next(in: 0.8, 1.2), 0),
      movementTime: 0.25 / pace * random.next(in: 0.8, 1.2), pause: 0.12, moves: 3)
  }
}
