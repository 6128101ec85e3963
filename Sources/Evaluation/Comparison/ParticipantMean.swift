import MotionNumerics

/// The mean of a measure over participants, with its bootstrap interval.
///
/// Each participant counts once. As in `PairedComparison`, participants are resampled with
/// replacement, since results are meant to hold for other people.
public struct ParticipantMean: Hashable, Sendable {
  /// The mean of the values.
  public let mean: Double
  /// The number of participants with a value.
  public let count: Int
  /// The 95 % percentile interval of the mean; nil for fewer than two participants.
  public let interval: PercentileInterval?

  /// Creates the mean of one value per participant.
  ///
  /// Equal inputs give bit-identical results.
  ///
  /// Nil if there are no values or one is not finite.
  ///
  /// - Parameters:
  ///   - values: One per participant, in an order that the replicates depend on.
  ///   - resampling: How often participants are drawn again, and with which seed.
  /// - Complexity: O(replicates · participants).
  public init?(_ values: [Double], resampling: PairedComparison.Resampling) {
    guard values.allSatisfy(\.isFinite), let mean = values.mean else { return nil }
    self.mean = mean
    count = values.count
    guard values.count > 1 else {
      interval = nil
      return
    }
    let bootstrap = ClusterBootstrap(
      values.map { .init(sum: $0, count: 1) }, seed: resampling.seed)
    interval = PercentileInterval(bootstrap.replicates(0..<resampling.replicates))
  }
}
