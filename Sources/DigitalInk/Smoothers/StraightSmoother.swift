import TouchInput

/// Draws straight lines from point to point.
public struct StraightSmoother: LineSmoother {
  /// Creates the smoother; it has no settings.
  public init() {}

  /// Returns one element per point.
  public func elementCount(of line: Polyline) -> Int { line.count }

  /// Only a point's own element depends on it.
  public var reach: (before: Int, after: Int) { (0, 0) }

  /// Returns a move to the first point, and a line to each other.
  public func element(at index: Int, of line: Polyline) -> InkElement {
    let end = line.points[index].location
    return index == 0 ? .move(to: end) : .line(to: end)
  }
}
