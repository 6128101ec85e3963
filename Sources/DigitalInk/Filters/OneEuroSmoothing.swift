import MotionNumerics
import TouchInput

/// Smooths positions with the 1€ filter over the points' times.
///
/// The filter is causal: a point depends on all before it and on none after. The filter's state is
/// saved at every 16th point: a change is computed from the nearest saved state before it, and ends
/// where the state equals a saved one. Saving every state would take more memory than the points
/// themselves to save 15 steps of about 30 operations; saving none would make every correction of a
/// force cost the rest of the line.
///
/// Cost: at most 32 extra points for points added at the end and for corrections that leave the
/// positions unchanged. A changed position changes all points after it.
public struct OneEuroSmoothing: PolylineFilter {
  /// The number of points between saved states.
  static let interval = 16

  /// The filter before the first point of a line.
  public let filter: OneEuroFilter

  /// Creates a filter of polylines.
  ///
  /// - Parameter filter: The filter with its settings; its state is discarded.
  public init(_ filter: OneEuroFilter) {
    var fresh = filter
    fresh.removeAll()
    self.filter = fresh
  }

  /// Returns the smoothed line.
  public func result(of source: Polyline) -> Polyline {
    var state = filter
    return source.with(PagedArray(source.points.map { Self.smoothed($0, by: &state) }))
  }

  /// Returns the state before the first point.
  public func emptyMemory() -> PagedArray<OneEuroFilter> { [filter] }

  /// Smooths from each change to where the filter's state is unchanged again.
  public func update(
    _ result: inout Polyline, _ memory: inout PagedArray<OneEuroFilter>, from source: Polyline,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    let former = result.count
    result.isComplete = source.isComplete
    result.points.truncate(to: source.count)
    memory.truncate(to: source.count / Self.interval + 1)
    var reported = ChangedIndices()
    var next = 0
    for range in changed.widened(within: 0..<source.count).ranges where range.upperBound >= next {
      next = smooth(
        range, of: source.points, into: &result.points, &memory, reported: &reported,
        recomputed: &recomputed)
    }
    if source.count < former { reported.insert(source.count...(former - 1)) }
    return reported
  }

  /// Smooths a range and what depends on it.
  ///
  /// - Returns: The first unchanged index.
  private func smooth(
    _ range: ClosedRange<Int>, of source: PagedArray<PolylinePoint>,
    into points: inout PagedArray<PolylinePoint>, _ memory: inout PagedArray<OneEuroFilter>,
    reported: inout ChangedIndices, recomputed: inout Int
  ) -> Int {
    let kept = range.lowerBound / Self.interval
    var state = memory[kept]
    for index in (kept * Self.interval)..<source.count {
      let point = Self.smoothed(source[index], by: &state)
      recomputed += 1
      if index == points.count || points[index] != point {
        points.set(point, at: index)
        reported.insert(index)
      }
      let after = index + 1
      guard after.isMultiple(of: Self.interval) else { continue }
      let place = after / Self.interval
      let isKnown = place < memory.count && memory[place] == state
      if isKnown, after > range.upperBound { return after }
      memory.set(state, at: place)
    }
    return source.count
  }

  private static func smoothed(
    _ point: PolylinePoint, by state: inout OneEuroFilter
  ) -> PolylinePoint {
    var result = point
    result.location = state.filter(point.location, at: point.time)
    return result
  }
}
