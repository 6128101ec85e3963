/// Where something was at one moment.
package struct TimedPoint: Hashable, Sendable {
  /// In any unit of length.
  package var position: SIMD2<Double>
  /// In seconds.
  package var time: Double

  /// Makes a point.
  package init(time: Double, position: SIMD2<Double>) {
    self.position = position
    self.time = time
  }

  /// Whether all three numbers are finite, by one comparison: 0 times anything else is NaN.
  package var isFinite: Bool { (position.x * 0 + position.y * 0) + time * 0 == 0 }
}

/// The newest points of a stream in order of time, side by side in memory.
///
/// The rules for doubtful points are those of `ObservationWindow`: one that is not finite is refused;
/// one dated before points already held removes those; one of the time of the newest is kept beside
/// it. With the points goes how long their clock has been steady; a removal ends that.
///
/// The points lie in a longer array, one after the other, and are moved to its front when its end is
/// reached, so that loops over them need neither wrap round nor check. Cost of `append`: constant,
/// amortised; nothing is allocated while no copy is alive.
package struct PlanarTrack: Sendable {
  /// The greatest number of points held.
  package let capacity: Int
  /// How many points are held.
  package private(set) var count = 0
  /// How long the times have been evenly spaced.
  package private(set) var clock = SteadyClock()

  private var storage: [TimedPoint]
  private var end = 0

  /// How many points are appended at least between two moves to the front.
  private static let leastRoom = 56

  /// Makes an empty track for at most `capacity` points (at least 1).
  package init(capacity: Int) {
    self.capacity = max(capacity, 1)
    let room = max(self.capacity, Self.leastRoom)
    storage = Array(repeating: TimedPoint(time: 0, position: .zero), count: self.capacity + room)
  }

  /// The newest point; nil where none is held.
  package var newest: TimedPoint? { count > 0 ? storage[end - 1] : nil }

  /// Adds a point; the oldest leaves where the track is full.
  ///
  /// - Returns: How many later points it removed; nil where it was refused.
  @discardableResult
  package mutating func append(_ point: TimedPoint) -> Int? {
    guard point.isFinite else { return nil }
    var removed = 0
    if count > 0 {
      let interval = point.time - storage[end - 1].time
      if interval >= 0 {
        clock.advance(by: interval)
      } else {
        removed = removePoints(after: point.time)
      }
    }
    if end == storage.count { moveToFront() }
    storage[end] = point
    end += 1
    if count < capacity { count += 1 }
    return removed
  }

  /// Forgets all points and keeps the storage.
  package mutating func removeAll() {
    end = 0
    count = 0
    clock.restart()
  }

  /// Hands the points over, the oldest first.
  @inline(__always)
  package func withPoints<Result>(_ body: (UnsafeBufferPointer<TimedPoint>) -> Result) -> Result {
    storage.withUnsafeBufferPointer { body(.init(rebasing: $0[(end - count)..<end])) }
  }

  private mutating func removePoints(after time: Double) -> Int {
    let before = count
    while count > 0, storage[end - 1].time > time {
      end -= 1
      count -= 1
    }
    clock.restart()
    return before - count
  }

  private mutating func moveToFront() {
    for index in 0..<count { storage[index] = storage[end - count + index] }
    end = count
  }
}
