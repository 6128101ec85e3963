import Foundation
import MotionNumerics

/// Physiological tremor: narrow-band noise of a second-order resonator, about the intended motion.
///
/// It is motion of the hand, not noise of the sensor, so the true track contains it. On each axis,
/// independently, d(t) = Σ_k a_k cos(2π f_k t + φ_k) with 32 components, whose power follows that of
/// white noise through a band-pass of resonance f₀ and quality Q:
/// S(f) ∝ 1 / (1 + Q² (f/f₀ − f₀/f)²), between f₀/4 and 4 f₀. It is greatest at f₀, half as great
/// at two frequencies f₀/Q apart, and is scaled so that the mean square over a long time is the
/// stated one exactly. A sum of sines can be asked for at any time, which a filter run on a grid
/// cannot.
///
/// The components come by drawing x = Q (f/f₀ − f₀/f) from Cauchy's distribution, one in each of 32
/// strata of equal probability; their power is weighted by 2f² / (f² + f₀²), which makes of the
/// density in x that in f.
///
/// Sources: the band and the amplitudes by Lakie et al. 2015 (PMC4594250) and Archives of Neurology
/// 39, 1982, p. 358: 0.0015 to 0.035 g at about 7 Hz, 7.6 to 177 µm, in unsupported hands;
/// the sum of sines after Shinozuka and Deodatis, "Simulation of stochastic processes by spectral
/// representation", Applied Mechanics Reviews 44(4), 1991. The resonator is this project's model.
struct Tremor: Hashable, Sendable {
  /// What a person's tremor is like.
  struct Character: Hashable, Sendable {
    /// The resonance, f₀, in hertz; above 0.
    var frequency: Double
    /// The quality of the resonance, Q; above 0.
    var quality: Double
    /// The root mean square of the displacement on each axis, in millimeters.
    var amplitude: Double

    /// f₀ from 6 to 12 Hz, Q from 3 to 6, an amplitude from 0.01 to 0.1 mm (even in its logarithm).
    static func drawn(using random: inout Xoshiro256StarStar) -> Character {
      Character(
        frequency: random.next(in: 6, 12), quality: random.next(in: 3, 6),
        amplitude: 0.01 * pow(10, random.nextUnit()))
    }
  }

  private struct Component: Hashable, Sendable {
    /// In radians a second.
    let angularFrequency: Double
    /// On each axis, in millimeters.
    let amplitude: Double
    /// On each axis, in radians.
    let phase: SIMD2<Double>
  }

  private static let componentCount = 32
  /// The band reaches from the resonance divided by this to the resonance times this.
  private static let bandRatio = 4.0

  /// What it is like.
  let character: Character
  private let components: [Component]

  /// One stretch of tremor; the same for the same state of the generator.
  init(_ character: Character, using random: inout Xoshiro256StarStar) {
    self.character = character
    let edge = character.quality * (Self.bandRatio - 1 / Self.bandRatio)
    let halfWidth = atan(edge)
    let drawn = (0..<Self.componentCount).map { index in
      let stratum = (Double(index) + random.nextUnit()) / Double(Self.componentCount)
      let detuning = tan(halfWidth * (2 * stratum - 1)) / (2 * character.quality)
      let ratio = detuning + (1 + detuning * detuning).squareRoot()
      let phase = 2 * Double.pi * SIMD2(random.nextUnit(), random.nextUnit())
      return (ratio: ratio, power: ratio * ratio / (ratio * ratio + 1), phase: phase)
    }
    let power = drawn.reduce(0) { $0 + $1.power }
    components = drawn.map { component in
      Component(
        angularFrequency: 2 * .pi * character.frequency * component.ratio,
        amplitude: character.amplitude * (2 * component.power / power).squareRoot(),
        phase: component.phase)
    }
  }

  /// Returns the displacement, in millimeters.
  func displacement(at time: Double) -> SIMD2<Double> {
    components.reduce(.zero) { sum, component in
      let angle = component.phase + component.angularFrequency * time
      return sum + component.amplitude * SIMD2(cos(angle.x), cos(angle.y))
    }
  }
}
