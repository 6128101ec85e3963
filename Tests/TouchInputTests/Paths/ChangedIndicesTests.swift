import Testing
import TouchInput

@Suite struct ChangedIndicesTests {
  /// Insertions in any order give the ranges of a plain set of indices.
  @Test(arguments: 1...200) func rangesAreThoseOfASet(seed: Int) {
    var state = UInt64(seed)
    func next(below bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var changed = ChangedIndices()
    var set: Set<Int> = []
    for _ in 0..<(1 + next(below: 12)) {
      let lower = next(below: 40)
      let range = lower...(lower + next(below: 4))
      changed.insert(range)
      set.formUnion(range)
    }
    #expect(Array(changed.ranges.joined()) == set.sorted(), "seed \(seed)")
    for (left, right) in zip(changed.ranges, changed.ranges.dropFirst()) {
      #expect(left.upperBound + 1 < right.lowerBound, "seed \(seed)")
    }
    #expect((0..<50).allSatisfy { changed.contains($0) == set.contains($0) }, "seed \(seed)")
    #expect(changed.hull == set.min().flatMap { low in set.max().map { low...$0 } })
    let wide = changed.widened(below: 2, above: 1, within: 3..<30)
    let expected = Set(set.flatMap { ($0 - 2)...($0 + 1) }).filter((3..<30).contains)
    #expect(Array(wide.ranges.joined()) == expected.sorted(), "seed \(seed)")
  }

  @Test func anEmptySetHasNoHull() {
    #expect(ChangedIndices().hull == nil)
    #expect(ChangedIndices(3..<3).isEmpty)
    #expect(ChangedIndices(3..<5).hull == 3...4)
  }

  @Test func equalDeltasAreEqual() {
    #expect(StreamDelta.updated(line: 1, indices: 0...3) == .updated(line: 1, indices: 0...3))
    #expect(StreamDelta.updated(line: 1, indices: 0...3) != .updated(line: 1, indices: 0...4))
  }
}
