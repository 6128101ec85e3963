import DigitalInk
import TouchInput

/// A filter of its own: keeps every second point, and updates only those that changed.
struct EveryOther: PolylineFilter {
  func result(of source: Polyline) -> Polyline {
    var line = emptyResult(for: source)
    for index in stride(from: 0, to: source.count, by: 2) {
      line.points.append(source.points[index])
    }
    line.isComplete = source.isComplete
    return line
  }

  /// The number of points that the source had.
  func emptyMemory() -> Int { 0 }

  func update(
    _ result: inout Polyline, _ memory: inout Int, from source: Polyline, changed: ChangedIndices,
    recomputed: inout Int
  ) -> ChangedIndices {
    var reported = ChangedIndices()
    let (former, count) = ((memory + 1) / 2, (source.count + 1) / 2)
    memory = source.count
    result.isComplete = source.isComplete
    result.points.truncate(to: count)
    if count < former { reported.insert(count...(former - 1)) }
    for range in changed.widened(within: 0..<source.count).ranges {
      for index in range where index % 2 == 0 {
        result.points.set(source.points[index], at: index / 2)
        reported.insert(index / 2)
        recomputed += 1
      }
    }
    return reported
  }
}

/// Runs the filter on a line that grows at its end, is corrected at its start and is shortened.
///
/// - Returns: The ranges that the filter reported for each callback.
func rangesOfFilter() -> [[ClosedRange<Int>]] {
  func event(_ name: String, _ index: Int, x: Double, isPrediction: Bool = false) -> TouchEvent {
    TouchEvent(
      identifier: name, touchIdentifier: "T", timestamp: Double(index), type: .pencil,
      phase: index == 0 ? .began : .moved, location: [x, 0],
      estimationUpdateIndex: isPrediction ? nil : Double(index),
      estimatedPropertiesExpectingUpdates: isPrediction ? [] : .location, isPrediction: isPrediction
    )
  }
  var correction = event("0 corrected", 0, x: 0.5)
  correction.isUpdate = true
  let predictions = (0..<6).map {
    event("p\($0)", 10 + $0, x: Double(10 + $0), isPrediction: true)
  }
  let batches = [
    (0..<8).map { event("\($0)", $0, x: Double($0)) },
    [correction] + (8..<10).map { event("\($0)", $0, x: Double($0)) }, predictions,
    [event("10", 10, x: 10)],
  ].map { TouchBatch(events: $0) }
  var lines = TouchPathStream().then(PolylineStream())
  var filter = FilterStream(EveryOther())
  var ranges: [[ClosedRange<Int>]] = []
  for batch in batches {
    let update = lines.update(batch)
    let filtered = filter.update(update)
    check(filtered.lines[0] == EveryOther().result(of: update.lines[0]), "as from scratch")
    ranges += filtered.changes.map { change in
      if case .updated(_, let indices) = change { indices.ranges } else { [] }
    }
  }
  check(lines.first.takeWarnings().isEmpty, "every event fits")
  return ranges
}
