import TouchInput

@testable import DigitalInk

/// Recomputes every line from scratch with each input: the reference that `LineStream` must match.
struct RebuildingLineStream<Transform: LineTransform>: InkStage {
  /// How lines are made; a change takes effect with the next input.
  var transform: Transform
  /// Its lines.
  private(set) var lines = PagedArray<Transform.Result>()
  /// The number of points or elements computed so far.
  private(set) var recomputed = 0

  /// Creates a stream without lines.
  init(_ transform: Transform) { self.transform = transform }

  /// Makes all lines anew, and says that all of each may have changed.
  mutating func process(_ input: LineUpdate<Transform.Source>) -> [LineChange] {
    var changes: [LineChange] = []
    for (line, source) in input.lines.enumerated() {
      let result = transform.result(of: source)
      recomputed += source.count
      guard line < lines.count else {
        lines.append(result)
        changes.append(.added(line: line))
        continue
      }
      let all = ChangedIndices(0..<max(lines[line].count, result.count))
      lines[line] = result
      if !all.isEmpty { changes.append(.updated(line: line, indices: all)) }
    }
    changes += input.changes.filter(\.isCompletionOrUnhandled)
    return changes
  }

  /// Removes all lines; the transform stays.
  mutating func reset() { lines = [] }
}
