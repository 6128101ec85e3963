import TouchInput

/// What a replay page is made from: batches of touch events with the scale of their positions.
public struct ReplaySource: Sendable {
  /// What it is called on the page.
  public var title: String
  /// What positions are measured in.
  public var scale: LengthScale
  /// The usual rate of the samples, in hertz.
  public var nominalRate: Double
  /// The events as an application met them.
  public var batches: [TouchBatch]

  /// Makes a source of events.
  public init(title: String, scale: LengthScale, nominalRate: Double, batches: [TouchBatch]) {
    self.title = title
    self.scale = scale
    self.nominalRate = nominalRate
    self.batches = batches
  }

  /// Makes a source of a recording.
  ///
  /// Every sample is a batch; coalesced samples are in that of the next one that is not, and the
  /// device's predictions in that of the sample after which they came. Samples that are not finite
  /// numbers are left out. Strokes that follow one another on one clock are merged by time; where a
  /// stroke begins before the one listed ahead of it, they are taken one after another.
  public init(title: String, recording: Recording) {
    let type: TouchType = recording.tool == .stylus ? .pencil : .direct
    let strokes = recording.strokes.enumerated().map { place, stroke in
      StrokeBatches(stroke, named: "\(place + 1)", type: type).batches
    }
    self.init(
      title: title, scale: recording.scale, nominalRate: recording.nominalRate,
      batches: Self.merged(strokes.filter { !$0.isEmpty }))
  }

  /// The number of events.
  public var eventCount: Int { batches.reduce(0) { $0 + $1.events.count } }

  /// The names of the touches, in order of first appearance.
  public var touches: [String] {
    var seen: Set<String> = []
    return batches.flatMap(\.events).map(\.touchIdentifier).filter { seen.insert($0).inserted }
  }

  /// The same source with some touches alone, and of these with the first events alone.
  ///
  /// - Parameters:
  ///   - touches: The names of the touches that are kept; nil for all.
  ///   - limit: How many events are kept at most; nil for all.
  /// - Returns: The source without the other events, and without batches that are then empty.
  public func selecting(touches: Set<String>?, limit: Int?) -> ReplaySource {
    var left = limit ?? .max
    var result = self
    result.batches = batches.compactMap { batch in
      let kept = batch.events.filter { touches?.contains($0.touchIdentifier) ?? true }.prefix(left)
      left -= kept.count
      return kept.isEmpty ? nil : TouchBatch(identifier: batch.identifier, events: Array(kept))
    }
    return result
  }

  private static func merged(_ strokes: [[TouchBatch]]) -> [TouchBatch] {
    let starts = strokes.compactMap { $0.first?.events.first?.timestamp }
    let all = strokes.flatMap { $0 }
    guard zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 }) else { return all }
    func time(_ batch: TouchBatch) -> Double { batch.events.first?.timestamp ?? 0 }
    // Sorting by time and place keeps the order of batches of one moment.
    return all.enumerated().sorted {
      (time($0.element), $0.offset) < (time($1.element), $1.offset)
    }.map(\.element)
  }
}

/// The samples of one stroke as touch events.
private struct StrokeBatches {
  private(set) var batches: [TouchBatch] = []
  private let name: String
  private let type: TouchType

  init(_ stroke: Stroke, named name: String, type: TouchType) {
    self.name = name
    self.type = type
    var open: [TouchEvent] = []
    var predictions = stroke.devicePredictions[...]
    for (index, sample) in stroke.samples.enumerated() {
      if sample.isFinite { open.append(event(sample, "\(name).\(index + 1)")) }
      while let batch = predictions.first, batch.samplesBefore <= index + 1 {
        predictions = predictions.dropFirst()
        let place = "\(name).\(index + 1)+"
        for (ahead, sample) in batch.samples.enumerated() where sample.isFinite {
          open.append(event(sample, place + "\(predictions.count).\(ahead + 1)", isGuess: true))
        }
      }
      guard sample.kind != .coalesced, !open.isEmpty else { continue }
      batches.append(TouchBatch(events: open))
      open = []
    }
    if !open.isEmpty { batches.append(TouchBatch(events: open)) }
  }

  private func event(
    _ sample: TouchSample, _ identifier: String, isGuess: Bool = false
  ) -> TouchEvent {
    TouchEvent(
      identifier: identifier, touchIdentifier: name, timestamp: sample.time, type: type,
      phase: isGuess ? .moved : TouchPhase(sample.phase), force: sample.force ?? 1,
      altitudeAngle: sample.altitude ?? .pi / 2, azimuth: sample.azimuth ?? 0,
      location: sample.position, isPrediction: isGuess)
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
