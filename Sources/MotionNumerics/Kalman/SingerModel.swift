/// Singer's model of a maneuvering target: an acceleration that decays like exp(−t/τ), driven by
/// noise.
///
/// a′ = −αa + w with α = 1/τ and white noise w of density q = 2ασ², σ being the standard deviation
/// of the acceleration. All functions take b = αT for a step T and return what remains of the
/// published expressions after the powers of T are taken out, so that they tend to those of
/// constant acceleration as b → 0. The published expressions cancel there (five terms of 1 leave
/// b⁵/10); below b = 1 their power series are summed instead, each of whose coefficients is
/// (−1)ⁿ/n!·(m₁·2ⁿ + m₂ + m₃·n).
///
/// Source: Singer, "Estimating optimal tracking filter performance for manned maneuvering targets",
/// IEEE Transactions on Aerospace and Electronic Systems 6(4), 1970, doi:10.1109/TAES.1970.310128.
enum SingerModel {
  /// (1 − e⁻ᵇ)/b: the fraction of its first acceleration that a step gains in speed.
  static func speedGain(_ b: Double) -> Double {
    b == 0 ? 1 : -Elementary.exponentialMinusOne(-b) / b
  }

  /// (b − 1 + e⁻ᵇ)/b²: the displacement by the initial acceleration, divided by T².
  static func positionGain(_ b: Double) -> Double {
    guard abs(b) < seriesLimit else {
      return (b + Elementary.exponentialMinusOne(-b)) / (b * b)
    }
    var (term, sum) = (0.5, 0.0)
    for n in 3..<(3 + termCount) {
      sum += term
      term *= -b / Double(n)
    }
    return sum
  }

  /// The 3 × 3 matrix g with Q = q·T^(5 − i − j)·g, i and j counting from 0: that of white noise
  /// integrated by Singer's model.
  ///
  /// - Parameter b: T/τ, at least 0.
  /// - Returns: g, its fourth row and column 0.
  static func noise(_ b: Double) -> Matrix4 {
    let g = b < seriesLimit ? seriesNoise(b) : closedNoise(b)
    return Matrix4(
      SIMD4(g.0, g.1, g.2, 0), SIMD4(g.1, g.3, g.4, 0), SIMD4(g.2, g.4, g.5, 0), .zero)
  }

  /// The 2 × 2 matrix g with Q = q·T^(3 − i − j)·g for a velocity that decays, a derivative lower.
  static func dampedNoise(_ b: Double) -> Matrix4 {
    guard b < seriesLimit else {
      let g = closedNoise(b)
      return Matrix4(SIMD4(g.3, g.4, 0, 0), SIMD4(g.4, g.5, 0, 0))
    }
    let cross = series(b, from: 2, 1, -2, 0)
    return Matrix4(
      SIMD4(dampedPositionNoise(b), cross, 0, 0),
      SIMD4(cross, series(b, from: 1, -1, 0, 0), 0, 0))
  }

  /// The first entry of `noise`, which a forecast needs alone.
  static func positionNoise(_ b: Double) -> Double {
    b < seriesLimit ? series(b, from: 5, -1, 0, 4) : closedNoise(b).0
  }

  /// The first entry of `dampedNoise`.
  static func dampedPositionNoise(_ b: Double) -> Double {
    b < seriesLimit ? series(b, from: 3, -1, 4, 0) : closedNoise(b).3
  }

  private typealias Entries = (Double, Double, Double, Double, Double, Double)

  private static func closedNoise(_ b: Double) -> Entries {
    let (e, ee) = (Elementary.exponential(-b), Elementary.exponential(-2 * b))
    let (b2, b3) = (b * b, b * b * b)
    return (
      (1 - ee + 2 * b + 2 * b3 / 3 - 2 * b2 - 4 * b * e) / (2 * b3 * b2),
      (ee + 1 - 2 * e + 2 * b * e - 2 * b + b2) / (2 * b2 * b2),
      (1 - ee - 2 * b * e) / (2 * b3),
      (4 * e - 3 - ee + 2 * b) / (2 * b3),
      (ee + 1 - 2 * e) / (2 * b2),
      (1 - ee) / (2 * b)
    )
  }

  private static func seriesNoise(_ b: Double) -> Entries {
    (
      series(b, from: 5, -1, 0, 4), series(b, from: 4, 1, -2, -2), series(b, from: 3, -1, 0, 2),
      series(b, from: 3, -1, 4, 0), series(b, from: 2, 1, -2, 0), series(b, from: 1, -1, 0, 0)
    )
  }

  /// ½·Σₙ (−1)ⁿ/n!·(m₁·2ⁿ + m₂ + m₃·n)·b^(n − first), over n from `first` on.
  private static func series(
    _ b: Double, from first: Int, _ m1: Double, _ m2: Double, _ m3: Double
  ) -> Double {
    // power = 2ⁿ and factor = (−1)ⁿ·b^(n − first)/n!, both carried from term to term.
    var (power, factor, sum) = (1.0, 1.0, 0.0)
    for n in 1...first {
      power *= 2
      factor /= -Double(n)
    }
    for n in first..<(first + termCount) {
      let term = factor * (m1 * power + m2 + m3 * Double(n))
      sum += term
      // Terms fall from the first on, as b < 1.
      guard abs(term) > 1e-18 * abs(sum) else { break }
      power *= 2
      factor *= -b / Double(n + 1)
    }
    return sum / 2
  }

  /// Below it the series are used; both forms keep 13 digits there.
  private static let seriesLimit = 1.0
  /// Enough for 2ⁿ/n! to fall below the last bit at b = 1.
  private static let termCount = 24
}
