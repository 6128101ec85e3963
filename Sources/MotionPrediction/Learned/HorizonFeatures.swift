import MotionNumerics

/// A horizon as numbers: what a learned model is told of how far it is to look.
///
/// With σ = h / T, T being the reference interval and h at most `longest`, and ρ = σ − round(σ): (σ − 3)/2;
/// ln σ, which is at least −3; 4ρ and 4|ρ|, which tell a target that a late report has moved.
public struct HorizonFeatures: Hashable, Sendable {
  /// The reference interval T, in seconds.
  public let referenceInterval: Double
  /// A longer horizon counts as this one, in seconds: a model knows nothing beyond it.
  public let longest: Double

  /// The number of features.
  public static let count = 4

  /// Makes features of horizons.
  public init(referenceInterval: Double, longest: Double) {
    self.referenceInterval = referenceInterval
    self.longest = longest
  }

  /// The horizon as it counts, in reference intervals.
  public func steps(_ horizon: Double) -> Double { min(horizon, longest) / referenceInterval }

  /// The features of a horizon above 0.
  public func values(_ horizon: Double) -> SIMD4<Float> {
    let steps = steps(horizon)
    let logarithm = max(Elementary.logarithm(steps), -3)
    let rest = 4 * (steps - steps.rounded())
    return SIMD4(Float((steps - 3) / 2), Float(logarithm), Float(rest), Float(abs(rest)))
  }
}
