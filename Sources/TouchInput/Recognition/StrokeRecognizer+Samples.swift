extension StrokeRecognizer {
  /// Turns the tracked touch's part of a callback into samples.
  mutating func collect(
    _ touch: DeliveredTouch, isEnd: Bool, _ outcome: inout RecognizerOutcome
  ) {
    if settings.collectsCoalesced {
      for event in touch.coalesced { addActual(event, isCoalesced: true, &outcome) }
    } else {
      outcome.ignore(touch.coalesced, .coalescedNotCollected)
    }
    addActual(touch.delivered, isCoalesced: false, &outcome)
    replacePredictions(by: touch.predicted, isEnd: isEnd, &outcome)
  }

  /// Processes predictions without a report.
  mutating func handlePredictions(_ events: [TouchEvent]) -> RecognizerOutcome {
    var outcome = RecognizerOutcome()
    let isOver = machine.state.isTerminal
    let tracked = events.filter { $0.touchIdentifier == trackedTouch }
    for event in events where event.touchIdentifier != trackedTouch { passOver(event, &outcome) }
    if !tracked.isEmpty { replacePredictions(by: tracked, isEnd: isOver, &outcome) }
    return outcome
  }

  /// Applies a change to the current stroke and reports it.
  mutating func edit(
    _ change: StrokeChange, of event: TouchEvent? = nil, _ outcome: inout RecognizerOutcome
  ) {
    stroke.apply(change)
    outcome.edits.append(
      StrokeEdit(stroke: stroke.identifier, change: change, event: event?.identifier))
  }

  private mutating func addActual(
    _ event: TouchEvent, isCoalesced: Bool, _ outcome: inout RecognizerOutcome
  ) {
    guard isUsable(event, &outcome) else { return }
    guard hasUncertainPlace(event) || !isTooClose(event) else {
      if !expectedUpdates(of: event).isEmpty, let key = OutstandingUpdates.Key(event) {
        outstanding[key] = outstanding[key] ?? .dropped
      }
      return outcome.ignore(event, .tooClose)
    }
    if let last = stroke.samples.last, event.timestamp < last.timestamp {
      outcome.warn(
        event, "is dated before the previous sample", "its position in the stroke is kept")
    }
    var sample = sample(of: event, &outcome)
    sample.isCoalesced = isCoalesced
    register(event, &sample, &outcome)
    edit(.added(sample), of: event, &outcome)
  }

  private mutating func replacePredictions(
    by events: [TouchEvent], isEnd: Bool, _ outcome: inout RecognizerOutcome
  ) {
    if !stroke.predictedSamples.isEmpty { edit(.predictionsWithdrawn, &outcome) }
    if isEnd, let first = events.first {
      outcome.warn(first, "is a prediction after the end of its touch", "it is ignored")
      return outcome.ignore(events, .afterEnd)
    }
    guard settings.usesPredicted else { return outcome.ignore(events, .predictionsNotUsed) }
    for event in events where isUsable(event, &outcome) {
      guard !isTooClose(event) else {
        outcome.ignore(event, .tooClose)
        continue
      }
      var sample = sample(of: event, &outcome)
      sample.isPredicted = true
      edit(.predicted(sample), of: event, &outcome)
    }
  }

  /// Returns whether the event is new and its time and location are finite.
  private mutating func isUsable(
    _ event: TouchEvent, _ outcome: inout RecognizerOutcome
  ) -> Bool {
    guard isNew(event, &outcome) else { return false }
    let place = event.location(settings.location)
    let numbers = [event.timestamp, place.x, place.y]
    if numbers.allSatisfy({ $0.isFinite }) { return true }
    outcome.warn(event, "has a time or location that is not finite", "it is ignored")
    outcome.ignore(event, .notFinite)
    return false
  }

  /// Whether the location of the event, or of the previous sample, is still to be corrected, so
  /// that their distance is unknown.
  private func hasUncertainPlace(_ event: TouchEvent) -> Bool {
    expectedUpdates(of: event).contains(.location)
      || stroke.samples.last?.propertiesExpectingUpdates.contains(.location) == true
  }

  private func isTooClose(_ event: TouchEvent) -> Bool {
    guard let last = stroke.samples.last else { return false }
    let step = event.location(settings.location) - last.location
    return (step * step).sum() < settings.shortestStepSquared
  }

  /// Returns the sample of an event: a finger has no angles, and a force only if the display
  /// measures it.
  private func sample(
    of event: TouchEvent, _ outcome: inout RecognizerOutcome
  ) -> StrokeSample {
    var sample = StrokeSample(
      timestamp: event.timestamp, location: event.location(settings.location))
    let isPen = event.type == .pencil
    if isPen || settings.isForceCapable {
      // A pen that cannot report force counts with the 0 that it reports.
      let isMeasured =
        isPen ? event.unmeasured?.contains(.force) != true : event.measuredForce != nil
      sample.force = isMeasured ? event.force : nil
      sample.maximumPossibleForce = event.knownMaximumForce
    }
    if isPen {
      sample.azimuth = event.measuredAzimuth
      sample.altitude = event.measuredAltitude
    }
    sample.estimatedProperties = event.estimatedProperties.subtracting(untaken(of: event))
    sample.propertiesExpectingUpdates = expectedUpdates(of: event)
    if sample.removeWhatIsNotFinite() {
      outcome.warn(event, "has a force or angle that is not finite", "the value is dropped")
    }
    return sample
  }

  private func expectedUpdates(of event: TouchEvent) -> TouchProperties {
    event.estimatedPropertiesExpectingUpdates.subtracting(untaken(of: event))
  }

  /// The properties that a sample of the event lacks, so that no correction is pending for them.
  private func untaken(of event: TouchEvent) -> TouchProperties {
    if event.type == .pencil { return [] }
    return settings.isForceCapable ? [.azimuth, .altitude] : [.force, .azimuth, .altitude]
  }

  /// Registers the correction that the sample waits for; one without an index is not waited for.
  private mutating func register(
    _ event: TouchEvent, _ sample: inout StrokeSample, _ outcome: inout RecognizerOutcome
  ) {
    guard !sample.propertiesExpectingUpdates.isEmpty else { return }
    guard let key = OutstandingUpdates.Key(event) else {
      outcome.warn(
        event, "expects a correction but has no index for it", "it does not wait for one")
      sample.propertiesExpectingUpdates = []
      return
    }
    guard outstanding[key] == nil else {
      outcome.warn(
        event, "expects a correction with an index that another report waits for",
        "only the other one waits for it")
      sample.propertiesExpectingUpdates = []
      return
    }
    outstanding[key] = .sample(stroke.identifier, stroke.samples.count)
  }
}

extension StrokeSample {
  /// Removes force and angles that are not finite; returns whether there were any.
  fileprivate mutating func removeWhatIsNotFinite() -> Bool {
    let finite = { (value: Double?) in value.flatMap { $0.isFinite ? $0 : nil } }
    let cleaned = (finite(force), finite(azimuth), finite(altitude))
    let isChanged =
      (cleaned.0 == nil) != (force == nil) || (cleaned.1 == nil) != (azimuth == nil)
      || (cleaned.2 == nil) != (altitude == nil)
    (force, azimuth, altitude) = cleaned
    return isChanged
  }
}
