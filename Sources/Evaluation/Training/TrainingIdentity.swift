/// What a leave-one-participant-out training chooses among, and how: part of the identity of its run.
package struct TrainingIdentity: Hashable, Sendable, Codable {
  /// The settings that each fold chooses among on the others alone; at least one.
  package var candidates: [TrainingSettings]
  /// How many epochs a trial of the search has; nil for as many as the model.
  package var searchEpochs: Int?
  /// What else than the plan says the models observe before a window, when they are scored once more.
  package var alsoObserve: EvaluationProtocol.Observe?

  /// Makes an identity.
  package init(
    candidates: [TrainingSettings], searchEpochs: Int? = nil,
    alsoObserve: EvaluationProtocol.Observe? = nil
  ) {
    self.candidates = candidates
    self.searchEpochs = searchEpochs
    self.alsoObserve = alsoObserve
  }

  /// How a candidate is tried: one network of it, for as many epochs as the search has.
  package func trial(_ candidate: Int) -> TrainingSettings {
    var settings = candidates[candidate]
    settings.members = 1
    settings.epochs = searchEpochs ?? settings.epochs
    return settings
  }
}
