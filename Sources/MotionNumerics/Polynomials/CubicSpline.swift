/// A smooth curve through points of the plane: the natural cubic spline.
///
/// Between two knots a cubic; the first two derivatives are continuous, and the second is 0 at both
/// ends. Of all such curves it has the least mean squared second derivative. Its second derivatives
/// at the knots are the solution of a tridiagonal system, found in one pass there and one back.
///
/// Cost: about 20 operations per point to create; a binary search to evaluate.
///
/// Source: Press et al., "Numerical Recipes", 3rd edition, 2007, section 3.3.
package struct CubicSpline: Sendable {
  private let times: [Double]
  private let positions: [SIMD2<Double>]
  /// The second derivatives at the knots.
  private let bends: [SIMD2<Double>]

  /// Creates the curve; nil for fewer than two points, a different number of positions, or times
  /// that do not increase.
  ///
  /// - Parameters:
  ///   - times: Strictly increasing finite times.
  ///   - positions: As many positions.
  package init?(times: [Double], positions: [SIMD2<Double>]) {
    guard times.count > 1, times.count == positions.count,
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.times = times
    self.positions = positions
    bends = Self.bends(times, positions)
  }

  /// The time of the last point.
  package var end: Double { times[times.count - 1] }

  private static func bends(_ times: [Double], _ positions: [SIMD2<Double>]) -> [SIMD2<Double>] {
    let last = times.count - 1
    var bends = [SIMD2<Double>](repeating: .zero, count: times.count)
    var factors = [Double](repeating: 0, count: times.count)
    for index in Swift.stride(from: 1, to: last, by: 1) {
      let (before, after) = (times[index] - times[index - 1], times[index + 1] - times[index])
      let slope = (positions[index + 1] - positions[index]) / after
      let slopeBefore = (positions[index] - positions[index - 1]) / before
      let share = before / (before + after)
      let pivot = share * factors[index - 1] + 2
      factors[index] = (share - 1) / pivot
      let wanted = 6 * (slope - slopeBefore) / (before + after)
      bends[index] = (wanted - share * bends[index - 1]) / pivot
    }
    for index in Swift.stride(from: last - 1, to: 0, by: -1) {
      bends[index] += factors[index] * bends[index + 1]
    }
    return bends
  }

  /// Returns the position at a time; outside the knots, the cubic at that end is extrapolated.
  package func position(at time: Double) -> SIMD2<Double> {
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let interval = times[high] - times[low]
    let (a, b) = ((times[high] - time) / interval, (time - times[low]) / interval)
    let line = a * positions[low] + b * positions[high]
    let bend = (a * a * a - a) * bends[low] + (b * b * b - b) * bends[high]
    return line + (interval * interval / 6) * bend
  }
}
