import TouchInput

/// The input of a replay page: batches of touch events with the scale of their positions.
public struct ReplaySource: Sendable {
  /// The title of the page.
  package var title: String
  /// The unit and scale of positions.
  package var scale: LengthScale
  /// The nominal rate of the samples in hertz.
  package var nominalRate: Double
  /// The events as an application received them.
  package var batches: [TouchBatch]

  /// Creates a source of events.
  package init(title: String, scale: LengthScale, nominalRate: Double, batches: [TouchBatch]) {
    self.title = title
    self.scale = scale
    self.nominalRate = nominalRate
    self.batches = batches
  }

  /// Creates a source of a recording.
  ///
  /// Every sample is a batch; coalesced samples join the batch of the next sample that is not
  /// coalesced, and the device's predictions that of the sample they followed. Samples that are not
  /// finite are left out. Strokes on one clock are merged by time; where a stroke begins before the
  /// one listed ahead of it, they follow one another.
  public init(title: String, recording: Recording) {
    var numbered = recording
    for index in numbered.strokes.indices {
      numbered.strokes[index].identifier = "\(index + 1)"
      // A recording does not state when corrections came.
      numbered.strokes[index].settledForces = nil
    }
    self.init(
      title: title, scale: recording.scale, nominalRate: recording.nominalRate,
      batches: numbered.touchBatches.map { $0.replayed })
  }

  /// The number of events.
  package var eventCount: Int { batches.reduce(0) { $0 + $1.events.count } }

  /// The names of the touches, in order of first appearance.
  package var touches: [String] {
    var seen: Set<String> = []
    return batches.flatMap(\.events).map(\.touchIdentifier).filter { seen.insert($0).inserted }
  }

  /// Returns the source with only some touches, and only their first events.
  ///
  /// - Parameters:
  ///   - touches: The names of the touches to keep; nil for all.
  ///   - limit: The most events to keep; nil for all.
  /// - Returns: The source without the other events and without empty batches.
  package func selecting(touches: Set<String>?, limit: Int?) -> ReplaySource {
    var left = limit ?? .max
    var result = self
    result.batches = batches.compactMap { batch in
      let kept = batch.events.filter { touches?.contains($0.touchIdentifier) ?? true }.prefix(left)
      left -= kept.count
      return kept.isEmpty ? nil : TouchBatch(identifier: batch.identifier, events: Array(kept))
    }
    return result
  }
}

extension TouchBatch {
  /// The batch as a page shows it: at precise locations, with an average force where none was
  /// measured, and with every touch that is not a pen as a direct touch.
  fileprivate var replayed: TouchBatch {
    TouchBatch(
      identifier: identifier,
      events: located(.precise).events.map { event in
        var shown = event
        shown.force = event.measuredForce ?? 1
        shown.type = event.type == .pencil ? .pencil : .direct
        return shown
      })
  }
}
