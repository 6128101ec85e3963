/// Exact quantiles of a set of numbers.
public enum Quantiles {
  /// Returns quantiles by Hyndman and Fan's definition 7, the default of R, NumPy and spreadsheets.
  ///
  /// With the values in order, x₀ ≤ … ≤ x₍ₙ₋₁₎, and h = (n − 1)·p, the quantile is
  /// x₍⌊h⌋₎ + (h − ⌊h⌋)·(x₍⌊h⌋₊₁₎ − x₍⌊h⌋₎): p = 0 is the least value, ½ the median, 1 the
  /// greatest.
  ///
  /// Nothing is sorted: the needed ranks are selected together, and the array
  /// is left reordered. The result does not depend on the initial order.
  ///
  /// - Parameters:
  ///   - values: The numbers; reordered. Infinities are allowed.
  ///   - probabilities: Each p, in any order.
  /// - Returns: A quantile for each probability. All are nil where there are no values or one of
  ///   them is NaN; one is nil where its p is not in 0…1 or lies between −∞ and ∞.
  /// - Complexity: O(n) on average for a few probabilities, O(n log n) for the worst input.
  ///
  /// Source: Hyndman and Fan, "Sample quantiles in statistical packages", The American Statistician
  /// 50(4), 1996, doi:10.1080/00031305.1996.10473566.
  public static func type7(_ values: inout [Double], at probabilities: [Double]) -> [Double?] {
    guard !values.isEmpty, !holdsNaN(values) else { return probabilities.map { _ in nil } }
    let positions = probabilities.map { position(of: $0, among: values.count) }
    var ranks = positions.compactMap { $0 }.flatMap { [$0.lower, $0.upper] }
    ranks.sort()
    values.withUnsafeMutableBufferPointer { buffer in
      var selection = Selection(values: buffer)
      selection.settle(ranks[...], in: 0..<buffer.count)
    }
    return positions.map { position in position.flatMap { $0.value(in: values) } }
  }

  private static func holdsNaN(_ values: [Double]) -> Bool {
    // Without an early exit the loop runs several numbers at a time.
    var found = false
    for value in values { found = found || value.isNaN }
    return found
  }

  static func position(of probability: Double, among count: Int) -> Position? {
    guard (0...1).contains(probability) else { return nil }
    let place = Double(count - 1) * probability
    let lower = Int(place)
    return Position(
      lower: lower, upper: min(lower + 1, count - 1), share: place - Double(lower))
  }
}

extension Quantiles {
  /// A place between two ranks.
  struct Position {
    let lower: Int
    let upper: Int
    let share: Double

    /// The value there, once both ranks hold their sorted values.
    func value(in values: [Double]) -> Double? {
      value(between: values[lower], and: values[upper])
    }

    /// The value there, from those of the two ranks.
    func value(between low: Double, and high: Double) -> Double? {
      guard share > 0 else { return low }
      let step = high - low
      // The second form is for a step beyond the greatest number; the minimum, for a last rounding.
      let value = step.isFinite ? min(low + share * step, high) : low * (1 - share) + high * share
      return value.isNaN ? nil : value
    }
  }
}
