import MotionNumerics
import TouchInput

/// Removes points that lie within a distance of the line drawn without them (Douglas and Peucker).
///
/// Of the points between two kept ones, the farthest from the infinite line through these (the
/// first of several) is kept if it is farther than ε, and splits the rest; if the two coincide, the
/// distance to them counts. The ends are kept, and lines of one or two points are unchanged.
///
/// One more point at the end of a line can change which points are kept anywhere before it, so the
/// whole-line form cannot be updated at a bounded cost. Here every `blockLength`-th point is kept
/// as well, and each block between two of these is simplified separately: removed points still lie
/// within ε, a line of at most `blockLength` + 1 points is simplified exactly as in the whole-line
/// form, and a change at its end costs one block. `docs/ink/douglas-peucker.md` has proof and
/// measurements.
///
/// Cost: at most two blocks per changed point, each at most blockLength² / 2 distances and in most
/// lines blockLength · log₂ blockLength.
///
/// Source: Douglas and Peucker, Cartographica 10(2), 1973, doi:10.3138/FM57-6770-U75U-7727.
public struct DouglasPeucker: PolylineFilter {
  /// ε, in the unit of the positions.
  public let epsilon: Double
  /// Every how many points one is always kept; nil to keep only the ends.
  public let blockLength: Int?

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - epsilon: ε; negative values and NaN count as 0. Default 0.45.
  ///   - blockLength: At least 1, or else 1; nil for the whole-line form, whose cost grows with the
  ///     line. Default 256, about one second of a pen at 240 Hz.
  public init(epsilon: Double = 0.45, blockLength: Int? = 256) {
    self.epsilon = epsilon > 0 ? epsilon : 0
    self.blockLength = blockLength.map { max($0, 1) }
  }

  /// Returns the simplified line.
  public func result(of source: Polyline) -> Polyline {
    var work = 0
    let kept = keptIndices(of: source.points, blocks: 0...lastBlock(of: source), work: &work)
    return source.with(PagedArray(kept.map { source.points[$0] }))
  }

  /// Returns an empty selection.
  public func emptyMemory() -> PointSelection { PointSelection() }

  /// Simplifies the changed blocks again.
  public func update(
    _ result: inout Polyline, _ memory: inout PointSelection, from source: Polyline,
    changed: ChangedIndices, recomputed: inout Int
  ) -> ChangedIndices {
    result.isComplete = source.isComplete
    let last = lastBlock(of: source)
    var editor = SelectionEditor(source.points)
    editor.truncate(to: memory.position(of: source.count), in: &memory, of: &result)
    for blocks in affectedBlocks(by: changed, last: last).ranges {
      let kept = keptIndices(of: source.points, blocks: blocks, work: &recomputed)
      let lower = memory.position(of: start(of: blocks.lowerBound))
      let upper =
        blocks.upperBound == last
        ? memory.kept.count : memory.position(of: start(of: blocks.upperBound + 1) + 1)
      editor.replace(lower..<max(lower, upper), with: kept, in: &memory, of: &result)
    }
    recomputed += editor.written
    return editor.changed
  }

  /// The index of the first point of a block.
  private func start(of block: Int) -> Int { block * (blockLength ?? 0) }

  /// The last block with more than its first point; 0 if there is none.
  private func lastBlock(of source: Polyline) -> Int {
    guard let blockLength else { return 0 }
    return max(source.count - 2, 0) / blockLength
  }

  /// Returns the blocks in which an index changed; a point kept between two belongs to both.
  private func affectedBlocks(by changed: ChangedIndices, last: Int) -> ChangedIndices {
    guard let blockLength else { return ChangedIndices(0...0) }
    var blocks = ChangedIndices()
    for range in changed.ranges {
      let first = max(range.lowerBound - 1, 0) / blockLength
      let final = range.upperBound / blockLength
      blocks.insert(min(first, last)...min(final, last))
    }
    return blocks
  }

  /// Returns the indices kept in adjacent blocks, including the points at their ends.
  private func keptIndices(
    of points: PagedArray<PolylinePoint>, blocks: ClosedRange<Int>, work: inout Int
  ) -> [Int] {
    guard points.count > 0 else { return [] }
    var kept = [start(of: blocks.lowerBound)]
    for block in blocks {
      let first = start(of: block)
      let end = blockLength.map { min(first + $0, points.count - 1) } ?? points.count - 1
      guard first < end else { continue }
      let positions = (first...end).map { points[$0].location }
      kept += divided(positions, work: &work).map { first + $0 }
    }
    return kept
  }

  /// Returns the indices kept of a run of at least two positions, without its first.
  private func divided(_ positions: [SIMD2<Double>], work: inout Int) -> [Int] {
    var isKept = [Bool](repeating: false, count: positions.count)
    isKept[positions.count - 1] = true
    var open = [(0, positions.count - 1)]
    while let (start, end) = open.popLast() {
      work += end - start - 1
      guard let split = farthest(of: positions, from: start, to: end) else { continue }
      isKept[split] = true
      open.append((start, split))
      open.append((split, end))
    }
    return positions.indices.filter { isKept[$0] }
  }

  /// Returns the first of the farthest points between two, if it is farther than ε.
  private func farthest(of positions: [SIMD2<Double>], from start: Int, to end: Int) -> Int? {
    guard end - start > 1 else { return nil }
    let origin = positions[start]
    let chord = positions[end] - origin
    let length = chord.length
    var greatest = epsilon
    var split: Int?
    for index in (start + 1)..<end {
      let offset = positions[index] - origin
      let distance = length > 0 ? abs(chord.cross(offset)) / length : offset.length
      if distance > greatest { (greatest, split) = (distance, index) }
    }
    return split
  }
}
