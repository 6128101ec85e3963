import Foundation
import MotionNumerics

/// A smooth closed curve: c(u) = Σ_k (a_k cos ku + b_k sin ku), 2π around.
public struct FourierCurve: Hashable, Sendable {
  /// One harmonic.
  public struct Harmonic: Hashable, Sendable {
    /// Its number, k; at least 1.
    public var number: Int
    /// The coefficient of the cosine, in millimeters.
    public var cosine: SIMD2<Double>
    /// The coefficient of the sine, in millimeters.
    public var sine: SIMD2<Double>

    /// Makes a harmonic.
    public init(number: Int, cosine: SIMD2<Double>, sine: SIMD2<Double>) {
      self.number = number
      self.cosine = cosine
      self.sine = sine
    }
  }

  /// The harmonics, in any order.
  public var harmonics: [Harmonic]

  /// Makes a curve.
  public init(harmonics: [Harmonic]) { self.harmonics = harmonics }

  /// The ellipse (a cos u, b sin u).
  public static func ellipse(semiAxes: SIMD2<Double>) -> FourierCurve {
    FourierCurve(harmonics: [
      Harmonic(number: 1, cosine: SIMD2(semiAxes.x, 0), sine: SIMD2(0, semiAxes.y))
    ])
  }

  /// The point at a parameter, in millimeters.
  public func point(at parameter: Double) -> SIMD2<Double> {
    harmonics.reduce(.zero) { sum, harmonic in
      let angle = Double(harmonic.number) * parameter
      return sum + harmonic.cosine * cos(angle) + harmonic.sine * sin(angle)
    }
  }

  /// The first and second derivative with respect to the parameter, in millimeters.
  public func derivatives(
    at parameter: Double
  ) -> (first: SIMD2<Double>, second: SIMD2<Double>) {
    var (first, second) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for harmonic in harmonics {
      let number = Double(harmonic.number)
      let (cosine, sine) = (cos(number * parameter), sin(number * parameter))
      first += number * (harmonic.sine * cosine - harmonic.cosine * sine)
      second -= number * number * (harmonic.cosine * cosine + harmonic.sine * sine)
    }
    return (first, second)
  }

  /// The curvature |c′ × c″| / |c′|³, in 1/mm; not finite where the curve stands still.
  public func curvature(at parameter: Double) -> Double {
    let (first, second) = derivatives(at: parameter)
    return abs(first.cross(second)) / (first.squaredLength * first.length)
  }
}
