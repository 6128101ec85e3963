import TouchInput

/// Turns touch paths into polylines, point by point.
///
/// Cost: one point for each changed one.
public struct PolylineCopy: LineTransform {
  /// Creates the transform; it has no settings.
  public init() {}

  /// Returns the path's points as a polyline.
  public func result(of source: TouchPath) -> Polyline {
    Polyline(
      touchIdentifier: source.touchIdentifier,
      points: PagedArray((0..<source.count).map { PolylinePoint(source[$0], at: $0) }),
      isComplete: source.isComplete)
  }

  /// Returns a line of the same touch without points.
  public func emptyResult(for source: TouchPath) -> Polyline {
    Polyline(touchIdentifier: source.touchIdentifier)
  }

  /// Copies the changed points, and removes deleted ones.
  public func update(
    _ result: inout Polyline, _ memory: inout Void, from source: TouchPath,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    result.isComplete = source.isComplete
    result.points.truncate(to: source.count)
    for range in changed.widened(within: 0..<source.count).ranges {
      for index in range {
        result.points.set(PolylinePoint(source[index], at: index), at: index)
      }
      recomputed += range.count
    }
    return changed
  }
}

/// A stream stage that turns touch paths into polylines.
public typealias PolylineStream = LineStream<PolylineCopy>

extension LineStream where Transform == PolylineCopy {
  /// Creates a stream without lines.
  public init() { self.init(PolylineCopy()) }
}
