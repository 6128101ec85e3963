/// A bootstrap of nested levels: devices, their participants, their recordings.
///
/// The statistic is the mean of means: each device counts the same, and so does each participant of
/// a device. A replicate draws as many devices as there are with replacement, then for each of them
/// as many participants as it has, and so on down to the values, so that every level adds its
/// spread. Replicate r has its own generator, as in `ClusterBootstrap`.
///
/// Its percentile intervals are too narrow for few devices, since the spread between n of them is
/// taken as if n − 1 were n: `ClusterMean` has the interval to report.
///
/// Source: Davison and Hinkley, "Bootstrap Methods and their Application", Cambridge 1997, section
/// 3.8, doi:10.1017/CBO9780511802843.
package struct HierarchicalBootstrap: Hashable, Sendable {
  /// A device, a participant or a recording: parts of the next level, or a value.
  package indirect enum Node: Hashable, Sendable {
    /// A value at the lowest level.
    case value(Double)
    /// Parts that count the same.
    case parts([Node])

    /// The mean of the means of its parts; nil if there are none below it.
    package var mean: Double? {
      switch self {
      case .value(let value): return value
      case .parts(let parts):
        let means = parts.compactMap { $0.mean }
        return means.isEmpty ? nil : means.reduce(0, +) / Double(means.count)
      }
    }

    /// The mean of one replicate of its parts.
    fileprivate func resampled(_ generator: inout Xoshiro256StarStar) -> Double? {
      switch self {
      case .value(let value): return value
      case .parts(let parts):
        var (sum, count) = (0.0, 0)
        for _ in parts.indices {
          let drawn = parts[generator.nextInt(below: parts.count)]
          guard let mean = drawn.resampled(&generator) else { continue }
          sum += mean
          count += 1
        }
        return count == 0 ? nil : sum / Double(count)
      }
    }
  }

  private let root: Node
  private let seed: UInt64

  /// Creates a bootstrap of the nodes of the highest level.
  package init(_ nodes: [Node], seed: UInt64) {
    root = .parts(nodes)
    self.seed = seed
  }

  /// The mean of means; nil without a value.
  package var mean: Double? { root.mean }

  /// Returns the replicates with these numbers; fewer if a drawn node has no value.
  ///
  /// - Parameter numbers: The replicates' numbers, at least 0; a replicate depends only on its
  ///   number and the seed.
  /// - Returns: One mean per number.
  /// - Complexity: O(values) per replicate.
  package func replicates(_ numbers: Range<Int>) -> [Double] {
    numbers.compactMap { number in
      var generator = Xoshiro256StarStar(seed: seed, stream: number)
      return root.resampled(&generator)
    }
  }
}

extension Xoshiro256StarStar {
  /// Creates the generator of a numbered stream, so that streams can be shared among workers.
  init(seed: UInt64, stream number: Int) {
    // SplitMix64 is a counter: its n-th output needs none of those before.
    var seeds = SplitMix64(seed: seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
    self.init(seed: seeds.next())
  }
}
