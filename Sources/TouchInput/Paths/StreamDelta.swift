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
