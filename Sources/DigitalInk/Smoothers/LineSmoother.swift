import TouchInput

/// How a polyline is drawn: which element ends at each of its points.
public protocol LineSmoother: Hashable, Sendable {
  /// How many elements a line has.
  func elementCount(of line: Polyline) -> Int
  /// The element at an index below that count.
  func element(at index: Int, of line: Polyline) -> InkElement
  /// How many elements before and after a point depend on it, besides the one that ends there.
  var reach: (before: Int, after: Int) { get }
}

/// Makes elements of polylines, recomputing those near a change.
///
/// Cost: for a changed point the elements within the smoother's reach.
public struct ElementMaker<Smoother: LineSmoother>: LineTransform {
  /// How lines are drawn.
  package let smoother: Smoother

  /// Makes the transform.
  public init(_ smoother: Smoother) { self.smoother = smoother }

  /// All elements of a line.
  public func result(of source: Polyline) -> ElementLine {
    let elements = (0..<smoother.elementCount(of: source)).map {
      smoother.element(at: $0, of: source)
    }
    return ElementLine(
      touchIdentifier: source.touchIdentifier, elements: PagedArray(elements),
      isComplete: source.isComplete)
  }

  /// A stroke of the same touch without elements.
  public func emptyResult(for source: Polyline) -> ElementLine {
    ElementLine(touchIdentifier: source.touchIdentifier)
  }

  /// Recomputes the elements near the points that changed, and removes those past the end.
  public func update(
    _ result: inout ElementLine, _ memory: inout Void, from source: Polyline,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    let count = smoother.elementCount(of: source)
    var points = changed
    // Whether a line is complete decides how it ends, even where no point changed.
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

  /// The elements that depend on points; the move at the beginning depends on the first alone.
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

/// Polylines in, elements to draw out.
public typealias ElementStream<Smoother: LineSmoother> = LineStream<ElementMaker<Smoother>>

extension LineStream {
  /// Makes a stream of elements without lines.
  public init<Smoother: LineSmoother>(_ smoother: Smoother)
  where Transform == ElementMaker<Smoother> { self.init(ElementMaker(smoother)) }
}
