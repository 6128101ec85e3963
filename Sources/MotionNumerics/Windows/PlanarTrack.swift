/// The newest points of a stream in order of time, and how long their clock has been steady.
///
/// Doubtful points are treated as in `OrderedWindow`; a removal ends the steady run.
@usableFromInline
package struct PlanarTrack: Sendable {
  /// How long the times have been evenly spaced.
  @usableFromInline package internal(set) var clock = SteadyClock()

  @usableFromInline internal var window: OrderedWindow<TimedPoint>

  /// The least number of points appended between two moves to the front of the storage.
  private static let leastRoom = 56

  /// Creates an empty track for at most `capacity` points (at least 1), none more than `seconds`
  /// older than the newest.
  package init(capacity: Int, seconds: Double = .infinity) {
    window = OrderedWindow(
      capacity: capacity, seconds: seconds, blank: TimedPoint(time: 0, position: .zero),
      room: Self.leastRoom)
  }

  /// The number of points held.
  @inlinable package var count: Int { window.count }

  /// The newest point; nil if none is held.
  package var newest: TimedPoint? { window.newest }

  /// Adds a point; drops the oldest if the track is full.
  ///
  /// - Returns: The number of later points removed; nil if the point was rejected.
  @discardableResult
  package mutating func append(_ point: TimedPoint) -> Int? {
    guard point.isFinite else { return nil }
    advance(to: point.time)
    return window.append(point)
  }

  /// Adds a point and fits the track with it, all in one access to the storage.
  ///
  /// - Returns: Whether the point was added.
  @inlinable @inline(__always)
  package mutating func append(_ point: TimedPoint, fitting fit: inout PlanarPolynomialFit) -> Bool
  {
    guard point.isFinite else { return false }
    advance(to: point.time)
    let clock = clock
    return window.append(point) { points in
      fit.fit(points, isSteady: clock.isSteady(over: points.count))
    } != nil
  }

  /// Removes all points and keeps the storage.
  package mutating func removeAll() {
    window.removeAll()
    clock.restart()
  }

  /// Calls a closure with the points, oldest first.
  @inlinable @inline(__always)
  package func withPoints<Result>(_ body: (UnsafeBufferPointer<TimedPoint>) -> Result) -> Result {
    window.withElements(body)
  }

  @inlinable @inline(__always)
  internal mutating func advance(to time: Double) {
    guard window.count > 0 else { return }
    let interval = time - window.newestTime
    if interval >= 0 { clock.advance(by: interval) } else { clock.restart() }
  }
}
