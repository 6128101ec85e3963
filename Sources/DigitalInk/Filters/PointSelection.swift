import TouchInput

/// Which points of a line a filter has kept, by their indices, ascending.
public struct PointSelection: Sendable {
  /// The indices of the source's points that the result has, in order.
  var kept = PagedArray<Int>()
  /// How many points the source had.
  var sourceCount = 0

  /// The first position at which an index of at least this is kept.
  func position(of index: Int) -> Int { kept.partitioningIndex { $0 >= index } }
}

/// A polyline that is being brought up to date with which points of its source are kept.
struct SelectionEditor {
  let source: PagedArray<PolylinePoint>
  private(set) var changed = ChangedIndices()
  private(set) var written = 0

  init(_ source: PagedArray<PolylinePoint>) { self.source = source }

  /// Puts indices in the place of some kept so far; what follows moves where their number differs.
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

  /// Removes what is kept from a position on.
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
      // What did not change is not announced, so that later stages leave it alone.
      if position < result.count, result.points[position] == point { continue }
      result.points.set(point, at: position)
      changed.insert(position)
    }
  }
}
