import MotionNumerics

/// A comparison of two predictors over devices, with participants and recordings as nested levels.
///
/// A device's difference is the mean over its participants of the means over their recordings, so
/// that neither long recordings nor well-represented devices outweigh others. What follows for other
/// devices is inferred from the devices' differences: the Student interval (`ClusterMean`) is the one
/// to report, p is that of all flips of their signs, which is the permutation analog of a mixed model
/// with crossed predictors and nested random effects, and the bootstrap draws again at every level.
package struct DeviceComparison: Hashable, Sendable {
  /// The two scores on one recording.
  package struct Recording: Hashable, Sendable {
    let device: String
    let participant: String
    let reference: Double
    let score: Double

    /// Creates scores, which are one and the same where they are equal up to rounding.
    package init(device: String, participant: String, reference: Double, score: Double) {
      self.device = device
      self.participant = participant
      self.reference = reference
      self.score = EqualScores.areEqual(reference, score) ? reference : score
    }
  }

  /// The mean of means of the reference's scores.
  package let reference: Double
  /// That of the predictor's.
  package let score: Double
  /// The differences of the devices, in order of their first recordings.
  package let differences: [Double]
  /// The percentile interval of the hierarchical bootstrap; nil for fewer than two devices.
  package let bootstrap: PercentileInterval?
  /// What follows for other devices; nil for fewer than two.
  package let devices: ClusterMean?
  /// The sign-flip test of the devices' differences.
  package let test: SignFlipPermutation

  /// Compares two predictors; nil without recordings, or if a score is not finite.
  ///
  /// - Parameters:
  ///   - recordings: The recordings with both scores.
  ///   - resampling: The number of replicates and the seed.
  /// - Complexity: O(replicates · recordings).
  package init?(_ recordings: [Recording], resampling: PairedComparison.Resampling) {
    let nodes = Self.nodes(recordings) { $0.score - $0.reference }
    let differences = nodes.compactMap(\.mean)
    guard differences.count == nodes.count,
      let reference = HierarchicalBootstrap(
        Self.nodes(recordings, \.reference), seed: resampling.seed
      ).mean,
      let score = HierarchicalBootstrap(Self.nodes(recordings, \.score), seed: resampling.seed)
        .mean,
      let test = SignFlipPermutation(
        differences, draws: resampling.replicates, seed: resampling.seed)
    else { return nil }
    (self.reference, self.score, self.differences, self.test) = (
      reference, score, differences, test
    )
    devices = ClusterMean(differences)
    bootstrap =
      nodes.count < 2
      ? nil
      : PercentileInterval(
        HierarchicalBootstrap(nodes, seed: resampling.seed).replicates(0..<resampling.replicates))
  }

  /// The recordings by device, then by participant, each in order of first appearance.
  private static func nodes(
    _ recordings: [Recording], _ value: (Recording) -> Double
  ) -> [HierarchicalBootstrap.Node] {
    parts(of: recordings, by: \.device).map { device in
      .parts(
        parts(of: device, by: \.participant).map { participant in
          .parts(participant.map { .value(value($0)) })
        })
    }
  }

  private static func parts(
    of recordings: [Recording], by name: (Recording) -> String
  ) -> [[Recording]] {
    var places: [String: Int] = [:]
    var result: [[Recording]] = []
    for recording in recordings {
      let place = places[name(recording)] ?? result.count
      if place == result.count {
        places[name(recording)] = place
        result.append([])
      }
      result[place].append(recording)
    }
    return result
  }
}
