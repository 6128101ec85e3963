extension ParticipantMean {
  /// The mean of a trial's objective; nil where no participant has one.
  package init?(of trial: TuningTrial, resampling: PairedComparison.Resampling) {
    self.init(
      trial.participants.compactMap { trial.scores[$0]?.objective }, resampling: resampling)
  }
}

extension PairedComparison {
  /// Compares the objective of two trials, over the participants who have it of both on as many
  /// targets; nil where there is none.
  package init?(
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
