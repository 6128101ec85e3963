import Foundation
import MotionNumerics

/// Rapid handwriting by the sigma-lognormal model: overlapping strokes, whose velocities add.
///
/// p(t) = Σ_j of the displacements of `LognormalStroke`, in closed form.
public struct SigmaLognormalMotion: SyntheticMotion {
  /// The strokes, in any order.
  public var strokes: [LognormalStroke]

  /// Makes a motion.
  public init(strokes: [LognormalStroke]) { self.strokes = strokes }

  /// How long contact lasts, in seconds: to the end of the support of the last stroke.
  public var duration: Double { max(strokes.map(\.support.upperBound).max() ?? 0, 0) }

  /// The exact position, in millimeters.
  public func position(at time: Double) -> SIMD2<Double> {
    strokes.reduce(.zero) { $0 + $1.displacement(at: time) }
  }

  /// Three to seven strokes of 3 to 30 mm.
  ///
  /// σ from 0.15 to 0.45, μ from −2 to −0.9, each stroke turning by up to 90° either way and aimed
  /// up to 120° away from the one before, and onsets a mean interval of 0.10 to 0.15 s apart, each
  /// with a deviation of 10 %. Time begins where the first stroke's support does. No published
  /// table of these ranges was found: they are this project's proposal.
  public static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SigmaLognormalMotion {
    let count = 3 + random.nextInt(below: 5)
    let interval = random.next(in: 0.10, 0.15) / pace
    var strokes: [LognormalStroke] = []
    var aim = 0.0
    var onset = 0.0
    for index in 0..<count {
      if index > 0 {
        aim += random.next(in: -2 * .pi / 3, 2 * .pi / 3)
        onset += interval * (1 + 0.1 * random.nextNormal())
      }
      let turn = random.next(in: -.pi / 2, .pi / 2)
      strokes.append(
        LognormalStroke(
          onset: onset, length: size * random.next(in: 3, 30),
          logTimeDelay: random.next(in: -2, -0.9) - log(pace),
          logResponseTime: random.next(in: 0.15, 0.45), startAngle: aim - turn / 2,
          endAngle: aim + turn / 2))
    }
    let start = strokes.map(\.support.lowerBound).min() ?? 0
    for index in strokes.indices { strokes[index].onset -= start }
    return SigmaLognormalMotion(strokes: strokes)
  }
}
