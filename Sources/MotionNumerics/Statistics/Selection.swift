/// Moves chosen ranks of a buffer to their sorted places without sorting the rest.
///
/// Quickselect for several ranks at once. The pivot comes from a sorted sample, a little to that
/// side of the wanted rank on which more of the range falls away (Floyd and Rivest's idea); the
/// partition has no branch that depends on the data. A range that resists is sorted, so that no
/// input costs more than O(n log n). Everything is deterministic.
///
/// Source: Floyd and Rivest, "Expected time bounds for selection", Communications of the ACM
/// 18(3), 1975, doi:10.1145/360680.360691; Musser, "Introspective sorting and selection
/// algorithms", Software: Practice and Experience 27(8), 1997.
struct Selection {
  private let values: UnsafeMutableBufferPointer<Double>
  /// The number of partitions left before the rest is sorted.
  private var patience: Int

  /// Below this many values a sort is the quickest.
  private static let sortedCount = 48
  /// The size of the sample from which the pivot of a large range is chosen.
  private static let sampleCount = 63

  /// Creates a selection in a buffer without NaN.
  ///
  /// - Parameters:
  ///   - values: The buffer.
  ///   - patience: How many partitions may be spent before what is left is sorted. By default
  ///     4·log₂ n: each takes away at least a third of random data, which needs far fewer.
  init(values: UnsafeMutableBufferPointer<Double>, patience: Int? = nil) {
    self.values = values
    self.patience = patience ?? 4 * (Int.bitWidth - values.count.leadingZeroBitCount)
  }

  /// Selects ascending ranks in `range`; repeats are allowed.
  ///
  /// `range` must already hold exactly the values that a sort would put there.
  mutating func settle(_ ranks: ArraySlice<Int>, in range: Range<Int>) {
    var (ranks, range) = (ranks, range)
    while !ranks.isEmpty {
      guard range.count > Self.sortedCount, patience > 0 else {
        values[range].sort()
        return
      }
      patience -= 1
      let pivot = pivot(for: ranks[(ranks.startIndex + ranks.endIndex) / 2], in: range)
      var middle = partition(range) { $0 < pivot }
      if middle == range.lowerBound {
        // Nothing is less than the pivot: what equals it is settled, and falls away.
        middle = partition(range) { $0 <= pivot }
        ranks = ranks[firstIndex(in: ranks, notBefore: middle)...]
        range = middle..<range.upperBound
        continue
      }
      let split = firstIndex(in: ranks, notBefore: middle)
      let (left, right) = (ranks[..<split], ranks[split...])
      if !left.isEmpty && !right.isEmpty { settle(left, in: range.lowerBound..<middle) }
      (ranks, range) =
        right.isEmpty ? (left, range.lowerBound..<middle) : (right, middle..<range.upperBound)
    }
  }

  private func firstIndex(in ranks: ArraySlice<Int>, notBefore rank: Int) -> Int {
    ranks.firstIndex { $0 >= rank } ?? ranks.endIndex
  }

  /// A value of `range` that is probably just beside the wanted rank, towards the middle.
  private func pivot(for rank: Int, in range: Range<Int>) -> Double {
    let size = min(Self.sampleCount, range.count / 8)
    let stride = range.count / size
    for index in 0..<size {
      values.swapAt(range.lowerBound + index, range.lowerBound + index * stride)
    }
    values[range.lowerBound..<(range.lowerBound + size)].sort()
    let share = Double(rank - range.lowerBound) / Double(range.count)
    // One and a half standard errors of the sample's quantile, and half a place.
    let margin = 1.5 * (share * (1 - share) / Double(size)).squareRoot() + 0.5 / Double(size)
    let aim = share < 0.5 ? share + margin : share - margin
    let place = min(max(Int(aim * Double(size)), 0), size - 1)
    return values[range.lowerBound + place]
  }

  /// Moves the values that satisfy `belongsLeft` to the front; returns where the others begin.
  @inline(__always)
  private func partition(_ range: Range<Int>, by belongsLeft: (Double) -> Bool) -> Int {
    guard let base = values.baseAddress else { return range.lowerBound }
    var store = range.lowerBound
    for index in range {
      let value = base[index]
      base[index] = base[store]
      base[store] = value
      store += belongsLeft(value) ? 1 : 0
    }
    return store
  }
}
