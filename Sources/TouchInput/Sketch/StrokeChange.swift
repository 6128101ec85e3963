/// A change of a stroke.
///
/// Strokes are values, and a late correction has to reach every copy: code that keeps one applies
/// the changes that the recognizer reports with `LiveStroke.apply`.
public enum StrokeChange: Hashable, Sendable {
  /// An actual sample was added, and the predicted ones are withdrawn.
  case added(StrokeSample)
  /// A predicted sample was added after the others of its set.
  case predicted(StrokeSample)
  /// The predicted samples are withdrawn.
  case predictionsWithdrawn
  /// The actual sample at that index has new values.
  case updated(StrokeSample, at: Int)
  /// The stroke is active, done or cancelled.
  case state(LiveStroke.State)
}

/// A change with its stroke and the event that caused it.
public struct StrokeEdit: Hashable, Sendable {
  /// The stroke.
  public var stroke: StrokeIdentifier
  /// The change.
  public var change: StrokeChange
  /// The identifier of the event that caused it; nil for a change without values.
  public var event: String?

  /// Creates an edit.
  public init(stroke: StrokeIdentifier, change: StrokeChange, event: String? = nil) {
    self.stroke = stroke
    self.change = change
    self.event = event
  }
}
