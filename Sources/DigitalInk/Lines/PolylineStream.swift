import TouchInput

/// Makes polylines of touch paths, point for point.
///
/// Cost: one point for each that changed.
public struct PolylineCopy: LineTransform {
  /// Makes the transform; it has no settings.
  public init() {}

  /// The path's points as a polyline.
  public func result(of source: TouchPath) -> Polyline {
    Polyline(
      touchIdentifier: source.touchIdentifier,
      points: PagedArray((0..<source.count).map { PolylinePoint(source[$0], at: $0) }),
      isComplete: source.isComplete)
  }

  /// A line of the same touch without points.
  public func emptyResult(for source: TouchPath) -> Polyline {
    Polyline(touchIdentifier: source.touchIdentifier)
  }

  /// Takes over the points that changed, and removes those that went.
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

/// Touch paths in, polylines out.
public typealias PolylineStream = LineStream<PolylineCopy>

extension LineStream where Transform == PolylineCopy {
  /// Makes a stream without lines.
  public init() { self.init(PolylineCopy()) }
}
