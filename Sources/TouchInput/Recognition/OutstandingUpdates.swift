/// The corrections that a recognizer waits for, by the number that the system gave them.
///
/// They outlive the gesture: a correction may come after the end of its stroke, and then reaches the
/// copy that is kept here until the stroke is settled.
struct OutstandingUpdates: Hashable, Sendable {
  /// A correction's number, which is unique for a touch.
  struct Key: Hashable, Sendable {
    let touch: String
    let index: Double

    /// The key of an event; nil where it has no number that could be found again.
    init?(_ event: TouchEvent) {
      guard let index = event.estimationUpdateIndex, index.isFinite else { return nil }
      touch = event.touchIdentifier
      self.index = index
    }
  }

  /// What a correction is about.
  enum Subject: Hashable, Sendable {
    /// A sample of a stroke.
    case sample(StrokeIdentifier, Int)
    /// A report that was too near to the one before to become a sample.
    case dropped
  }

  private var subjects: [Key: Subject] = [:]
  /// The earlier strokes that wait for a correction.
  private(set) var strokes: [StrokeIdentifier: LiveStroke] = [:]

  /// How many corrections are waited for.
  var count: Int { subjects.count }

  subscript(key: Key) -> Subject? {
    get { subjects[key] }
    set { subjects[key] = newValue }
  }

  /// Keeps a stroke whose gesture is over, where it waits for corrections.
  mutating func keep(_ stroke: LiveStroke) {
    if !stroke.isSettled { strokes[stroke.identifier] = stroke }
  }

  /// Puts other values into a sample of an earlier stroke, which goes once it is settled.
  ///
  /// - Returns: Whether it is settled now.
  mutating func apply(_ change: StrokeChange, to stroke: StrokeIdentifier) -> Bool {
    let isSettled = strokes[stroke]?.apply(change) ?? false
    if isSettled { strokes[stroke] = nil }
    return isSettled
  }
}
