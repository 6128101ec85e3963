import MotionNumerics
import TouchInput

/// Removes points closer than a distance to the last one kept.
///
/// The first and the last point are kept; a point between them is kept if it is at least the
/// distance away from the last one kept before it.
///
/// Cost: the points from a change to where the selection is unchanged again, which is the next
/// point unless a position changed. A changed position can change the selection of all points after
/// it; if their number changes, all later points of the result move too.
public struct PointDistance: PolylineFilter {
  /// The least distance between kept points, in the unit of the positions.
  public let minimum: Double

  /// Creates a filter.
  ///
  /// - Parameter minimum: The least distance; negative values and NaN count as 0, which keeps
  ///   everything. Default 1.
  public init(minimum: Double = 1) { self.minimum = minimum > 0 ? minimum : 0 }

  /// Returns the line without the removed points.
  public func result(of source: Polyline) -> Polyline {
    let points = source.points
    var kept = PagedArray<PolylinePoint>()
    for (index, point) in points.enumerated() {
      guard let last = kept.last, index < points.count - 1 else {
        kept.append(point)
        continue
      }
      if isApart(point, from: last) { kept.append(point) }
    }
    return source.with(kept)
  }

  /// Returns an empty selection.
  public func emptyMemory() -> PointSelection { PointSelection() }

  /// Selects again from each change to where the selection is unchanged again.
  public func update(
    _ result: inout Polyline, _ memory: inout PointSelection, from source: Polyline,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    result.isComplete = source.isComplete
    let count = source.count
    var doubtful = changed.widened(within: 0..<count)
    // The last point is kept because it is the last: the old one no longer, the new one from now
    // on.
    if memory.sourceCount != count, memory.sourceCount > 0, count > 0 {
      doubtful.insert(min(memory.sourceCount, count) - 1)
    }
    memory.sourceCount = count
    var editor = SelectionEditor(source.points)
    editor.truncate(to: memory.position(of: count), in: &memory, of: &result)
    for range in doubtful.ranges {
      let choice = choose(from: range, of: source.points, before: result, memory)
      recomputed += choice.looked
      editor.replace(choice.positions, with: choice.kept, in: &memory, of: &result)
      if choice.reachesEnd { break }
    }
    recomputed += editor.written
    return editor.changed
  }

  /// The new selection from a change on.
  private struct Choice {
    /// The replaced positions.
    var positions: Range<Int>
    /// The indices kept in their place.
    var kept: [Int] = []
    /// The number of points examined.
    var looked = 0
    /// Whether the selection reaches the end of the line.
    var reachesEnd = false
  }

  private func choose(
    from range: ClosedRange<Int>, of points: PagedArray<PolylinePoint>, before result: Polyline,
    _ selection: PointSelection
  ) -> Choice {
    let start = selection.position(of: range.lowerBound)
    var choice = Choice(positions: start..<start)
    var last = start > 0 ? result.points[start - 1] : nil
    var formerEnd = start
    for index in range.lowerBound..<points.count {
      choice.looked += 1
      if index == points.count - 1 || last.map({ isApart(points[index], from: $0) }) ?? true {
        choice.kept.append(index)
        last = points[index]
      }
      while formerEnd < selection.kept.count, selection.kept[formerEnd] <= index { formerEnd += 1 }
      choice.positions = start..<formerEnd
      if index >= range.upperBound, isAsBefore(choice, last, result, selection) { return choice }
    }
    choice.positions = start..<selection.kept.count
    choice.reachesEnd = true
    return choice
  }

  /// Returns whether as many points are kept as before, the last of them unchanged.
  private func isAsBefore(
    _ choice: Choice, _ last: PolylinePoint?, _ result: Polyline, _ selection: PointSelection
  ) -> Bool {
    guard choice.kept.count == choice.positions.count else { return false }
    guard let index = choice.kept.last else { return true }
    let position = choice.positions.upperBound - 1
    return selection.kept[position] == index && result.points[position].location == last?.location
  }

  private func isApart(_ point: PolylinePoint, from last: PolylinePoint) -> Bool {
    point.location.distance(to: last.location) >= minimum
  }
}
