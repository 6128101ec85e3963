/// A window of the newest elements of a stream in order of time, contiguous in memory, limited in
/// number and in age.
///
/// This type alone decides how doubtful elements are treated: one whose time or position is not
/// finite is rejected; one dated before elements already held removes those, as for a stream whose
/// clock is set back; one with the newest element's time is kept as well.
///
/// The elements are contiguous in a longer array, and are moved to its front when its end is
/// reached, so loops over them need neither wrap around nor check bounds. Cost of `append`:
/// constant, amortized; nothing is allocated unless a copy is alive.
@usableFromInline
package struct OrderedWindow<Element: TimedPosition>: Sendable {
  /// The greatest number of elements held.
  @usableFromInline package let capacity: Int
  /// How many seconds an element may be older than the newest; older ones are dropped.
  @usableFromInline internal let seconds: Double
  /// The number of elements held.
  @usableFromInline package internal(set) var count = 0

  /// The time of the newest element; meaningless without one.
  @usableFromInline package internal(set) var newestTime = 0.0

  @usableFromInline internal var storage: [Element]
  @usableFromInline internal var end = 0

  /// Creates an empty window for at most `capacity` elements (at least 1).
  ///
  /// - Parameters:
  ///   - capacity: The greatest number of elements held.
  ///   - seconds: How much older than the newest an element may be, at least 0.
  ///   - blank: A placeholder for unused slots.
  ///   - room: The least number of appends between two moves to the front.
  package init(capacity: Int, seconds: Double = .infinity, blank: Element, room: Int) {
    self.capacity = max(capacity, 1)
    self.seconds = seconds
    storage = Array(repeating: blank, count: self.capacity + max(self.capacity, room))
  }

  /// The newest element; nil if none is held.
  @inlinable @inline(__always)
  package var newest: Element? { count > 0 ? storage[end &- 1] : nil }

  /// Adds an element; drops the oldest if the window is full, and those that are too old.
  ///
  /// - Returns: The number of later elements removed; nil if the element was rejected.
  @inlinable @inline(__always) @discardableResult
  package mutating func append(_ element: Element) -> Int? {
    guard element.isFinite else { return nil }
    let removed = makeRoom(at: element.time)
    storage.withUnsafeMutableBufferPointer { $0[end &- 1] = element }
    return removed
  }

  /// Adds an element and passes all of them to a closure, oldest first, in one access to the
  /// storage.
  ///
  /// - Returns: The result of `body`; nil if the element was rejected.
  @inlinable @inline(__always)
  package mutating func append<Result>(
    _ element: Element, then body: (UnsafeBufferPointer<Element>) -> Result
  ) -> Result? {
    guard element.isFinite else { return nil }
    _ = makeRoom(at: element.time)
    let (start, count) = (end &- count, count)
    return storage.withUnsafeMutableBufferPointer { elements in
      let used = UnsafeMutableBufferPointer(
        start: elements.baseAddress.map { $0 + start }, count: count)
      used[count &- 1] = element
      return body(UnsafeBufferPointer(used))
    }
  }

  /// Changes the newest element.
  ///
  /// - Precondition: There is one, and its time and position stay the same.
  @inlinable @inline(__always)
  package mutating func changeNewest(_ body: (inout Element) -> Void) {
    let last = end &- 1
    storage.withUnsafeMutableBufferPointer { body(&$0[last]) }
  }

  /// Removes the newest element, if there is one.
  package mutating func removeNewest() {
    guard count > 0 else { return }
    (end, count) = (end - 1, count - 1)
    if count > 0 { newestTime = storage[end - 1].time }
  }

  /// Removes all elements and keeps the storage.
  @inlinable
  package mutating func removeAll() { (end, count) = (0, 0) }

  /// Calls a closure with the elements, oldest first.
  @inlinable @inline(__always)
  package func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    let (start, count) = (end &- count, count)
    return storage.withUnsafeBufferPointer { elements in
      body(UnsafeBufferPointer(start: elements.baseAddress.map { $0 + start }, count: count))
    }
  }

  /// Element `index`, 0 being the oldest.
  @inlinable
  package subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "index \(index) is outside 0..<\(count)")
    return storage[end - count + index]
  }

  /// Makes room for an element at `time`: removes later ones and counts it, without writing it.
  @inlinable @inline(__always)
  internal mutating func makeRoom(at time: Double) -> Int {
    var removed = 0
    if newestTime > time, count > 0 { removed = removeAll(after: time) }
    if end == storage.count { moveToFront() }
    newestTime = time
    end &+= 1
    if count < capacity { count &+= 1 }
    if seconds < .infinity { removeAll(before: time - seconds - TimeTolerance.seconds) }
    return removed
  }

  /// Removes the elements before `time`, but not the newest, which need not be written yet.
  @inlinable @inline(never)
  internal mutating func removeAll(before time: Double) {
    while count > 1, storage[end &- count].time < time { count &-= 1 }
  }

  @inlinable @inline(never)
  internal mutating func removeAll(after time: Double) -> Int {
    let before = count
    while count > 0, storage[end - 1].time > time { (end, count) = (end - 1, count - 1) }
    return before - count
  }

  @inlinable @inline(never)
  internal mutating func moveToFront() {
    let start = end - count
    storage.withUnsafeMutableBufferPointer { elements in
      for index in 0..<count { elements[index] = elements[start + index] }
    }
    end = count
  }
}
