import Foundation
import MotionNumerics
import MotionPrediction

/// The distribution that a prediction states for where the contact will be, as the scores need it that
/// compare a whole distribution with one point.
///
/// The contact is expected at p̂ + R·A·w, with A·Aᵀ = Σ, w uniform on the unit circle, and R independent of
/// it: u = −ln(1 − F(R)) is R²/2 for a normal distribution, and follows from the radii otherwise. `docs/metrics/uncertainty.md`
/// has the formulas and their accuracy.
struct StatedDistribution {
  private let covariance: PositionCovariance
  /// The half axes of the ellipse dᵀ Σ⁻¹ d = 1, the longer one first.
  private let (major, minor): (Double, Double)
  /// The direction of the longer axis.
  private let axis: SIMD2<Double>
  private let rings: EllipseRings?

  /// The distribution of a covariance that is positive definite.
  init(_ covariance: PositionCovariance, radii: RadialQuantiles?) {
    self.covariance = covariance
    let half = (covariance.xx + covariance.yy) / 2
    let difference = SIMD2((covariance.xx - covariance.yy) / 2, covariance.xy)
    let greater = half + difference.length
    let determinant = covariance.xx * covariance.yy - covariance.xy * covariance.xy
    (major, minor) = (greater.squareRoot(), (determinant / greater).squareRoot())
    let angle =
      difference == .zero ? 0 : Elementary.arctangent(difference.y, difference.x) / 2
    axis = SIMD2(Elementary.cosine(angle), Elementary.sine(angle))
    rings = radii.map(EllipseRings.init)
  }

  /// The continuous ranked probability score of p̂ − g along a direction of length 1: E|X − g| − ½E|X − X′|,
  /// where X and X′ are drawn from the distribution of that coordinate.
  func rankedProbabilityScore(of error: SIMD2<Double>, along direction: SIMD2<Double>) -> Double {
    let (x, y) = (direction.x, direction.y)
    let variance = covariance.xx * x * x + 2 * covariance.xy * x * y + covariance.yy * y * y
    let deviation = variance.squareRoot()
    let distance = abs(error.x * x + error.y * y) / deviation
    if let rings {
      return deviation * (rings.meanDistance(from: distance) - rings.separation / .pi)
    }
    return deviation
      * (distance * erf(distance / 2.0.squareRoot()) + (2 / Double.pi).squareRoot()
        * exp(-distance * distance / 2) - 1 / Double.pi.squareRoot())
  }

  /// The energy score of p̂ − g: E‖P − g‖ − ½E‖P − P′‖, where P and P′ are drawn from the distribution.
  func energyScore(of error: SIMD2<Double>) -> Double {
    let turned = SIMD2(
      error.x * axis.x + error.y * axis.y, error.y * axis.x - error.x * axis.y)
    let reach = Self.meanRadius(major, minor)
    if let rings {
      return rings.meanDistance(from: turned, major, minor) - rings.separation * reach / 2
    }
    return normalDistance(from: turned) - Double.pi.squareRoot() * reach / 2
  }

  /// The mean distance of a normal distribution from a point in the frame of its axes.
  ///
  /// For V of any distribution E‖V‖ = ∫ (1 − E exp(−t‖V‖²)) t^(−3/2) dt / 2√π, and for a normal one the
  /// expectation has a closed form. Less 1 − 1/(1 + mt), m = E‖V‖², whose integral is known, and in x = ln mt, the
  /// integrand falls off on both sides, so that the trapezoidal rule converges exponentially: to 2·10⁻⁷ of E‖V‖.
  private func normalDistance(from point: SIMD2<Double>) -> Double {
    let (a, b) = (major * major, minor * minor)
    let square = a + b + point.squaredLength
    var sum = 0.0
    for node in Self.nodes {
      let (first, second) = (2 * node.t * (a / square) + 1, 2 * node.t * (b / square) + 1)
      let exponent =
        node.t * (point.x * point.x / first + point.y * point.y / second) / square
      let transform = exp(-exponent) / (first * second).squareRoot()
      sum += (1 / (1 + node.t) - transform) * node.weight
    }
    return square.squareRoot() * (.pi + sum) / (2 * Double.pi.squareRoot())
  }

  /// t = eˣ and the weight ¾ e^(−x/2) at x = −12, −11.25, …, 18.
  private static let nodes: [(t: Double, weight: Double)] = (-16...24).map {
    let x = 0.75 * Double($0)
    return (exp(x), 0.75 * exp(-x / 2))
  }

  /// The mean distance of the points A·w of an ellipse from its center, w uniform on the unit circle: its
  /// circumference over 2π, by the arithmetic-geometric mean; `major` is the longer half axis, above 0.
  static func meanRadius(_ major: Double, _ minor: Double) -> Double {
    var (mean, root) = (1.0, minor / major)
    guard root > 0 else { return 2 * major / .pi }
    var (sum, factor) = ((1 - root * root) / 2, 0.5)
    while mean - root > 1e-9 * mean {
      let half = (mean - root) / 2
      (mean, root) = ((mean + root) / 2, (mean * root).squareRoot())
      factor *= 2
      sum += factor * half * half
    }
    return major * (1 - sum) / mean
  }
}

