extension Recording {
  /// The strokes as touch events, as an application would have received them.
  ///
  /// Every sample is a callback; coalesced samples arrive with the next sample that is not
  /// coalesced, and the device's predictions with the sample they followed. Force corrections
  /// arrive when the touch is over, since their times were not recorded. Touches have the names of
  /// their strokes. Strokes that overlap on one clock are merged by time; if a stroke begins before
  /// the one listed ahead of it, they are taken in order. Samples that are not finite are dropped.
  ///
  /// Values without a field in a touch event are kept beside it: `TouchEvent.isCoalesced`,
  /// `unmeasured` and `exactLocation`.
  package var touchBatches: [TouchBatch] {
    let touches = strokes.enumerated().map { place, stroke in
      RecordedTouch(stroke, number: place + 1, tool: tool).batches
    }
    return Self.merged(touches.filter { !$0.isEmpty })
  }

  private static func merged(_ touches: [[TouchBatch]]) -> [TouchBatch] {
    func start(_ batches: ArraySlice<TouchBatch>) -> Double {
      batches.first?.events.first?.timestamp ?? .infinity
    }
    let starts = touches.map { start($0[...]) }
    guard zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) else {
      return touches.flatMap { $0 }
    }
    var result: [TouchBatch] = []
    var waiting = touches[...]
    var open: [ArraySlice<TouchBatch>] = []
    while true {
      let next = open.indices.min { start(open[$0]) < start(open[$1]) }
      let time = next.map { start(open[$0]) } ?? .infinity
      if let fresh = waiting.first, next == nil || start(fresh[...]) < time {
        open.append(fresh[...])
        waiting = waiting.dropFirst()
        continue
      }
      guard let next, let batch = open[next].popFirst() else { return result }
      result.append(batch)
      if open[next].isEmpty { open.remove(at: next) }
    }
  }
}

/// The samples of one stroke as touch events.
private struct RecordedTouch {
  private(set) var batches: [TouchBatch] = []
  private let stroke: Stroke
  private let number: Int
  private let tool: Recording.Tool
  private var open: [TouchEvent] = []

  init(_ stroke: Stroke, number: Int, tool: Recording.Tool) {
    self.stroke = stroke
    self.number = number
    self.tool = tool
    let corrected = Self.correctedSamples(of: stroke)
    var predictions = stroke.devicePredictions[...]
    // A touch that is over is not predicted: its last report ends it later.
    let isPredictedToTheEnd = predictions.last.map { $0.samplesBefore >= stroke.samples.count }
    var late: [TouchEvent] = []
    for (index, sample) in stroke.samples.enumerated() where sample.isFinite {
      var report = event(sample, "\(number).\(index + 1)")
      report.isCoalesced = sample.kind == .coalesced
      report.exactLocation = stroke.exactPositions?[index]
      let endsLate =
        index == stroke.samples.count - 1 && isPredictedToTheEnd == true && report.phase.isEnd
      if corrected.contains(index) || endsLate { report.estimationUpdateIndex = Double(index + 1) }
      if corrected.contains(index) {
        late.append(correction(of: report, index, endsLate: endsLate))
      }
      if endsLate { late.append(end(of: report, corrected: corrected.contains(index))) }
      if endsLate { report.phase = .moved }
      if corrected.contains(index) {
        report.estimatedProperties = .force
        report.estimatedPropertiesExpectingUpdates = .force
      }
      open.append(report)
      while let run = predictions.first, run.samplesBefore <= index + 1 {
        predictions = predictions.dropFirst()
        predict(run, after: index, left: predictions.count)
      }
      if sample.kind != .coalesced { close() }
    }
    close()
    open = late
    close()
  }

  private mutating func close() {
    if !open.isEmpty { batches.append(TouchBatch(events: open)) }
    open = []
  }

  /// Adds a run of predictions; a second run after the same sample becomes a callback of its own.
  private mutating func predict(_ run: DevicePredictionBatch, after index: Int, left: Int) {
    if open.last?.isPrediction == true { close() }
    for (ahead, sample) in run.samples.enumerated() where sample.isFinite {
      var guess = event(sample, "\(number).\(index + 1)+\(left).\(ahead + 1)")
      guess.phase = .moved
      guess.isPrediction = true
      guess.estimatedProperties = [.force, .azimuth, .altitude, .location]
      open.append(guess)
    }
  }

  /// The samples with a correction: those whose final force differs.
  ///
  /// If the device corrects forces and none changed, the first one is corrected to itself.
  private static func correctedSamples(of stroke: Stroke) -> Set<Int> {
    guard let settled = stroke.settledForces, !settled.isEmpty else { return [] }
    let changed = zip(stroke.samples, settled).enumerated()
      .filter { $0.element.0.force != $0.element.1 }.map { $0.offset }
    return changed.isEmpty ? [0] : Set(changed)
  }

  /// The late correction of a sample's force.
  private func correction(
    of report: TouchEvent, _ index: Int, endsLate: Bool
  ) -> TouchEvent {
    var sample = stroke.samples[index]
    sample.force = stroke.settledForces?[index]
    var update = event(sample, report.identifier + ".force")
    update.estimationUpdateIndex = report.estimationUpdateIndex
    update.isUpdate = true
    if endsLate { update.phase = .moved }
    return update
  }

  /// The event that ends a touch whose last report was followed by predictions.
  private func end(of report: TouchEvent, corrected: Bool) -> TouchEvent {
    var sample = stroke.samples[stroke.samples.count - 1]
    if corrected { sample.force = stroke.settledForces?[stroke.samples.count - 1] }
    var end = event(sample, report.identifier + ".end")
    end.estimationUpdateIndex = report.estimationUpdateIndex
    end.isUpdate = true
    return end
  }

  private func event(_ sample: TouchSample, _ identifier: String) -> TouchEvent {
    let greatest = stroke.maximumPossibleForce
    let assumed = sample.force.map { max($0, StrokeSample.usualMaximumForce) } ?? 0
    var event = TouchEvent(
      identifier: identifier, touchIdentifier: stroke.identifier, timestamp: sample.time,
      type: TouchType(tool), phase: TouchPhase(sample.phase), force: sample.force ?? 0,
      maximumPossibleForce: greatest ?? assumed, altitudeAngle: sample.altitude ?? .pi / 2,
      azimuth: sample.azimuth ?? 0, azimuthUnitVector: PenAngle.direction(sample.azimuth ?? 0),
      location: sample.regularPosition ?? sample.position,
      preciseLocation: sample.regularPosition == nil ? nil : sample.position)
    var unmeasured: UnmeasuredValues = tool == .unknown ? .type : []
    if sample.force == nil { unmeasured.insert(.force) }
    if sample.altitude == nil { unmeasured.insert(.altitude) }
    if sample.azimuth == nil { unmeasured.insert(.azimuth) }
    if greatest == nil { unmeasured.insert(.maximumPossibleForce) }
    // Stated only if it does not follow from type and force, as in recordings of devices.
    if unmeasured != event.unmeasuredValues { event.unmeasured = unmeasured }
    return event
  }
}

extension TouchPhase {
  /// The phase of a recorded sample.
  fileprivate init(_ phase: TouchSample.Phase) {
    switch phase {
    case .began: self = .began
    case .moved: self = .moved
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}

extension TouchType {
  /// The touch type; a finger if unknown.
  fileprivate init(_ tool: Recording.Tool) {
    switch tool {
    case .finger, .unknown: self = .direct
    case .stylus: self = .pencil
    case .mouse: self = .indirectPointer
    }
  }
}
