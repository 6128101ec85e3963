import TouchInput

/// Determines the elements that draw a polyline: one ends at each of its points.
public protocol LineSmoother: Hashable, Sendable {
  /// Returns the number of elements of a line.
  func elementCount(of line: Polyline) -> Int
  /// Returns the element at an index below that count.
  func element(at index: Int, of line: Polyline) -> InkElement
  /// The number of elements before and after a point's own element that depend on the point.
  var reach: (before: Int, after: Int) { get }
}

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

/// Turns polylines into elements, recomputing those near a change.
///
/// Cost: the elements within the smoother's reach of each changed point.
public struct ElementMaker<Smoother: LineSmoother>: LineTransform {
  /// The smoother.
  public let smoother: Smoother

  /// Creates the transform.
  public init(_ smoother: Smoother) { self.smoother = smoother }

  /// Returns all elements of a line.
  public func result(of source: Polyline) -> ElementLine {
    let elements = (0..<smoother.elementCount(of: source)).map {
      smoother.element(at: $0, of: source)
    }
    return ElementLine(
      touchIdentifier: source.touchIdentifier, elements: PagedArray(elements),
      isComplete: source.isComplete)
  }

  /// Returns a stroke of the same touch without elements.
  public func emptyResult(for source: Polyline) -> ElementLine {
    ElementLine(touchIdentifier: source.touchIdentifier)
  }

  /// Recomputes the elements near the changed points, and removes those past the end.
  public func update(
    _ result: inout ElementLine, _ memory: inout Void, from source: Polyline,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    let count = smoother.elementCount(of: source)
    var points = changed
    // Whether a line is complete affects its end, even if no point changed.
    if result.isComplete != source.isComplete { points.insert(max(source.count - 1, 0)) }
    let affected = affectedElements(by: points, within: 0..<max(count, result.count))
    result.isComplete = source.isComplete
    result.elements.truncate(to: count)
    for range in affected.widened(within: 0..<count).ranges {
      for index in range {
        result.elements.set(smoother.element(at: index, of: source), at: index)
      }
      recomputed += range.count
    }
    return affected
  }

  /// Returns the elements that depend on points; the move at the beginning depends only on the
  /// first.
  private func affectedElements(by points: ChangedIndices, within bounds: Range<Int>)
    -> ChangedIndices
  {
    var affected = ChangedIndices()
    for range in points.ranges {
      let first = range.lowerBound
      let lower = first == 0 ? 0 : max(first - smoother.reach.before, 1)
      affected.insert(lower...(range.upperBound + smoother.reach.after))
    }
    return affected.widened(within: bounds)
  }
}

/// A stream stage that turns polylines into elements to draw.
public typealias ElementStream<Smoother: LineSmoother> = LineStream<ElementMaker<Smoother>>

extension LineStream {
  /// Creates a stream of elements without lines.
  public init<Smoother: LineSmoother>(_ smoother: Smoother)
  where Transform == ElementMaker<Smoother> { self.init(ElementMaker(smoother)) }
}
