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

/// The tenth percentile of the distances by which coordinates change from one sample to the next: a unit of
/// length that needs no ruler.
///
/// On a coarse grid it is the grid's spacing; elsewhere it says how slow slow motion is. ln of it is tracked: at
/// the n-th change it falls by 0.9·c if the change is smaller and rises by 0.1·c if not, with
/// c = 0.05 + 2/(n + 1), n counted up to 1,000. Cost: two exponentials a sample.
///
/// Source: stochastic approximation of a quantile, Robbins and Monro 1951, doi:10.1214/aoms/1177729586.
package struct PositionGrain: Hashable, Sendable {
  private var logarithm = 0.0
  private var length = 0.0
  private var count = 0.0

  /// Of which share of the changes it is the upper bound.
  private static let share = 0.1
  /// A change below this share of the coordinate is a rounding error.
  private static let rounding = 1e-6
  private static let leastStep = 0.05
  private static let mostCounted = 1000.0
  private static let range = (-4.0)...6.0

  /// Creates the grain of no positions.
  package init() {}

  /// Takes in the changes of both coordinates.
  package mutating func learn(from before: SIMD2<Double>, to after: SIMD2<Double>) {
    for axis in 0..<2 {
      let change = (after[axis] - before[axis]).magnitude
      guard change > Self.rounding * after[axis].magnitude, change.isFinite else { continue }
      guard count > 0 else {
        (logarithm, length, count) = (Elementary.logarithm(change), change, 1)
        continue
      }
      count = min(count + 1, Self.mostCounted)
      let step = Self.leastStep + 2 / (count + 1)
      logarithm += change < length ? -(1 - Self.share) * step : Self.share * step
      length = Elementary.exponential(logarithm)
    }
  }

  /// Returns how a scale with this logarithm compares with the grain, −3…2; 0 where no grain is known.
  package func ratio(of logarithm: Double) -> Double {
    guard count > 0, logarithm.isFinite else { return 0 }
    let ratio = logarithm - self.logarithm
    return min(max(ratio, Self.range.lowerBound), Self.range.upperBound) / 2 - 1
  }
}
