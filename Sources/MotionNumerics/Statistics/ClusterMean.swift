/// The mean over few clusters, such as three to eight devices, with what follows for others.
///
/// Each cluster is one number, the mean of its parts, and counts the same. The interval is Student's:
/// mean ± t·s/√n with n − 1 degrees of freedom, s the standard deviation of the clusters. It holds its
/// nominal coverage for normal cluster means at any n ≥ 2, whatever varies within the clusters, where
/// a percentile interval of the bootstrap is too narrow: for five clusters it covers about 84 % instead
/// of 95 %. Skewed cluster means cost a few percent of coverage.
///
/// Source: Student, "The probable error of a mean", Biometrika 6(1), 1908,
/// doi:10.1093/biomet/6.1.1.
package struct ClusterMean: Hashable, Sendable {
  /// The mean of the clusters.
  package let mean: Double
  /// s/√n.
  package let standardError: Double
  /// The number of clusters, at least 2.
  package let count: Int
  private let distribution: StudentDistribution

  /// Creates the mean of one value per cluster.
  ///
  /// Nil for fewer than two values, or if one is not finite.
  package init?(_ values: [Double]) {
    guard let distribution = StudentDistribution(degrees: values.count - 1),
      values.allSatisfy({ $0.isFinite })
    else { return nil }
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.mean = mean
    standardError = (squares / (count - 1) / count).squareRoot()
    self.count = values.count
    self.distribution = distribution
  }

  /// Returns the interval that holds the mean of all clusters there could be with a probability.
  ///
  /// - Parameter level: The probability, above 0 and below 1.
  /// - Returns: The ends.
  package func interval(level: Double = 0.95) -> (low: Double, high: Double) {
    let reach = distribution.quantile((1 + level) / 2) * standardError
    return (mean - reach, mean + reach)
  }

  /// Returns the p of two one-sided tests that the mean lies within ±`margin`: low if it does.
  ///
  /// The greater of the p of mean ≤ −margin and of mean ≥ margin. Equivalence is shown at 5 % if p is
  /// below 0.05, which is when the 90 % interval lies within the margin.
  ///
  /// Source: Schuirmann, Journal of Pharmacokinetics and Biopharmaceutics 15(6), 1987,
  /// doi:10.1007/BF01068419.
  ///
  /// - Parameter margin: The greatest difference that does not matter, above 0.
  /// - Returns: p, from 0 to 1.
  package func equivalence(within margin: Double) -> Double {
    guard standardError > 0 else { return abs(mean) < margin ? 0 : 1 }
    return max(
      1 - distribution.cumulative((mean + margin) / standardError),
      distribution.cumulative((mean - margin) / standardError))
  }

  /// Returns the smallest true difference that such data would have shown.
  ///
  /// (t_{1−α/2} + t_{power})·s/√n, with α = 5 %: a difference of that size is found by the two-sided
  /// t test with about that probability. The noncentral distribution is approximated by a shift of
  /// the central one.
  ///
  /// Source: Bloom, "Minimum detectable effects", Evaluation Review 19(5), 1995,
  /// doi:10.1177/0193841X9501900504.
  ///
  /// - Parameter power: The probability with which it would be found, above 0 and below 1.
  /// - Returns: The difference, in the unit of the values.
  package func detectableDifference(power: Double = 0.8) -> Double {
    (distribution.quantile(0.975) + distribution.quantile(power)) * standardError
  }
}
