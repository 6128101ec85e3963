/// Which type of touch a recognizer takes: after the first touch, no other than its type.
///
/// A palm that comes down beside a pen is then no second touch. Source: UIKit's
/// `requiresExclusiveTouchType`, which is on unless told otherwise.
struct TouchTypeLock: Hashable, Sendable {
  /// Whether one type shuts out the others.
  let isExclusive: Bool
  /// The type of the gesture's first touch; nil before it.
  private var type: TouchType?

  /// Makes a lock that is open.
  init(isExclusive: Bool = true) { self.isExclusive = isExclusive }

  /// Divides the touches of a callback into those that are taken and those of another type.
  ///
  /// The first touch that begins closes the lock.
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

  /// Opens it, for the next gesture.
  mutating func reset() { type = nil }
}

#if !hasFeature(Embedded)
  extension TouchTypeLock: Codable {}
#endif
