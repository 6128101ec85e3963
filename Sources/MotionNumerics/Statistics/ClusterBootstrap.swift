/// A cluster bootstrap: the spread of a mean when whole clusters are resampled with replacement.
///
/// Cases of one cluster (a participant's predictions, a stroke's) are correlated, so resampling
/// single cases would count the same evidence repeatedly and give too narrow an interval. Each
/// replicate draws as many clusters as there are, keeps all cases of each, and is Σ sums / Σ counts
/// of the sample. With counts of 1, each cluster is a single case.
///
/// Replicate r has its own generator, seeded by the r-th output of `SplitMix64`, so workers can
/// share the replicates without changing any.
///
/// Source: Davison and Hinkley, "Bootstrap Methods and their Application", Cambridge 1997, section
/// 3.8, doi:10.1017/CBO9780511802843.
public struct ClusterBootstrap: Hashable, Sendable {
  /// The sum and the number of the cases of a cluster.
  public struct Cluster: Hashable, Sendable {
    /// The sum of its cases.
    public var sum: Double
    /// The number of its cases.
    public var count: Double

    /// Creates a cluster of `count` cases that add up to `sum`.
    public init(sum: Double, count: Double) {
      self.sum = sum
      self.count = count
    }
  }

  /// The clusters; the replicates depend on their order.
  public let clusters: [Cluster]
  /// The seed of the resampling.
  public let seed: UInt64

  /// Creates a bootstrap; clusters without cases are dropped.
  public init(_ clusters: [Cluster], seed: UInt64) {
    self.clusters = clusters
    self.seed = seed
  }

  /// The mean over all cases of all clusters; nil if there is no case.
  public var mean: Double? {
    let count = clusters.reduce(0) { $0 + $1.count }
    return count > 0 ? clusters.reduce(0) { $0 + $1.sum } / count : nil
  }

  /// Returns the replicates with these numbers: means over resampled clusters.
  ///
  /// - Parameter numbers: The replicates' numbers, at least 0; a replicate depends only on its
  ///   number and the seed.
  /// - Returns: One mean per number; empty without clusters.
  /// - Complexity: O(clusters) per replicate.
  public func replicates(_ numbers: Range<Int>) -> [Double] {
    guard !clusters.isEmpty else { return [] }
    return clusters.withUnsafeBufferPointer { clusters in
      numbers.map { number in
        var generator = Xoshiro256StarStar(seed: seed, stream: number)
        var (sum, count) = (0.0, 0.0)
        for _ in 0..<clusters.count {
          let drawn = clusters[generator.nextInt(below: clusters.count)]
          sum += drawn.sum
          count += drawn.count
        }
        return sum / count
      }
    }
  }
}

/// An interval between two quantiles of bootstrap replicates.
public struct PercentileInterval: Hashable, Sendable {
  /// The lower end.
  public let low: Double
  /// The upper end.
  public let high: Double

  /// Half of its width.
  public var halfWidth: Double { (high - low) / 2 }

  /// Creates the interval that excludes (1 − level) / 2 of the replicates on either side, by type
  /// 7.
  ///
  /// Nil if there are no replicates, one is not finite, or the level is not in 0…1.
  ///
  /// - Parameters:
  ///   - replicates: The replicates, in any order.
  ///   - level: The fraction of them inside, in 0…1.
  public init?(_ replicates: [Double], level: Double = 0.95) {
    guard replicates.allSatisfy({ $0.isFinite }) else { return nil }
    var values = replicates
    let tail = (1 - level) / 2
    let ends = Quantiles.type7(&values, at: [tail, 1 - tail])
    guard let low = ends[0], let high = ends[1], low <= high else { return nil }
    (self.low, self.high) = (low, high)
  }
}
