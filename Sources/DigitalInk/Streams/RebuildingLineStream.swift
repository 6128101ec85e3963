import TouchInput

/// Lines made of lines anew with every input: the plain twin of `LineStream`.
///
/// It is what the incremental one is held to, and what its cost is measured against. Every line that
/// is touched is made from nothing, and its update covers it whole.
public struct RebuildingLineStream<Transform: LineTransform>: InkStage {
  /// How lines are made; a change takes effect with the next input.
  public var transform: Transform
  /// Its lines.
  public private(set) var lines = PagedArray<Transform.Result>()
  /// How many points or elements were computed so far.
  public private(set) var recomputed = 0

  /// Makes a stream without lines.
  public init(_ transform: Transform) { self.transform = transform }

  /// Makes all lines anew, and says that all of each may have changed.
  public mutating func process(_ input: LineUpdate<Transform.Source>) -> [LineChange] {
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

  /// Forgets all lines; the transform stays.
  public mutating func reset() { lines = [] }
}

extension LineChange {
  /// Whether stages pass it on as it is.
  var isCompletionOrUnhandled: Bool {
    switch self {
    case .completed, .unhandled: true
    case .added, .updated: false
    }
  }
}
