/// The lag of one planar signal behind another, at the maximum of their cross-correlation.
///
/// For each whole lag k in −reach…reach, over the n pairs (a_i, b_{i−k}) that there are,
///
/// ρ(k) = Σ (a_i − ā)·(b_{i−k} − b̄) / √(Σ ‖a_i − ā‖² Σ ‖b_{i−k} − b̄‖²),
///
/// ā and b̄ being the least-squares lines through each side of the pairs: a constant velocity looks
/// the same at every lag, and would hide the rest. With k the lag of the greatest ρ, the nearest to
/// 0 of equal ones, the peak is that of the parabola through it and its neighbors:
///
/// τ = k + (ρ(k−1) − ρ(k+1)) / (2 (ρ(k−1) − 2ρ(k) + ρ(k+1))).
///
/// Good to about 1 % of a sample where the signal's frequencies are below a tenth of the rate.
/// Exchanging the signals changes the sign, exactly.
///
/// Source: Knapp and Carter, "The generalized correlation method for estimation of time delay",
/// IEEE Transactions on Acoustics, Speech, and Signal Processing 24(4), 1976,
/// doi:10.1109/TASSP.1976.1162830; the parabola is common practice.
package enum CrossCorrelationLag {
  /// The lag of `signal` behind `reference`, in samples; above 0 is behind.
  ///
  /// - Parameters:
  ///   - signal: Vectors at equal distances in time, such as positions.
  ///   - reference: As many.
  ///   - reach: The greatest lag searched, at least 1.
  /// - Returns: The lag; nil if the greatest correlation is at the end of the reach, where the lags
  ///   leave fewer than four pairs, where a signal is a line (to 1e-9 of its size, which is
  ///   rounding), and for numbers that are not finite.
  /// - Complexity: O(N · reach).
  package static func samples(
    of signal: [SIMD2<Double>], behind reference: [SIMD2<Double>], reach: Int
  ) -> Double? {
    guard signal.count == reference.count, reach >= 1, signal.count - reach >= 4 else { return nil }
    guard let first = Detrended(signal), let second = Detrended(reference) else { return nil }
    func correlation(_ lag: Int) -> Double? {
      lag >= 0
        ? Detrended.correlation(first, second, offset: lag)
        : Detrended.correlation(second, first, offset: -lag)
    }
    var best: (lag: Int, value: Double)?
    for distance in 0...reach {
      for lag in distance == 0 ? [0] : [distance, -distance] {
        guard let value = correlation(lag), value > best?.value ?? -.infinity else { continue }
        best = (lag, value)
      }
    }
    guard let best, abs(best.lag) < reach else { return nil }
    guard let before = correlation(best.lag - 1), let after = correlation(best.lag + 1) else {
      return Double(best.lag)
    }
    // In this order, exchanging the signals changes nothing but the sign.
    let curvature = (before - best.value) + (after - best.value)
    guard curvature < 0 else { return Double(best.lag) }
    return Double(best.lag) + (before - after) / (2 * curvature)
  }
}

/// A signal minus its least-squares line, with a rounding threshold for its squares.
private struct Detrended {
  let values: [SIMD2<Double>]
  let leastSquare: Double

  /// Nil if a number is not finite.
  init?(_ signal: [SIMD2<Double>]) {
    let size = signal.reduce(0) { max($0, $1.length) }
    guard size.isFinite else { return nil }
    let middle = Double(signal.count - 1) / 2
    let mean = signal.reduce(.zero, +) / Double(signal.count)
    var slope = SIMD2<Double>.zero
    for (index, value) in signal.enumerated() { slope += (Double(index) - middle) * (value - mean) }
    slope /= Self.indexSquares(signal.count)
    values = signal.enumerated().map { index, value in
      value - mean - (Double(index) - middle) * slope
    }
    leastSquare = Double(signal.count) * (Self.rounding * size) * (Self.rounding * size)
  }

  /// The correlation of the pairs (a_{i+offset}, b_i), each side less its line.
  static func correlation(_ a: Detrended, _ b: Detrended, offset: Int) -> Double? {
    let count = a.values.count - offset
    let middle = Double(count - 1) / 2
    var (sumA, sumB) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (rampA, rampB) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    var (squareA, squareB, product) = (0.0, 0.0, 0.0)
    for index in 0..<count {
      let (x, y) = (a.values[index + offset], b.values[index])
      let place = Double(index) - middle
      sumA += x
      sumB += y
      rampA += place * x
      rampB += place * y
      squareA += x.dot(x)
      squareB += y.dot(y)
      product += x.dot(y)
    }
    let (n, ramp) = (Double(count), indexSquares(count))
    let varianceA = squareA - sumA.dot(sumA) / n - rampA.dot(rampA) / ramp
    let varianceB = squareB - sumB.dot(sumB) / n - rampB.dot(rampB) / ramp
    guard varianceA > a.leastSquare, varianceB > b.leastSquare else { return nil }
    let covariance = product - sumA.dot(sumB) / n - rampA.dot(rampB) / ramp
    let value = covariance / (varianceA * varianceB).squareRoot()
    return value.isFinite ? value : nil
  }

  /// Σ (i − mean i)² over `count` indices.
  private static func indexSquares(_ count: Int) -> Double {
    let n = Double(count)
    return n * (n * n - 1) / 12
  }

  /// A deviation from the line below this share of the size is rounding.
  private static let rounding = 1e-9
}
