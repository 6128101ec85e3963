import TouchInput

extension LiveStroke {
  /// A touch path as a stroke in progress, its predicted points kept apart.
  ///
  /// A finger has no altitude and azimuth, whatever its events state.
  init(_ path: TouchPath) {
    self.init()
    for point in path.points {
      let sample = StrokeSample(point)
      if point.isPrediction { addPredicted(sample) } else { add(sample) }
    }
  }
}

extension StrokeSample {
  /// The point as it is known now, after all corrections so far.
  fileprivate init(_ point: TouchPathPoint) {
    let event = point.event
    let isPen = event.type == .pencil
    self.init(
      timestamp: event.timestamp, location: event.location, force: event.force,
      azimuth: isPen ? event.azimuth : nil, altitude: isPen ? event.altitudeAngle : nil,
      estimatedProperties: event.estimatedProperties,
      propertiesExpectingUpdates: event.estimatedPropertiesExpectingUpdates,
      isPredicted: point.isPrediction)
  }
}
