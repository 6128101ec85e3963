import MotionNumerics

/// The mean logarithm of the speed of all contacts so far: a unit of length that needs no ruler.
package struct UsualSpeed: Hashable, Sendable {
  private var mean = 0.0
  private var count = 0.0

  /// The mean looks back over so many samples.
  private static let longest = 2000.0
  private static let mostExperience = 200.0
  private static let greatestDeviation = 4.0

  /// Creates the usual speed of no contact.
  package init() {}

  /// How a logarithm of a speed differs from the usual one, −4…4; 0 before there is one.
  func deviation(of logarithm: Double) -> Double {
    guard count > 0, logarithm.isFinite else { return 0 }
    return min(max(logarithm - mean, -Self.greatestDeviation), Self.greatestDeviation)
  }

  /// How well it is known, −1…1.
  var experience: Double { 2 * min(count, Self.mostExperience) / Self.mostExperience - 1 }

  /// Takes a logarithm of a speed into the mean.
  mutating func learn(_ logarithm: Double) {
    guard logarithm.isFinite else { return }
    count = min(count + 1, Self.longest)
    mean += (logarithm - mean) / count
  }

  /// Returns the usual speed of the same contacts at so many times their speed.
  package func multiplied(by factor: Double) -> UsualSpeed {
    var result = self
    if count > 0 { result.mean += Elementary.logarithm(factor) }
    return result
  }
}

/// The third percentile of the distances from one sample to the next: a unit of length that needs no ruler.
///
/// On a coarse grid it is near the grid's spacing; elsewhere it says how slow slow motion is. Its logarithm ln q is
/// tracked: the n-th distance d changes it by c·(u − 0.97), where u = ½ + ln(d/q)/0.2, limited to 0…1, and
/// c = 0.1 + 2/(n + 1), with n counted up to 1,000. Since u is continuous, motions that are equal up to rounding have
/// the same grain up to rounding. Cost: one logarithm per sample.
///
/// Source: stochastic approximation of a quantile, Robbins and Monro 1951, doi:10.1214/aoms/1177729586.
package struct PositionGrain: Hashable, Sendable {
  private var logarithm = 0.0
  private var count = 0.0

  /// The share of distances below the grain.
  private static let share = 0.03
  /// A distance below this share of the coordinates is a rounding error.
  private static let rounding = 1e-6
  private static let width = 0.2
  private static let leastStep = 0.1
  private static let mostCounted = 1000.0
  private static let range = (-4.0)...6.0

  /// Creates the grain of no positions.
  package init() {}

  /// Takes in the positions of two successive samples.
  package mutating func learn(from before: SIMD2<Double>, to after: SIMD2<Double>) {
    let distance = (after - before).length
    guard distance > Self.rounding * after.length, distance.isFinite else { return }
    let new = Elementary.logarithm(distance)
    guard count > 0 else {
      (logarithm, count) = (new, 1)
      return
    }
    count = min(count + 1, Self.mostCounted)
    let isAbove = min(max(0.5 + (new - logarithm) / Self.width, 0), 1)
    logarithm += (Self.leastStep + 2 / (count + 1)) * (isAbove - (1 - Self.share))
  }

  /// Returns how a scale with this logarithm compares with the grain, −3…2; 0 where no grain is known.
  package func ratio(of logarithm: Double) -> Double {
    guard count > 0, logarithm.isFinite else { return 0 }
    let ratio = logarithm - self.logarithm
    return min(max(ratio, Self.range.lowerBound), Self.range.upperBound) / 2 - 1
  }
}
