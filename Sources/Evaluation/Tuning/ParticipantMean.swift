import MotionNumerics

/// A mean over participants, each counting once, with its interval.
public struct ParticipantMean: Hashable, Sendable {
  /// The mean.
  public let mean: Double
  /// How many participants there are.
  public let count: Int
  /// The 95 % percentile interval by drawing participants again; nil for fewer than two.
  public let interval: PercentileInterval?

  /// The mean of a trial's objective; nil where no participant has one.
  public init?(
    of trial: TuningTrial, resampling: PairedComparison.Resampling, jobs: Int
  ) async {
    let values = trial.participants.compactMap { trial.scores[$0]?.objective }
    guard let mean = values.mean else { return nil }
    self.mean = mean
    count = values.count
    interval = await PairedComparison.interval(
      values.map { .init(sum: $0, count: 1) }, resampling, jobs: jobs)
  }
}

extension PairedComparison {
  /// Compares the objective of two trials, over the participants who have it of both on as many
  /// targets; nil where there is none.
  public init?(
    of trial: TuningTrial, with reference: TuningTrial, resampling: Resampling, jobs: Int
  ) async {
    let pairs = trial.participants.compactMap { name -> Participant? in
      guard let score = trial.scores[name], let other = reference.scores[name],
        let after = score.objective, let before = other.objective, score.targets == other.targets
      else { return nil }
      return Participant(name: name, reference: before, score: after)
    }
    await self.init(
      participants: pairs, errors: nil, clusters: [], resampling: resampling, jobs: jobs)
  }
}
