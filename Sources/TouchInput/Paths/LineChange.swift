/// What changed in one of the lines of a stream by one batch, index by index.
///
/// It says exactly what a `StreamDelta` says by the hull of the indices; stages of a pipeline work by
/// it and recompute only what it names.
public enum LineChange: Hashable, Sendable {
  /// A new line, at that place.
  case added(line: Int)
  /// The indices that changed, came or went; never none.
  case updated(line: Int, indices: ChangedIndices)
  /// Nothing more will be added to it; corrections may still come, and it is then completed again.
  case completed(line: Int)
  /// An event that belongs to no line.
  case unhandled(event: String)

  /// The same as a delta; nil for an update of nothing.
  package var delta: StreamDelta? {
    switch self {
    case .added(let line): .added(line: line)
    case .updated(let line, let indices): indices.hull.map { .updated(line: line, indices: $0) }
    case .completed(let line): .completed(line: line)
    case .unhandled(let event): .unhandled(event: event)
    }
  }
}

/// All the lines of a stream after a batch, with what that batch changed.
///
/// A consumer may keep it: the lines share their memory with the stream, and further events copy only
/// the pages that they change.
public struct LineUpdate<Line> {
  /// The lines, in their places for good.
  public var lines: PagedArray<Line>
  /// What changed, in order.
  public var changes: [LineChange]

  /// Makes an update.
  public init(lines: PagedArray<Line>, changes: [LineChange]) {
    self.lines = lines
    self.changes = changes
  }

  /// What changed, by hulls of indices.
  public var deltas: [StreamDelta] { changes.compactMap { $0.delta } }
}

extension LineUpdate: Sendable where Line: Sendable {}
extension LineUpdate: Equatable where Line: Equatable {}

/// What changed in one of the lines of a stream by one batch of input.
///
/// The lines of a stream keep their places for good, so that a consumer can keep its own beside them
/// and change only what a delta names. An update covers every index whose value changed, was added,
/// or is no longer there; it may cover more.
public enum StreamDelta: Hashable, Sendable {
  /// A new line, at that place.
  case added(line: Int)
  /// Some of its elements changed, came or went: those in the closed range of indices.
  case updated(line: Int, indices: ClosedRange<Int>)
  /// Nothing more will be added to it; corrections may still come, and it is then completed again.
  case completed(line: Int)
  /// An event that belongs to no line.
  case unhandled(event: String)
}
