/// The pending corrections of a recognizer, by the index that the system gave them.
///
/// They outlive the gesture: a correction may arrive after the end of its stroke, and then applies
/// to the copy that is kept here until the stroke is settled.
struct OutstandingUpdates: Hashable, Sendable {
  /// The index of a correction, unique for a touch.
  struct Key: Hashable, Sendable {
    let touch: String
    let index: Double

    /// The key of an event; nil if it has no number that could be found again.
    init?(_ event: TouchEvent) {
      guard let index = event.estimationUpdateIndex, index.isFinite else { return nil }
      touch = event.touchIdentifier
      self.index = index
    }
  }

  /// The subject of a correction.
  enum Subject: Hashable, Sendable {
    /// A sample of a stroke.
    case sample(StrokeIdentifier, Int)
    /// A report too close to the previous one to become a sample.
    case dropped
  }

  private var subjects: [Key: Subject] = [:]
  /// The earlier strokes with pending corrections.
  private(set) var strokes: [StrokeIdentifier: LiveStroke] = [:]

  /// The number of pending corrections.
  var count: Int { subjects.count }

  subscript(key: Key) -> Subject? {
    get { subjects[key] }
    set { subjects[key] = newValue }
  }

  /// Keeps a stroke whose gesture is over, if it has pending corrections.
  mutating func keep(_ stroke: LiveStroke) {
    if !stroke.isSettled { strokes[stroke.identifier] = stroke }
  }

  /// Applies a change to an earlier stroke, and drops the stroke once it is settled.
  ///
  /// - Returns: Whether it is now settled.
  mutating func apply(_ change: StrokeChange, to stroke: StrokeIdentifier) -> Bool {
    let isSettled = strokes[stroke]?.apply(change) ?? false
    if isSettled { strokes[stroke] = nil }
    return isSettled
  }
}
