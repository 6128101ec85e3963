import Foundation
import MotionNumerics

/// Rapid handwriting by the sigma-lognormal model: overlapping strokes, whose velocities add.
///
/// p(t) = Σ_j of the displacements of `LognormalStroke`, in closed form.
struct SigmaLognormalMotion: SyntheticMotion {
  /// The strokes, in any order.
  var strokes: [LognormalStroke]

  /// Creates a motion.
  init(strokes: [LognormalStroke]) { self.strokes = strokes }

  /// How long contact lasts, in seconds: to the end of the support of the last stroke.
  var duration: Double { max(strokes.map(\.support.upperBound).max() ?? 0, 0) }

  /// Returns the exact position, in millimeters.
  func position(at time: Double) -> SIMD2<Double> {
    strokes.reduce(.zero) { $0 + $1.displacement(at: time) }
  }

  /// Three to seven strokes of 3 to 30 mm.
  ///
  /// σ from 0.15 to 0.45, μ from −2 to −0.9, each stroke turning by up to 90° either way and aimed
  /// up to 120° away from the one before, and onsets a mean interval of 0.10 to 0.15 s apart, each
  /// with a deviation of 10 %. Time begins where the first stroke's support does. No published
  /// table of these ranges was found: they are this project's proposal.
  static func drawn(
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

/// One stroke of the sigma-lognormal model: a circular arc covered at a lognormal speed.
///
/// With z = (ln(t − t₀) − μ) / σ, the speed is
/// v(t) = D exp(−z²/2) / (σ √(2π) (t − t₀)), which integrates to D, and the direction
/// φ(t) = θ_s + (θ_e − θ_s) Φ(z), Φ(z) = [1 + erf(z / √2)] / 2 being the share of the way made.
///
/// Source: Plamondon and Djioua, "A multi-level representation paradigm for handwriting stroke
/// generation", Human Movement Science 25(4–5), 2006, doi:10.1016/j.humov.2006.07.004.
struct LognormalStroke: Hashable, Sendable {
  /// When the command is given, t₀, in seconds.
  var onset: Double
  /// The length of the arc, D, in millimeters.
  var length: Double
  /// The mean of the logarithm of the time since the onset in seconds, μ.
  var logTimeDelay: Double
  /// The deviation of that logarithm, σ; above 0.
  var logResponseTime: Double
  /// The direction at the start, θ_s, in radians.
  var startAngle: Double
  /// The direction at the end, θ_e, in radians.
  var endAngle: Double

  /// The times between which 99.7 % of the way is made, t₀ + exp(μ ± 3σ), in seconds.
  var support: ClosedRange<Double> {
    let low = exp(logTimeDelay - 3 * logResponseTime)
    return (onset + low)...(onset + max(low, exp(logTimeDelay + 3 * logResponseTime)))
  }

  /// Returns the speed, in millimeters a second; 0 up to the onset.
  func speed(at time: Double) -> Double {
    guard let z = standardized(time) else { return 0 }
    let scale = logResponseTime * (2 * Double.pi).squareRoot() * (time - onset)
    return length * exp(-z * z / 2) / scale
  }

  /// Returns the share of the way made, from 0 to 1.
  func share(at time: Double) -> Double {
    guard let z = standardized(time) else { return 0 }
    return erfc(-z / 2.0.squareRoot()) / 2
  }

  /// Returns the direction of motion, in radians.
  func direction(at time: Double) -> Double {
    startAngle + (endAngle - startAngle) * share(at: time)
  }

  /// Returns the way made up to a time, in millimeters.
  ///
  /// D / (θ_e − θ_s) · (sin φ − sin θ_s, cos θ_s − cos φ), written as the chord of an arc that has
  /// turned by δ = φ − θ_s: D Φ · sin(δ/2) / (δ/2) along θ_s + δ/2. That is the same number, loses
  /// no digits where θ_e is near θ_s, and is the straight line where they are equal.
  func displacement(at time: Double) -> SIMD2<Double> {
    let share = share(at: time)
    let half = (endAngle - startAngle) * share / 2
    let chord = half == 0 ? 1 : sin(half) / half
    return length * share * chord * SIMD2(cos(startAngle + half), sin(startAngle + half))
  }

  private func standardized(_ time: Double) -> Double? {
    guard time > onset else { return nil }
    return (log(time - onset) - logTimeDelay) / logResponseTime
  }
}
