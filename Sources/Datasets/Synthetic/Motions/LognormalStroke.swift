import Foundation

/// One stroke of the sigma-lognormal model: a circular arc covered at a lognormal speed.
///
/// With z = (ln(t − t₀) − μ) / σ, the speed is
/// v(t) = D exp(−z²/2) / (σ √(2π) (t − t₀)), which integrates to D, and the direction
/// φ(t) = θ_s + (θ_e − θ_s) Φ(z), Φ(z) = [1 + erf(z / √2)] / 2 being the share of the way made.
///
/// Source: Plamondon and Djioua, "A multi-level representation paradigm for handwriting stroke
/// generation", Human Movement Science 25(4–5), 2006, doi:10.1016/j.humov.2006.07.004.
public struct LognormalStroke: Hashable, Sendable {
  /// When the command is given, t₀, in seconds.
  public var onset: Double
  /// The length of the arc, D, in millimeters.
  public var length: Double
  /// The mean of the logarithm of the time since the onset in seconds, μ.
  public var logTimeDelay: Double
  /// The deviation of that logarithm, σ; above 0.
  public var logResponseTime: Double
  /// The direction at the start, θ_s, in radians.
  public var startAngle: Double
  /// The direction at the end, θ_e, in radians.
  public var endAngle: Double

  /// Makes a stroke.
  public init(
    onset: Double, length: Double, logTimeDelay: Double, logResponseTime: Double,
    startAngle: Double, endAngle: Double
  ) {
    self.onset = onset
    self.length = length
    self.logTimeDelay = logTimeDelay
    self.logResponseTime = logResponseTime
    self.startAngle = startAngle
    self.endAngle = endAngle
  }

  /// The time of the greatest speed, t₀ + exp(μ − σ²), in seconds.
  public var peakTime: Double {
    onset + exp(logTimeDelay - logResponseTime * logResponseTime)
  }

  /// The times between which 99.7 % of the way is made, t₀ + exp(μ ± 3σ), in seconds.
  public var support: ClosedRange<Double> {
    let low = exp(logTimeDelay - 3 * logResponseTime)
    return (onset + low)...(onset + max(low, exp(logTimeDelay + 3 * logResponseTime)))
  }

  /// The speed, in millimeters a second; 0 up to the onset.
  public func speed(at time: Double) -> Double {
    guard let z = standardized(time) else { return 0 }
    let scale = logResponseTime * (2 * Double.pi).squareRoot() * (time - onset)
    return length * exp(-z * z / 2) / scale
  }

  /// The share of the way made, from 0 to 1.
  public func share(at time: Double) -> Double {
    guard let z = standardized(time) else { return 0 }
    return erfc(-z / 2.0.squareRoot()) / 2
  }

  /// The direction of motion, in radians.
  public func direction(at time: Double) -> Double {
    startAngle + (endAngle - startAngle) * share(at: time)
  }

  /// The way made up to a time, in millimeters.
  ///
  /// D / (θ_e − θ_s) · (sin φ − sin θ_s, cos θ_s − cos φ), written as the chord of an arc that has
  /// turned by δ = φ − θ_s: D Φ · sin(δ/2) / (δ/2) along θ_s + δ/2. That is the same number, loses
  /// no digits where θ_e is near θ_s, and is the straight line where they are equal.
  public func displacement(at time: Double) -> SIMD2<Double> {
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
