import TouchInput

/// A line that is made of numbered parts.
public protocol InkLine: Sendable {
  /// How many parts it has.
  var count: Int { get }
  /// Whether nothing more will be added.
  var isComplete: Bool { get }
}

extension TouchPath: InkLine {}

/// What makes one line of another, at once or by what changed.
///
/// Both ways give the same line, to the last bit; the tests hold every transform to it.
public protocol LineTransform: Hashable, Sendable {
  /// The lines that it takes.
  associatedtype Source: InkLine
  /// The lines that it gives.
  associatedtype Result: InkLine
  /// What it keeps of a line in order to recompute only what changed.
  associatedtype Memory: Sendable

  /// The line made of another, from nothing: the plain twin.
  func result(of source: Source) -> Result

  /// A line without parts for a source, to be updated with all the source's indices.
  func emptyResult(for source: Source) -> Result

  /// What it keeps of a line that has no parts yet.
  func emptyMemory() -> Memory

  /// Brings a line up to date with its source.
  ///
  /// - Parameters:
  ///   - result: The line as it was after the last update.
  ///   - memory: What is kept of it.
  ///   - source: The source as it is now.
  ///   - changed: The source's indices that changed, came or went since; never none.
  ///   - recomputed: Grows by the number of points or elements computed.
  /// - Returns: The line's indices that changed, came or went.
  func update(
    _ result: inout Result, _ memory: inout Memory, from source: Source, changed: ChangedIndices,
    recomputed: inout Int
  ) -> ChangedIndices
}

extension LineTransform where Memory == Void {
  /// Nothing is kept.
  public func emptyMemory() {}
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
