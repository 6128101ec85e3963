import TouchInput

/// Draws straight lines from point to point.
public struct StraightSmoother: LineSmoother {
  /// Makes the smoother; it has no settings.
  public init() {}

  /// One element a point.
  public func elementCount(of line: Polyline) -> Int { line.count }

  /// No other element depends on a point.
  public var reach: (before: Int, after: Int) { (0, 0) }

  /// A move to the first point, a line to each other.
  public func element(at index: Int, of line: Polyline) -> InkElement {
    let end = line.points[index].location
    return index == 0 ? .move(to: end) : .line(to: end)
  }
}
