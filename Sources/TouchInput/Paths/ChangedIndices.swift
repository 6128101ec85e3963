/// The indices of a line that were changed, added or removed, as ascending ranges with gaps between
/// them.
///
/// A batch can correct the first point of a long stroke and add one at its end. Stages pass on
/// these ranges rather than their hull, so that the points between are not recomputed.
///
/// ```swift
/// var changed = ChangedIndices()
/// changed.insert(0)
/// changed.insert(7...9)
/// changed.widened(below: 1, above: 2, within: 0..<10).ranges  // [0...2, 6...9]
/// changed.hull  // 0...9
/// ```
public struct ChangedIndices: Hashable, Sendable {
  /// The ranges, ascending, with at least one unchanged index between two.
  public private(set) var ranges: [ClosedRange<Int>] = []

  /// Creates an empty set.
  public init() {}

  /// Creates a set of the indices of a range.
  public init(_ range: ClosedRange<Int>) { ranges = [range] }

  /// Creates a set of the indices of a range, which may be empty.
  public init(_ range: Range<Int>) {
    if !range.isEmpty { ranges = [range.lowerBound...(range.upperBound - 1)] }
  }

  /// Whether nothing changed.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The range from the least to the greatest index; nil if there is none.
  public var hull: ClosedRange<Int>? {
    guard let first = ranges.first, let last = ranges.last else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// Adds an index.
  public mutating func insert(_ index: Int) { insert(index...index) }

  /// Adds the indices of a range.
  ///
  /// Cost: constant at the end, where lines grow; elsewhere the number of ranges.
  public mutating func insert(_ range: ClosedRange<Int>) {
    guard let last = ranges.last, range.lowerBound <= last.upperBound else {
      append(range)
      return
    }
    let first = ranges.partitioningIndex { $0.upperBound + 1 >= range.lowerBound }
    let end = ranges.partitioningIndex { $0.lowerBound > range.upperBound + 1 }
    guard first < end else {
      ranges.insert(range, at: first)
      return
    }
    let merged =
      min(
        ranges[first].lowerBound, range.lowerBound)...max(
        ranges[end - 1].upperBound, range.upperBound)
    ranges.replaceSubrange(first..<end, with: CollectionOfOne(merged))
  }

  /// Returns the indices widened by a number of neighbors, within bounds.
  ///
  /// - Parameters:
  ///   - below: The number of indices added at the lower end of each range.
  ///   - above: The number of indices added at the upper end.
  ///   - bounds: Indices outside are dropped.
  /// - Returns: The set.
  public func widened(below: Int = 0, above: Int = 0, within bounds: Range<Int>) -> Self {
    var result = Self()
    for range in ranges {
      let lower = max(range.lowerBound - below, bounds.lowerBound)
      let upper = min(range.upperBound + above, bounds.upperBound - 1)
      if lower <= upper { result.insert(lower...upper) }
    }
    return result
  }

  /// Whether an index is among them.
  public func contains(_ index: Int) -> Bool {
    let place = ranges.partitioningIndex { $0.upperBound >= index }
    return place < ranges.count && ranges[place].lowerBound <= index
  }

  private mutating func append(_ range: ClosedRange<Int>) {
    guard let last = ranges.last, last.upperBound + 1 == range.lowerBound else {
      ranges.append(range)
      return
    }
    ranges[ranges.count - 1] = last.lowerBound...range.upperBound
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element satisfies a condition that holds from some element on.
  ///
  /// Cost: the logarithm of the count.
  @inlinable package func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var lower = startIndex
    var upper = endIndex
    while lower < upper {
      let middle = lower + (upper - lower) / 2
      if holds(self[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}
