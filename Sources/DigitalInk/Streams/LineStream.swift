import TouchInput

/// A stream stage that transforms lines and recomputes only what changed.
///
/// The lines always equal those of a full recomputation. A stream that joins late, or meets an
/// unknown line, computes it from its first index and adds it. Changing the transform recomputes
/// all lines with the next input.
public struct LineStream<Transform: LineTransform>: InkStage {
  /// The transform of lines.
  public var transform: Transform {
    didSet { if transform != oldValue { isStale = true } }
  }
  /// The lines.
  public private(set) var lines = PagedArray<Transform.Result>()
  /// The number of points or elements computed so far.
  public private(set) var recomputed = 0

  private var memories: [Transform.Memory] = []
  private var isStale = false

  /// Creates a stream without lines.
  public init(_ transform: Transform) { self.transform = transform }

  /// Processes an update of the previous stage, and returns the changes of this one.
  public mutating func process(_ input: LineUpdate<Transform.Source>) -> [LineChange] {
    var changes: [LineChange] = []
    let isCurrent = !isStale
    if isStale { rebuild(from: input.lines, into: &changes) }
    addLines(upTo: input.lines.count - input.addedCount, of: input.lines, into: &changes)
    for change in input.changes {
      switch change {
      case .added(let line):
        add(line, from: input.lines, into: &changes)
      case .updated(let line, let indices):
        if isCurrent { update(line, from: input.lines, indices, into: &changes) }
      case .completed, .unhandled:
        changes.append(change)
      }
    }
    return changes
  }

  /// Removes all lines; keeps the transform.
  public mutating func reset() {
    lines = []
    memories = []
    isStale = false
  }

  private mutating func update(
    _ line: Int, from sources: PagedArray<Transform.Source>, _ indices: ChangedIndices,
    into changes: inout [LineChange]
  ) {
    let wasComplete = lines[line].isComplete
    var changed = transform.update(
      &lines[line], &memories[line], from: sources[line], changed: indices,
      recomputed: &recomputed)
    // The end of a line can depend on whether it is complete, so its last index is reported as
    // changed.
    if lines[line].isComplete != wasComplete { changed.insert(max(lines[line].count - 1, 0)) }
    if !changed.isEmpty { changes.append(.updated(line: line, indices: changed)) }
  }

  /// Adds the lines that are older than this stream.
  private mutating func addLines(
    upTo count: Int, of sources: PagedArray<Transform.Source>, into changes: inout [LineChange]
  ) {
    while lines.count < count {
      let line = lines.count
      add(line, from: sources, into: &changes)
      if sources[line].isComplete { changes.append(.completed(line: line)) }
    }
  }

  private mutating func add(
    _ line: Int, from sources: PagedArray<Transform.Source>, into changes: inout [LineChange]
  ) {
    lines.append(transform.emptyResult(for: sources[line]))
    memories.append(transform.emptyMemory())
    fill(line, from: sources[line])
    changes.append(.added(line: line))
  }

  /// Computes an empty line from its whole source.
  private mutating func fill(_ line: Int, from source: Transform.Source) {
    let all = ChangedIndices(0..<source.count)
    guard !all.isEmpty else { return }
    _ = transform.update(
      &lines[line], &memories[line], from: source, changed: all, recomputed: &recomputed)
  }

  /// Recomputes all lines after a change of the transform.
  private mutating func rebuild(
    from sources: PagedArray<Transform.Source>, into changes: inout [LineChange]
  ) {
    isStale = false
    for line in 0..<min(lines.count, sources.count) {
      let former = lines[line].count
      lines[line] = transform.emptyResult(for: sources[line])
      memories[line] = transform.emptyMemory()
      fill(line, from: sources[line])
      let all = ChangedIndices(0..<max(former, lines[line].count))
      if !all.isEmpty { changes.append(.updated(line: line, indices: all)) }
    }
  }
}

extension LineUpdate {
  /// The number of new lines.
  var addedCount: Int {
    changes.reduce(0) { count, change in
      if case .added = change { count + 1 } else { count }
    }
  }
}
