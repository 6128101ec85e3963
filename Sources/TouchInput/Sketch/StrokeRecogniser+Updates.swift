extension StrokeRecogniser {
  /// Takes in corrections of values that were estimated before, of this stroke or of earlier ones.
  ///
  /// Only a force is corrected this way: it is taken where the sample waits for one, and counts as
  /// measured unless the correction says that it is an estimate too. The sample then waits for what
  /// the correction says is still to come.
  ///
  /// - Complexity: O(1) a correction.
  public mutating func update(_ events: [TouchEvent]) -> RecogniserOutcome {
    var outcome = RecogniserOutcome()
    for event in events where isNew(event, &outcome) { update(by: event, &outcome) }
    return outcome
  }

  private mutating func update(by event: TouchEvent, _ outcome: inout RecogniserOutcome) {
    guard let key = OutstandingUpdates.Key(event), let subject = outstanding[key] else {
      outcome.warn(event, "corrects a sample that is not waited for", "it is passed over")
      return outcome.ignore(event, .unknownUpdate)
    }
    if event.estimatedPropertiesExpectingUpdates.isEmpty { outstanding[key] = nil }
    guard case .sample(let identifier, let index) = subject,
      let sample = sample(index, of: identifier)
    else {
      // The report was dropped, and with it what it would have become.
      return outcome.ignore(event, .tooClose)
    }
    let change = StrokeChange.updated(corrected(sample, by: event, &outcome), at: index)
    outcome.edits.append(
      StrokeEdit(stroke: identifier, change: change, event: event.identifier))
    let isSettled =
      identifier == stroke.identifier
      ? stroke.apply(change) : outstanding.apply(change, to: identifier)
    if isSettled { outcome.settled.append(identifier) }
  }

  private func sample(_ index: Int, of identifier: StrokeIdentifier) -> StrokeSample? {
    let owner = identifier == stroke.identifier ? stroke : outstanding.strokes[identifier]
    return owner?.samples[index]
  }

  private func corrected(
    _ sample: StrokeSample, by event: TouchEvent, _ outcome: inout RecogniserOutcome
  ) -> StrokeSample {
    var sample = sample
    if sample.propertiesExpectingUpdates.contains(.force) {
      if event.force.isFinite {
        sample.force = event.force
      } else {
        outcome.warn(event, "corrects a force to what is not a finite number", "the old one stays")
      }
      if !event.estimatedProperties.contains(.force) { sample.estimatedProperties.remove(.force) }
    }
    sample.propertiesExpectingUpdates = event.estimatedPropertiesExpectingUpdates
    return sample
  }
}
