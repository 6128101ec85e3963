import Foundation
import MotionNumerics

/// Two straight legs at one constant speed, with a sharp corner between them.
public struct CornerMotion: SyntheticMotion {
  /// In millimeters a second.
  public var speed: Double
  /// How long each leg takes, in seconds.
  public var legTime: Double
  /// The change of direction at the corner, in radians, from x towards y; 0 is straight on.
  public var turn: Double

  /// Makes a corner.
  public init(speed: Double, legTime: Double, turn: Double) {
    self.speed = speed
    self.legTime = legTime
    self.turn = turn
  }

  /// How long contact lasts, in seconds.
  public var duration: Double { 2 * legTime }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    guard time > legTime else { return SIMD2(speed * time, 0) }
    let second = speed * (time - legTime) * SIMD2(cos(turn), sin(turn))
    return SIMD2(speed * legTime, 0) + second
  }

  /// Two legs of about 45 mm at about 100 mm/s with a turn of 60° to 150° to either side.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> CornerMotion {
    let speed = 100 * size * pace * random.next(in: 0.8, 1.2)
    let degrees = random.next(in: 60, 150)
    let side: Double = random.nextUnit() < 0.5 ? -1 : 1
    return CornerMotion(
      speed: speed, legTime: 0.45 / pace * random.next(in: 0.9, 1.1),
      turn: side * degrees * .pi / 180)
  }
}
