import Foundation
import MotionNumerics

/// A straight line at constant velocity: p(t) = v t.
struct LineMotion: SyntheticMotion {
  /// In millimeters a second.
  var velocity: SIMD2<Double>
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> { velocity * time }

  /// About 60 mm at about 100 mm/s.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> LineMotion {
    let speed = 100 * size * pace * random.next(in: 0.8, 1.2)
    return LineMotion(velocity: SIMD2(speed, 0), duration: 60 * size / speed)
  }
}

/// Contact that does not move.
struct HoldMotion: SyntheticMotion {
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the origin.
  func position(at time: Double) -> SIMD2<Double> { .zero }

  /// About 0.8 s.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> HoldMotion {
    HoldMotion(duration: 0.8 * random.next(in: 0.9, 1.1))
  }
}

/// Constant acceleration: p(t) = v t + a t² / 2, a parabola where a is not along v.
struct AccelerationMotion: SyntheticMotion {
  /// The velocity at the start, in millimeters a second.
  var velocity: SIMD2<Double>
  /// In millimeters a second squared.
  var acceleration: SIMD2<Double>
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    velocity * time + acceleration * (time * time / 2)
  }

  /// From about 40 mm/s to about 200 mm/s in about 0.7 s, bending to either side.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> AccelerationMotion {
    let speed = 40 * size * pace * random.next(in: 0.8, 1.2)
    let along = 220 * size * pace * pace * random.next(in: 0.8, 1.2)
    let across = 120 * size * pace * pace * random.next(in: -1, 1)
    return AccelerationMotion(
      velocity: SIMD2(speed, 0), acceleration: SIMD2(along, across), duration: 0.7 / pace)
  }
}

/// There and back on one line at constant speed, with an instant reversal.
struct ReversalMotion: SyntheticMotion {
  /// The velocity on the way out, in millimeters a second.
  var velocity: SIMD2<Double>
  /// When it turns back, in seconds.
  var turnTime: Double
  /// How long contact lasts, in seconds.
  var duration: Double

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    velocity * (time <= turnTime ? time : 2 * turnTime - time)
  }

  /// About 50 mm out and back at about 100 mm/s.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> ReversalMotion {
    let turnTime = 0.5 / pace * random.next(in: 0.8, 1.2)
    return ReversalMotion(
      velocity: SIMD2(100 * size * pace * random.next(in: 0.8, 1.2), 0), turnTime: turnTime,
      duration: 2 * turnTime)
  }
}

/// Two straight legs at one constant speed, with a sharp corner between them.
struct CornerMotion: SyntheticMotion {
  /// In millimeters a second.
  var speed: Double
  /// How long each leg takes, in seconds.
  var legTime: Double
  /// The change of direction at the corner, in radians, from x towards y; 0 is straight on.
  var turn: Double

  /// How long contact lasts, in seconds.
  var duration: Double { 2 * legTime }

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    guard time > legTime else { return SIMD2(speed * time, 0) }
    let second = speed * (time - legTime) * SIMD2(cos(turn), sin(turn))
    return SIMD2(speed * legTime, 0) + second
  }

  /// Two legs of about 45 mm at about 100 mm/s with a turn of 60° to 150° to either side.
  static func drawn(
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
