import Foundation
import MotionNumerics

/// One straight minimum-jerk movement among several that overlap.
struct Submovement: Hashable, Sendable {
  /// When it begins, in seconds.
  var start: Double
  /// How long it takes, in seconds; above 0.
  var movementTime: Double
  /// Its way, in millimeters.
  var displacement: SIMD2<Double>

  /// When it ends, in seconds.
  var end: Double { start + movementTime }

  /// Returns the way made up to a time, in millimeters: none before the start, all after the end.
  func displacement(at time: Double) -> SIMD2<Double> {
    displacement * MinimumJerkProfile.share(at: (time - start) / movementTime)
  }
}

/// An aimed movement as a sum of overlapping submovements, whose velocities add.
///
/// p(t) = Σ_i A_i s((t − t_i) / D_i), s the minimum-jerk course; at rest before and after.
///
/// Sources: Flash and Henis, "Arm trajectory modifications during reaching towards visual targets",
/// Journal of Cognitive Neuroscience 3(3), 1991, for the superposition; Meyer, Abrams, Kornblum,
/// Wright and Smith, "Optimality in human motor performance", Psychological Review 95(3), 1988,
/// for a primary movement that misses and is corrected.
struct SubmovementMotion: SyntheticMotion {
  /// The submovements, in any order.
  var submovements: [Submovement]
  /// How long contact rests after the last of them, in seconds.
  var dwell: Double

  /// How long contact lasts, in seconds.
  var duration: Double { (submovements.map(\.end).max() ?? 0) + dwell }

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    submovements.reduce(.zero) { $0 + $1.displacement(at: time) }
  }

  /// Returns a reach of 30 to 100 mm to a target of 4 to 12 mm, corrected until it is met.
  ///
  /// The primary submovement makes 90 to 105 % of the way (normal about 97.5 %, deviation 5 %) and
  /// takes 0.1 s + 0.1 s · log₂(A/W + 1), within 150 to 600 ms. While more than half a target is
  /// left, at most three times, a corrective one of 100 to 250 ms follows, which begins 50 to
  /// 150 ms before the end of the one before it and makes 100 ± 10 % of what is left.
  static func drawn(
    size: Double, pace: Double, using random: inout Xoshiro256StarStar
  ) -> SubmovementMotion {
    let distance = size * random.next(in: 30, 100)
    let width = size * random.next(in: 4, 12)
    let difficulty = log2(distance / width + 1)
    let share = min(max(0.975 + 0.05 * random.nextNormal(), 0.9), 1.05)
    let primary = Submovement(
      start: 0, movementTime: min(max((0.1 + 0.1 * difficulty) / pace, 0.15), 0.6),
      displacement: distance * SIMD2(share, 0.03 * random.nextNormal()))
    var submovements = [primary]
    var rest = SIMD2(distance, 0) - primary.displacement
    while rest.length > width / 2, submovements.count < 4, let last = submovements.last {
      let movementTime = random.next(in: 0.1, 0.25)
      let correction = Submovement(
        start: max(last.end - random.next(in: 0.05, 0.15), last.start + 0.05),
        movementTime: movementTime, displacement: rest * (1 + 0.1 * random.nextNormal()))
      submovements.append(correction)
      rest -= correction.displacement
    }
    return SubmovementMotion(submovements: submovements, dwell: 0.2)
  }
}
