/// Restricts a recognizer to touches of the first touch's type.
///
/// A palm beside a pen is then not a second touch. Source: UIKit's `requiresExclusiveTouchType`,
/// which is on by default.
struct TouchTypeLock: Hashable, Sendable {
  /// Whether one type excludes the others.
  let isExclusive: Bool
  /// The type of the gesture's first touch; nil before it.
  private var type: TouchType?

  /// Creates an open lock.
  init(isExclusive: Bool = true) { self.isExclusive = isExclusive }

  /// Divides the touches of a callback into accepted ones and those of another type.
  ///
  /// The first touch to begin closes the lock.
  mutating func divide(
    _ callback: TouchCallback
  ) -> (taken: TouchCallback, others: [DeliveredTouch]) {
    guard isExclusive else { return (callback, []) }
    if type == nil, callback.phase == .began { type = callback.touches.first?.delivered.type }
    guard let type else { return (callback, []) }
    var taken = callback
    taken.touches = callback.touches.filter { $0.delivered.type == type }
    return (taken, callback.touches.filter { $0.delivered.type != type })
  }

  /// Opens the lock for the next gesture.
  mutating func reset() { type = nil }
}

#if !hasFeature(Embedded)
  extension TouchTypeLock: Codable {}
#endif
