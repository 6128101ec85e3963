import TouchInput

/// Makes strokes of the events of pointers of one kind, one pointer after another.
struct PointerStrokes {
  /// A stroke and whether it hovers.
  private struct Entry {
    var stroke: Stroke
    var isHover: Bool
  }

  private enum Motion {
    case contact
    case hover
  }

  private let kind: String
  private var entries: [Entry] = []
  /// What the stroke that is open, the last, is; nil where none is open.
  private var open: Motion?
  /// The time of the newest sample that came as a raw update, in seconds.
  private var newestRaw: Double?

  init(kind: String) { self.kind = kind }

  /// Returns the strokes by the time at which they begin, named by their number, after the name of the
  /// trial where there is one.
  ///
  /// - Parameters:
  ///   - trial: The name of the trial; nil if there is none.
  ///   - earlier: The number of strokes of earlier sessions, whose numbers are not used again.
  /// - Returns: The strokes.
  func finished(named trial: String? = nil, after earlier: Int = 0) -> [Stroke] {
    let prefix = trial.map { "\($0)." } ?? ""
    return entries.enumerated()
      .sorted { (beginning($0.element), $0.offset) < (beginning($1.element), $1.offset) }
      .enumerated()
      .map { number, entry in
        var stroke = entry.element.stroke
        stroke.kind = entry.element.isHover ? .hover : .contact
        let name = "\(earlier + number + 1)"
        stroke.identifier = prefix + (entry.element.isHover ? "hover-" : "") + name
        return stroke
      }
  }

  /// Ends what a pointer leaves open; contact that the file cuts off keeps its phase `moved`.
  mutating func endPointer() {
    if open == .hover { close(phase: .ended) }
    open = nil
    newestRaw = nil
  }

  /// Adds an event, later than those before it.
  mutating func add(_ event: PointerEvent) {
    switch event.type {
    case "pointerdown":
      close(phase: .ended)
      add(samples(event), as: .contact, begins: true)
      predict(event)
    case "pointermove", "pointerrawupdate": move(event)
    case "pointerup" where open == .contact:
      add(samples(event), as: .contact, begins: false)
      close(phase: .ended)
    // The position of a pointer that was taken away is not known; some browsers write 0.
    case "pointercancel" where open == .contact: close(phase: .cancelled)
    default: return
    }
  }

  private mutating func move(_ event: PointerEvent) {
    let isContact = kind == "touch" || (event.buttons.map { $0 != 0 } ?? (open == .contact))
    var samples = samples(event)
    if let newestRaw, event.type == "pointermove" { samples.removeAll { $0.time <= newestRaw } }
    if event.type == "pointerrawupdate" { newestRaw = samples.last?.time ?? newestRaw }
    if !isContact { samples = samples.map(Self.withoutForce) }
    add(samples, as: isContact ? .contact : .hover, begins: !isContact)
    predict(event)
  }

  /// Returns what was measured: the coalesced events where there are some, else the event itself.
  private func samples(_ event: PointerEvent) -> [TouchSample] {
    guard !event.coalesced.isEmpty else { return [sample(event, .actual)] }
    let last = event.coalesced.count - 1
    return event.coalesced.enumerated()
      .sorted { ($0.element.timeStamp, $0.offset) < ($1.element.timeStamp, $1.offset) }
      .enumerated()
      .map { sample($0.element.element, $0.offset == last ? .actual : .coalesced) }
  }

  private mutating func add(_ samples: [TouchSample], as motion: Motion, begins: Bool) {
    for sample in samples {
      if open != motion || isCut(motion, sample) {
        close(phase: .ended)
        var first = sample
        first.phase = begins ? .began : .moved
        entries.append(
          Entry(stroke: Stroke(identifier: "", samples: [first]), isHover: motion == .hover))
        open = motion
      } else {
        entries[entries.count - 1].stroke.samples.append(sample)
      }
    }
  }

  private func isCut(_ motion: Motion, _ sample: TouchSample) -> Bool {
    guard motion == .hover, let last = entries.last?.stroke.samples.last else { return false }
    return sample.time - last.time > EvdevStrokes.longestPause
  }

  /// Gives the last sample of the open stroke its phase, where it is not the first too.
  private mutating func close(phase: TouchSample.Phase) {
    guard open != nil, let last = entries.last?.stroke.samples.indices.last else { return }
    open = nil
    if last > 0 { entries[entries.count - 1].stroke.samples[last].phase = phase }
  }

  private mutating func predict(_ event: PointerEvent) {
    guard open != nil, !event.predicted.isEmpty, let entry = entries.last else { return }
    let batch = DevicePredictionBatch(
      samplesBefore: entry.stroke.samples.count,
      samples: event.predicted.map { sample($0, .predicted) }.sorted { $0.time < $1.time })
    entries[entries.count - 1].stroke.devicePredictions.append(batch)
  }

  private func sample(_ event: PointerEvent, _ sampleKind: TouchSample.Kind) -> TouchSample {
    let angles = kind == "pen" ? Self.angles(event) : nil
    return TouchSample(
      time: event.timeStamp / 1000, position: SIMD2(event.x, event.y),
      force: kind == "mouse" ? nil : event.pressure, altitude: angles?.altitude,
      azimuth: angles?.azimuth, kind: sampleKind)
  }

  private static func angles(_ event: PointerEvent) -> PenTilt.Angles? {
    if let altitude = event.altitudeAngle, let azimuth = event.azimuthAngle {
      return PenTilt.Angles(altitude: altitude, azimuth: azimuth)
    }
    guard let x = event.tiltX, let y = event.tiltY else { return nil }
    return PenTilt.angles(x: x * .pi / 180, y: y * .pi / 180)
  }

  /// Returns the pressure of what does not touch is 0 by definition and not measured.
  private static func withoutForce(_ sample: TouchSample) -> TouchSample {
    var sample = sample
    sample.force = nil
    return sample
  }

  private func beginning(_ entry: Entry) -> Double { entry.stroke.samples.first?.time ?? 0 }
}
