import MotionNumerics

/// The radii of a prediction's uncertainty regions, if they are not those of a normal distribution.
///
/// Radii are Mahalanobis distances r = √(dᵀ Σ⁻¹ d) from the predicted position, Σ being the prediction's
/// covariance, which gives the regions their shape: with probability 1/2 the contact lies within
/// `radius50`. Between two levels ln u is linear in ln r, u = −ln(1 − p), so that a normal distribution,
/// u = r²/2, is represented exactly. Below 25 %, u is proportional to r², which keeps the density finite;
/// beyond 99 % the last line is continued, no steeper than a normal distribution's. Prediction errors have
/// heavier tails than a normal distribution: one that covers half of them covers too few at 99 %.
public struct RadialQuantiles: Hashable, Sendable {
  /// The radius that covers 25 %.
  public let radius25: Float
  /// The radius that covers 50 %.
  public let radius50: Float
  /// The radius that covers 75 %.
  public let radius75: Float
  /// The radius that covers 90 %.
  public let radius90: Float
  /// The radius that covers 95 %.
  public let radius95: Float
  /// The radius that covers 99 %.
  public let radius99: Float

  /// The probabilities of the six radii.
  public static let levels = [0.25, 0.5, 0.75, 0.9, 0.95, 0.99]

  /// −ln(1 − p) of the levels.
  private static let depths = levels.map { -Elementary.logarithm(1 - $0) }

  /// Creates quantiles of six radii, the smallest first.
  ///
  /// - Returns: nil unless they are finite, above 0, and each greater than the one before.
  public init?(_ radii: [Double]) {
    guard radii.count == Self.levels.count else { return nil }
    self.init { radii[$0] }
  }

  /// Creates quantiles of the radius at each of `levels`; nil unless they increase.
  init?(_ radius: (Int) -> Double) {
    radius25 = Float(radius(0))
    radius50 = Float(radius(1))
    radius75 = Float(radius(2))
    radius90 = Float(radius(3))
    radius95 = Float(radius(4))
    radius99 = Float(radius(5))
    guard radius25 > 0, radius50 > radius25, radius75 > radius50, radius90 > radius75,
      radius95 > radius90, radius99 > radius95, radius99.isFinite
    else { return nil }
  }

  /// Returns the radius within which the contact lies with a probability between 0 and 1.
  public func radius(covering share: Double) -> Double {
    let depth = -Elementary.logarithm(1 - share)
    let line = line { depth > Self.depths[$0] }
    return line.radius * Elementary.power(depth / line.depth, 1 / line.slope)
  }

  /// Returns u = −ln(1 − p) of the region whose border is at a squared radius s, and du/ds.
  ///
  /// A normal distribution has u = s/2.
  package func depth(atSquaredRadius square: Double) -> (depth: Double, slope: Double) {
    let line = line { square > radius($0) * radius($0) }
    let scale = line.radius * line.radius
    // s may be 0, where a line of its own would divide by it.
    if line.slope == 2 { return (line.depth * square / scale, line.depth / scale) }
    let depth = line.depth * Elementary.power(square / scale, line.slope / 2)
    return (depth, depth * line.slope / (2 * square))
  }

  /// The line through a level: u = `depth`·(r / `radius`)^`slope`.
  private typealias Line = (radius: Double, depth: Double, slope: Double)

  /// Returns the line of the piece that begins at the last level for which `isBeyond` holds.
  private func line(_ isBeyond: (Int) -> Bool) -> Line {
    guard isBeyond(0) else { return (radius(0), Self.depths[0], 2) }
    let last = Self.depths.count - 1
    var start = 0
    while start < last, isBeyond(start + 1) { start += 1 }
    if start == last { return (radius(last), Self.depths[last], min(slope(from: last - 1), 2)) }
    return (radius(start), Self.depths[start], slope(from: start))
  }

  /// d ln u / d ln r between a level and the next.
  private func slope(from level: Int) -> Double {
    Elementary.logarithm(Self.depths[level + 1] / Self.depths[level])
      / Elementary.logarithm(radius(level + 1) / radius(level))
  }

  private func radius(_ level: Int) -> Double {
    switch level {
    case 0: Double(radius25)
    case 1: Double(radius50)
    case 2: Double(radius75)
    case 3: Double(radius90)
    case 4: Double(radius95)
    default: Double(radius99)
    }
  }
}
