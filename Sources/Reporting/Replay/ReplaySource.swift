import TouchInput

/// What a replay page is made from: batches of touch events with the scale of their positions.
public struct ReplaySource: Sendable {
  /// What it is called on the page.
  package var title: String
  /// What positions are measured in.
  package var scale: LengthScale
  /// The usual rate of the samples, in hertz.
  package var nominalRate: Double
  /// The events as an application met them.
  package var batches: [TouchBatch]

  /// Makes a source of events.
  package init(title: String, scale: LengthScale, nominalRate: Double, batches: [TouchBatch]) {
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
    var numbered = recording
    for index in numbered.strokes.indices {
      numbered.strokes[index].identifier = "\(index + 1)"
      // A recording does not say when corrections came.
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

  /// The same source with some touches alone, and of these with the first events alone.
  ///
  /// - Parameters:
  ///   - touches: The names of the touches that are kept; nil for all.
  ///   - limit: How many events are kept at most; nil for all.
  /// - Returns: The source without the other events, and without batches that are then empty.
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
  /// The batch as a page shows it: at the precise places, with the force of an average touch where
  /// none was measured, and pens apart from all else.
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
