import TouchInput

/// A line of indexed parts.
public protocol InkLine: Sendable {
  /// The number of its parts.
  var count: Int { get }
  /// Whether the line is complete.
  var isComplete: Bool { get }
}

extension TouchPath: InkLine {}

/// A transform of lines, both as a whole and incrementally.
///
/// Both ways give bit-identical lines; tests hold every transform to that.
public protocol LineTransform: Hashable, Sendable {
  /// The type of its input lines.
  associatedtype Source: InkLine
  /// The type of its output lines.
  associatedtype Result: InkLine
  /// The state kept for a line in order to recompute only what changed.
  associatedtype Memory: Sendable

  /// Returns the transformed line, computed from scratch.
  func result(of source: Source) -> Result

  /// Returns an empty line for a source, to be updated with all the source's indices.
  func emptyResult(for source: Source) -> Result

  /// Returns the state for an empty line.
  func emptyMemory() -> Memory

  /// Updates a line after changes of its source.
  ///
  /// - Parameters:
  ///   - result: The line after the last update.
  ///   - memory: The state kept for it.
  ///   - source: The current source.
  ///   - changed: The source's indices that were changed, added or removed since; never empty.
  ///   - recomputed: Increased by the number of points or elements computed.
  /// - Returns: The line's indices that were changed, added or removed.
  func update(
    _ result: inout Result, _ memory: inout Memory, from source: Source, changed: ChangedIndices,
    recomputed: inout Int
  ) -> ChangedIndices
}

extension LineTransform where Memory == Void {
  /// Returns the empty state.
  public func emptyMemory() {}
}

extension LineChange {
  /// Whether stages pass the change on unmodified.
  var isCompletionOrUnhandled: Bool {
    switch self {
    case .completed, .unhandled: true
    case .added, .updated: false
    }
  }
}
