/// A change of one line of a stream by one batch, index by index.
///
/// It states exactly what a `StreamDelta` states by the hull of its indices; the stages of a
/// pipeline use it to recompute only what changed.
public enum LineChange: Hashable, Sendable {
  /// A line was added at that index.
  case added(line: Int)
  /// Elements were changed, added or removed; never empty.
  case updated(line: Int, indices: ChangedIndices)
  /// The line is complete; corrections may still come, after which it is completed again.
  case completed(line: Int)
  /// An event belongs to no line.
  case unhandled(event: String)

  /// The change as a delta; nil for an empty update.
  public var delta: StreamDelta? {
    switch self {
    case .added(let line): .added(line: line)
    case .updated(let line, let indices): indices.hull.map { .updated(line: line, indices: $0) }
    case .completed(let line): .completed(line: line)
    case .unhandled(let event): .unhandled(event: event)
    }
  }
}

/// All lines of a stream after a batch, with the changes made by that batch.
///
/// A consumer may keep it: the lines share memory with the stream, and further events copy only the
/// pages that they change.
public struct LineUpdate<Line> {
  /// The lines; their indices never change.
  public var lines: PagedArray<Line>
  /// The changes, in order.
  public var changes: [LineChange]

  /// Creates an update.
  public init(lines: PagedArray<Line>, changes: [LineChange]) {
    self.lines = lines
    self.changes = changes
  }

  /// The changes as deltas.
  public var deltas: [StreamDelta] { changes.compactMap { $0.delta } }
}

extension LineUpdate: Sendable where Line: Sendable {}
extension LineUpdate: Equatable where Line: Equatable {}

/// A change of one line of a stream by one batch.
///
/// The lines of a stream never change their indices, so a consumer can keep a parallel array and
/// change only what a delta names. An update covers every index that was changed, added or removed;
/// it may cover more.
public enum StreamDelta: Hashable, Sendable {
  /// A line was added at that index.
  case added(line: Int)
  /// Elements in the closed range of indices were changed, added or removed.
  case updated(line: Int, indices: ClosedRange<Int>)
  /// The line is complete; corrections may still come, after which it is completed again.
  case completed(line: Int)
  /// An event belongs to no line.
  case unhandled(event: String)
}
