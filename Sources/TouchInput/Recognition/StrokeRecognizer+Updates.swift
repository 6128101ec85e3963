extension StrokeRecognizer {
  /// Applies corrections of estimated values, of this stroke or of earlier ones.
  ///
  /// Every value that the sample waits for is applied: force, azimuth, altitude and location. Each
  /// counts as measured unless the correction marks it as estimated. The sample then waits for what
  /// the correction announces. A value that is not finite, or an unknown property, is skipped with
  /// a warning.
  ///
  /// - Complexity: O(1) per correction.
  public mutating func update(_ events: [TouchEvent]) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    for event in events where isNew(event, &outcome) { update(by: event, &outcome) }
    return outcome
  }

  private mutating func update(by event: TouchEvent, _ outcome: inout RecognizerOutcome) {
    guard let key = OutstandingUpdates.Key(event), let subject = outstanding[key] else {
      outcome.warn(event, "corrects a sample without a pending correction", "it is ignored")
      return outcome.ignore(event, .unknownUpdate)
    }
    if event.estimatedPropertiesExpectingUpdates.isEmpty { outstanding[key] = nil }
    guard case .sample(let identifier, let index) = subject,
      let sample = sample(index, of: identifier)
    else {
      // The report was dropped, and with it its corrections.
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
        "corrects unknown properties (bits \(unknown.rawValue) of "
          + "estimatedPropertiesExpectingUpdates)", "they are unchanged")
    }
    for name in refused.names {
      outcome.warn(
        event, "corrects the \(name) to a value that is not finite", "the old value is kept")
    }
    sample.propertiesExpectingUpdates = event.estimatedPropertiesExpectingUpdates
    return sample
  }
}

extension StrokeSample {
  /// Applies the values of some properties from a correction.
  ///
  /// - Returns: The properties that could not be applied.
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
