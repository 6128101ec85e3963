/// Places labels along a line so that they keep their order and do not overlap.
enum LabelSpacing {
  /// Returns the positions nearest to the desired ones that are at least `gap` apart and in
  /// `range`.
  ///
  /// Colliding labels form a block around the mean of their desired positions. Where the range is
  /// too short, they are spread evenly over it.
  ///
  /// - Returns: One position for each desired one, in the same order.
  static func places(_ wanted: [Double], gap: Double, in range: ClosedRange<Double>) -> [Double] {
    guard wanted.count > 1 else {
      return wanted.map { min(max($0, range.lowerBound), range.upperBound) }
    }
    let room = range.upperBound - range.lowerBound
    let distance = min(gap, room / Double(wanted.count - 1))
    let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
    var blocks: [Block] = []
    for index in order {
      blocks.append(Block(members: [index], start: wanted[index]))
      merge(&blocks, wanted: wanted, gap: distance, range: range)
    }
    var result = wanted
    for block in blocks {
      for (offset, member) in block.members.enumerated() {
        result[member] = block.start + Double(offset) * distance
      }
    }
    return result
  }

  private struct Block {
    var members: [Int]
    var start: Double
  }

  private static func merge(
    _ blocks: inout [Block], wanted: [Double], gap: Double, range: ClosedRange<Double>
  ) {
    settle(&blocks[blocks.count - 1], wanted: wanted, gap: gap, range: range)
    while blocks.count > 1 {
      let last = blocks[blocks.count - 1]
      let before = blocks[blocks.count - 2]
      guard before.start + Double(before.members.count) * gap > last.start else { return }
      blocks.removeLast()
      blocks[blocks.count - 1].members += last.members
      settle(&blocks[blocks.count - 1], wanted: wanted, gap: gap, range: range)
    }
  }

  private static func settle(
    _ block: inout Block, wanted: [Double], gap: Double, range: ClosedRange<Double>
  ) {
    let starts = block.members.enumerated().map { wanted[$0.element] - Double($0.offset) * gap }
    let mean = starts.reduce(0, +) / Double(starts.count)
    let extent = Double(block.members.count - 1) * gap
    block.start = min(max(mean, range.lowerBound), max(range.lowerBound, range.upperBound - extent))
  }
}
