import MotionNumerics
import MotionPrediction
import TouchInput

/// One touch and the predictor that observes it.
struct PredictedTouch: Sendable {
  private var predictor: any Predictor
  /// The number of the path's points that it has observed.
  private var observed = 0
  /// The number of horizons already answered since the newest point.
  private var answered = 0

  /// Creates the touch, with a predictor that has begun a stroke.
  init(_ predictor: any Predictor) { self.predictor = predictor }

  /// Passes the new points to the predictor, then the device's predictions.
  mutating func observe(_ path: TouchPath) {
    if observed < path.confirmed.count {
      for index in observed..<path.confirmed.count {
        predictor.observe(TouchSample(path.confirmed[index].event))
      }
      observed = path.confirmed.count
      answered = 0
    }
    guard !path.predicted.isEmpty else { return }
    predictor.observeDevicePredictions(path.predicted.map { TouchSample($0.event) })
  }

  /// Returns the predicted events of the horizons not yet answered, in order of time.
  ///
  /// A horizon before an answered one is not answered later: its point would come after the farther
  /// one.
  mutating func predictions(
    of path: TouchPath, ahead horizons: [Double], after serial: Int
  ) -> [TouchEvent] {
    guard let newest = path.confirmed.last?.event else { return [] }
    var events: [TouchEvent] = []
    for index in answered..<horizons.count {
      let time = newest.timestamp + horizons[index]
      guard time.isFinite, let answer = predictor.predict(ahead: horizons[index])?.ifFinite
      else { continue }
      let name = "nextpoint:\(newest.touchIdentifier):\(serial + events.count + 1)"
      events.append(newest.predicted(answer, at: time, named: name))
      answered = index + 1
    }
    return events
  }

  /// Ends the stroke and returns the predictor.
  consuming func ended(at time: Double) -> any Predictor {
    predictor.endStroke(at: time)
    return predictor
  }
}

extension TouchEvent {
  /// Returns a prediction after this event, as an event.
  fileprivate func predicted(
    _ prediction: Prediction, at time: Double, named name: String
  ) -> TouchEvent {
    var event = self
    event.identifier = name
    event.timestamp = time
    event.phase = .moved
    event.location = prediction.position
    event.preciseLocation = nil
    // An extrapolated force may leave the device's range.
    if let force = prediction.force {
      event.force = min(max(force, 0), max(maximumPossibleForce, self.force))
    }
    if let altitude = prediction.altitude { event.altitudeAngle = altitude }
    if let azimuth = prediction.azimuth {
      event.azimuth = azimuth
      event.azimuthUnitVector = .direction(azimuth)
    }
    event.estimationUpdateIndex = nil
    event.estimatedProperties = [.force, .azimuth, .altitude, .location]
    event.estimatedPropertiesExpectingUpdates = []
    event.isUpdate = false
    event.isCoalesced = false
    event.exactLocation = nil
    var unmeasured = unmeasuredValues
    if prediction.force != nil { unmeasured.remove(.force) }
    if prediction.altitude != nil { unmeasured.remove(.altitude) }
    if prediction.azimuth != nil { unmeasured.remove(.azimuth) }
    if event.unmeasuredValues != unmeasured { event.unmeasured = unmeasured }
    event.isPrediction = true
    return event
  }
}

extension TouchSample {
  /// Creates the sample of an event: force if the device measures it, angles of pens only.
  package init(_ event: TouchEvent) {
    self.init(
      time: event.timestamp, position: event.location,
      force: event.measuredForce,
      altitude: event.measuredAltitude, azimuth: event.measuredAzimuth,
      kind: event.isPrediction ? .predicted : .actual, phase: Phase(event.phase))
  }
}

extension TouchSample.Phase {
  /// Creates the phase of a touch; hovering, which paths draw too, counts as motion.
  fileprivate init(_ phase: TouchPhase) {
    switch phase {
    case .began: self = .began
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    case .moved, .stationary, .regionEntered, .regionMoved, .regionExited: self = .moved
    }
  }
}
