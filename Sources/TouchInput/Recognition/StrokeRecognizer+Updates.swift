extension StrokeRecognizer {
  /// Takes in corrections of values that were estimated before, of this stroke or of earlier ones.
  ///
  /// Every value that the sample waits for is taken: force, azimuth, altitude and location. Each
  /// counts as measured unless the correction says that it is an estimate too. The sample then waits
  /// for what the correction says is still to come. A value that cannot be taken leaves a warning: one
  /// that is not a finite number, or a property that this version does not know.
  ///
  /// - Complexity: O(1) a correction.
  package mutating func update(_ events: [TouchEvent]) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    for event in events where isNew(event, &outcome) { update(by: event, &outcome) }
    return outcome
  }

  private mutating func update(by event: TouchEvent, _ outcome: inout RecognizerOutcome) {
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
    _ sample: StrokeSample, by event: TouchEvent, _ outcome: inout RecognizerOutcome
  ) -> StrokeSample {
    var sample = sample
    let expected = sample.propertiesExpectingUpdates
    let refused = sample.take(expected, of: event, at: settings.location)
    let unknown = refused.subtracting(.known)
    if !unknown.isEmpty {
      outcome.warn(
        event,
        "corrects properties that this version does not know (bits \(unknown.rawValue) of "
          + "estimatedPropertiesExpectingUpdates)", "they are left as they were")
    }
    for name in refused.names {
      outcome.warn(
        event, "corrects the \(name) to what is not a finite number", "the old one stays")
    }
    sample.propertiesExpectingUpdates = event.estimatedPropertiesExpectingUpdates
    return sample
  }
}

extension StrokeSample {
  /// Takes the values of some properties from a correction.
  ///
  /// - Returns: The properties that it could not take.
  fileprivate mutating func take(
    _ properties: TouchProperties, of event: TouchEvent, at choice: TouchLocation
  ) -> TouchProperties {
    var refused = properties
    if properties.contains(.force), event.force.isFinite {
      force = event.force
      maximumPossibleForce = event.knownMaximumForce ?? maximumPossibleForce
      refused.remove(.force)
    }
    if properties.contains(.azimuth), event.azimuth.isFinite {
      azimuth = event.azimuth
      refused.remove(.azimuth)
    }
    if properties.contains(.altitude), event.altitudeAngle.isFinite {
      altitude = event.altitudeAngle
      refused.remove(.altitude)
    }
    let place = event.location(choice)
    if properties.contains(.location), place.x.isFinite, place.y.isFinite {
      location = place
      refused.remove(.location)
    }
    estimatedProperties.subtract(properties.subtracting(event.estimatedProperties))
    return refused
  }
}