/// A distribution with radii as a mixture of 33 ellipses: the quadrature over R.
struct EllipseRings {
  /// R of each.
  private let radii: [Double]
  /// E‖Y − Y′‖, of Y = R·w and Y′ independent of it, with the same distribution.
  let separation: Double

  init(_ quantiles: RadialQuantiles) {
    let radii = Self.shares.map { quantiles.radius(covering: $0) }
    var sum = 0.0
    for (index, radius) in radii.enumerated() {
      var inner = 0.0
      for other in 0..<index { inner += Self.weights[other] * Self.distance(radii[other], radius) }
      // Two points of one circle are 4/π radii apart in the mean.
      sum += Self.weights[index] * (2 * inner + Self.weights[index] * radius * 4 / .pi)
    }
    self.radii = radii
    separation = sum
  }

  /// The mean distance between two circles about one center: the circumference of an ellipse with the
  /// half axes r + r′ and |r − r′| over 2π, by Ramanujan's second approximation (1914).
  private static func distance(_ inner: Double, _ outer: Double) -> Double {
    let ratio = inner / outer
    let square = 3 * ratio * ratio
    return outer * (1 + square / (10 + (4 - square).squareRoot()))
  }

  /// E|R cos θ − z|, θ uniform, for z ≥ 0.
  func meanDistance(from distance: Double) -> Double {
    var sum = 0.0
    for (radius, weight) in zip(radii, Self.weights) {
      guard radius > distance else {
        sum += weight * distance
        continue
      }
      let height = (radius * radius - distance * distance).squareRoot()
      sum += weight * 2 / .pi * (height + distance * Elementary.arctangent(distance, height))
    }
    return sum
  }

  /// The mean distance from a point in the frame of the axes, over 32 points of each ellipse.
  func meanDistance(from point: SIMD2<Double>, _ major: Double, _ minor: Double) -> Double {
    // The points begin beside the direction of the error, so that no direction of the plane is special.
    let (x, y) = (point.x / major, point.y / minor)
    let length = SIMD2(x, y).length
    let (cosine, sine) = length > 0 ? (x / length, y / length) : (1, 0)
    var sum = 0.0
    for direction in Self.directions {
      let step = SIMD2(
        major * (cosine * direction.x - sine * direction.y),
        minor * (sine * direction.x + cosine * direction.y))
      for (radius, weight) in zip(radii, Self.weights) {
        sum += weight * (radius * step - point).length
      }
    }
    return sum / Double(Self.directions.count)
  }

  private static let directions: [SIMD2<Double>] = (0..<32).map {
    SIMD2.direction((Double($0) + 0.5) * .pi / 16)
  }

  /// The shares within the ellipses, and their weights: five nodes of Gauss–Legendre in √2u between two
  /// levels of the radii, and three of Gauss–Laguerre in u beyond the last.
  private static let (shares, weights): ([Double], [Double]) = {
    var (shares, weights): ([Double], [Double]) = ([], [])
    let spread: Double = 2 * (10.0 / 7).squareRoot()
    let (near, far) = ((5 - spread).squareRoot() / 3, (5 + spread).squareRoot() / 3)
    let tilt: Double = 13 * 70.0.squareRoot()
    let (heavy, light) = ((322 + tilt) / 900, (322 - tilt) / 900)
    let legendre = [
      (-far, light), (-near, heavy), (0, 128.0 / 225), (near, heavy), (far, light),
    ]
    for (low, high) in zip([0] + RadialQuantiles.levels, RadialQuantiles.levels) {
      let ends = [low, high].map { (-2 * log(1 - $0)).squareRoot() }
      let nodes = legendre.map { place, weight in
        let s = (ends[0] + ends[1]) / 2 + (ends[1] - ends[0]) / 2 * place
        return (share: 1 - exp(-s * s / 2), mass: weight * s * exp(-s * s / 2))
      }
      let whole = nodes.map(\.mass).compensatedSum
      shares += nodes.map(\.share)
      weights += nodes.map { (high - low) * $0.mass / whole }
    }
    let last = RadialQuantiles.levels.last ?? 1
    let laguerre = [
      (0.415_774_556_783_479_1, 0.711_093_009_929_173_0),
      (2.294_280_360_279_042, 0.278_517_733_569_240_8),
      (6.289_945_082_937_479, 0.010_389_256_501_586_13),
    ]
    for (depth, weight) in laguerre {
      shares.append(1 - (1 - last) * exp(-depth))
      weights.append((1 - last) * weight)
    }
    return (shares, weights)
  }()
}
