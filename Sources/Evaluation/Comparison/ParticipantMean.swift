import MotionNumerics

/// The mean of a measure over participants, and how far other participants could have moved it.
///
/// Each participant counts once. The interval is that of `PairedComparison`: participants are drawn
/// again with replacement, since it is other people that a result is meant to hold for.
public struct ParticipantMean: Hashable, Sendable {
  /// (1/n) Σ values.
  public let mean: Double
  /// How many participants have a value.
  public let count: Int
  /// The 95 % percentile interval of the mean; nil for fewer than two participants.
  public let interval: PercentileInterval?

  /// The mean of one value a participant; equal values and settings give equal bits.
  ///
  /// Nil if there is no value, or one that is not finite.
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
