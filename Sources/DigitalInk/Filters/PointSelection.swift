import TouchInput

/// The points of a line that a filter keeps, by ascending index.
public struct PointSelection: Sendable {
  /// The indices of the source's points that the result has, in order.
  var kept = PagedArray<Int>()
  /// The number of points the source had.
  var sourceCount = 0

  /// Returns the first position of an index of at least this.
  func position(of index: Int) -> Int { kept.partitioningIndex { $0 >= index } }
}

/// Updates a filtered polyline together with its selection.
struct SelectionEditor {
  let source: PagedArray<PolylinePoint>
  private(set) var changed = ChangedIndices()
  private(set) var written = 0

  init(_ source: PagedArray<PolylinePoint>) { self.source = source }

  /// Replaces a range of kept indices; the rest moves if their number differs.
  mutating func replace(
    _ positions: Range<Int>, with indices: [Int], in selection: inout PointSelection,
    of result: inout Polyline
  ) {
    let moves = positions.count != indices.count
    let tail = moves ? Array(selection.kept[positions.upperBound...]) : []
    let written = indices + tail
    write(written, at: positions.lowerBound, in: &selection, of: &result)
    if moves { truncate(to: positions.lowerBound + written.count, in: &selection, of: &result) }
  }

  /// Removes the kept indices from a position on.
  mutating func truncate(
    to count: Int, in selection: inout PointSelection, of result: inout Polyline
  ) {
    guard count < selection.kept.count else { return }
    changed.insert(count...(selection.kept.count - 1))
    selection.kept.truncate(to: count)
    result.points.truncate(to: count)
  }

  private mutating func write(
    _ indices: [Int], at start: Int, in selection: inout PointSelection,
    of result: inout Polyline
  ) {
    for (position, index) in zip(start..., indices) {
      let point = source[index]
      selection.kept.set(index, at: position)
      written += 1
      // Unchanged points are not reported, so that later stages skip them.
      if position < result.count, result.points[position] == point { continue }
      result.points.set(point, at: position)
      changed.insert(position)
    }
  }
}
