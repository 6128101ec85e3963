/// Student's t distribution with a whole number of degrees of freedom.
///
/// Its distribution function is a finite sum, so that nothing is iterated.
///
/// Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.3 and 26.7.4.
package struct StudentDistribution: Hashable, Sendable {
  /// The degrees of freedom, at least 1.
  package let degrees: Int

  /// Creates a distribution; nil for less than one degree of freedom.
  package init?(degrees: Int) {
    guard degrees >= 1 else { return nil }
    self.degrees = degrees
  }

  /// Returns the probability of a value of at most `value`; NaN for NaN.
  ///
  /// Absolute error about 1e-15.
  ///
  /// - Complexity: O(degrees).
  package func cumulative(_ value: Double) -> Double {
    guard value.isFinite else { return value.isNaN ? .nan : value > 0 ? 1 : 0 }
    return value < 0 ? (1 - central(-value)) / 2 : (1 + central(value)) / 2
  }

  /// Returns the value that a draw does not exceed with a probability; infinite at 0 and 1, NaN
  /// outside.
  ///
  /// - Complexity: O(degrees), a hundred times.
  package func quantile(_ probability: Double) -> Double {
    guard probability > 0, probability < 1 else {
      return probability == 0 ? -.infinity : probability == 1 ? .infinity : .nan
    }
    guard probability != 0.5 else { return 0 }
    guard probability > 0.5 else { return -quantile(1 - probability) }
    var (low, high) = (0.0, 1.0)
    while cumulative(high) < probability, high < 1e300 { (low, high) = (high, 2 * high) }
    // Halved until the ends are neighbors.
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return high }
      if cumulative(middle) < probability { low = middle } else { high = middle }
    }
  }

  /// The probability of a value from −`value` to `value`.
  private func central(_ value: Double) -> Double {
    let angle = Elementary.arctangent(value, Double(degrees).squareRoot())
    let (sine, cosine) = (Elementary.sine(angle), Elementary.cosine(angle))
    let square = cosine * cosine
    let isOdd = degrees % 2 == 1
    // Odd: cos θ·(1 + 2/3 cos²θ + 2·4/(3·5) cos⁴θ + …); even: 1 + 1/2 cos²θ + 1·3/(2·4) cos⁴θ + …
    var (sum, term) = (0.0, isOdd ? cosine : 1)
    var index = isOdd ? 3 : 2
    while index <= degrees {
      sum += term
      term *= square * Double(index - 1) / Double(index)
      index += 2
    }
    return isOdd ? 2 / Double.pi * (angle + sine * sum) : sine * sum
  }
}
