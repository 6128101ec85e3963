/// A histogram of numbers by their leading 16 bits, in the order of all numbers, whose
/// cells divide every power of two into sixteen.
///
/// Filled while the numbers are produced, it saves the first pass of
/// `Quantiles.type7(at:of:counted:_:)`; histograms of parts can be added. If the numbers are too
/// far apart (more than about 256 powers of two, zeros aside), or one is not finite, counting stops:
/// `isComplete` is false.
///
/// Cost: a few operations per number; four bytes for each cell between the least and the greatest,
/// and for at most 126 cells besides.
package struct LeadingBitCounts: Sendable {
  /// Whether all numbers were counted.
  package private(set) var isComplete = true

  /// Counts by cell, from `first` on.
  private var counts: [UInt32] = []
  private var first = 0
  /// The count of zeros, whose cell would be far from all others.
  private var zeros: UInt32 = 0

  static let bits = 16
  private static let mostCells = 1 << 12

  /// Creates an empty histogram.
  package init() {}

  /// The number's rank key in the order of all numbers: the most negative first, NaN at both ends.
  @inline(__always)
  static func key(_ value: Double) -> UInt64 {
    let bits = value.bitPattern
    return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) >> 63) | 1 << 63)
  }

  /// The leading bits of that key.
  @inline(__always)
  static func cell(_ value: Double) -> Int { Int(truncatingIfNeeded: key(value) &>> (64 - 16)) }

  /// Counts numbers.
  package mutating func add(_ values: UnsafeBufferPointer<Double>) {
    // The two halves in turn: neighbors are often of one cell, and a count that was just changed is
    // slow to change again.
    let half = values.count / 2
    var next = 0
    while isComplete, next < half {
      next = addPairs(values, from: next, half)
      guard next < half else { break }
      add(values[next])
      add(values[half + next])
      next += 1
    }
    if isComplete, let last = values.last, !values.count.isMultiple(of: 2) { add(last) }
  }

  /// Counts pairs of positive numbers up to the first that has another number, or one whose cell does
  /// not exist yet.
  ///
  /// - Returns: The index of that pair.
  private mutating func addPairs(
    _ values: UnsafeBufferPointer<Double>, from start: Int, _ half: Int
  ) -> Int {
    // The leading bits of a positive number are its cell but for the first bit.
    let least = first - Self.cell(0)
    return counts.withUnsafeMutableBufferPointer { counts in
      for index in start..<half {
        let one = Self.leadingBits(values[index]) &- least
        let other = Self.leadingBits(values[half + index]) &- least
        guard counts.indices.contains(one), counts.indices.contains(other) else { return index }
        counts[one] &+= 1
        counts[other] &+= 1
      }
      return half
    }
  }

  /// The leading bits of a number itself.
  @inline(__always)
  private static func leadingBits(_ value: Double) -> Int {
    Int(truncatingIfNeeded: value.bitPattern &>> UInt64(64 - bits))
  }

  /// Counts a number.
  private mutating func add(_ value: Double) {
    guard value.bitPattern != 0 else {
      zeros &+= 1
      return
    }
    let cell = Self.cell(value)
    if !counts.indices.contains(cell - first) { widen(cell, cell) }
    if isComplete { counts[cell - first] &+= 1 }
  }

  /// Adds the counts of another histogram.
  package mutating func merge(_ other: LeadingBitCounts) {
    zeros &+= other.zeros
    isComplete = isComplete && other.isComplete
    guard isComplete, !other.counts.isEmpty else { return }
    widen(other.first, other.first + other.counts.count - 1)
    guard isComplete else { return }
    for (place, count) in other.counts.enumerated() {
      counts[other.first - first + place] &+= count
    }
  }

  /// Creates room for some cells.
  private mutating func widen(_ least: Int, _ greatest: Int) {
    let low = counts.isEmpty ? least : min(least, first)
    let high = counts.isEmpty ? greatest : max(greatest, first + counts.count - 1)
    guard high - low < Self.mostCells, !Self.isEndless(low), !Self.isEndless(high) else {
      isComplete = false
      (counts, first) = ([], 0)
      return
    }
    guard low < first || high >= first + counts.count || counts.isEmpty else { return }
    let room = Self.room(around: low...high)
    var wider = [UInt32](repeating: 0, count: room.count)
    let start = first - room.lowerBound
    for place in counts.indices { wider[start + place] = counts[place] }
    (counts, first) = (wider, room.lowerBound)
  }

  /// Returns the cells with those around them, up to multiples of 64, so that later numbers seldom
  /// widen the histogram.
  private static func room(around cells: ClosedRange<Int>) -> ClosedRange<Int> {
    let finite = (cell(-.infinity) + 1)...(cell(.infinity) - 1)
    let room = (cells.lowerBound & ~63)...(cells.upperBound | 63)
    return room.count > mostCells ? cells : room.clamped(to: finite)
  }

  /// Whether infinity or NaN lies in a cell.
  private static func isEndless(_ cell: Int) -> Bool {
    cell <= Self.cell(-.infinity) || cell >= Self.cell(.infinity)
  }

  /// The cells that are not empty and their counts, in order.
  var cells: [(Int, UInt32)] {
    var result: [(Int, UInt32)] = []
    result.reserveCapacity(counts.count + 1)
    var zeros = zeros
    let zero = Self.cell(0)
    for (place, count) in counts.enumerated() {
      let cell = first + place
      if cell >= zero, zeros > 0 {
        result.append((zero, zeros + (cell == zero ? count : 0)))
        zeros = 0
        if cell == zero { continue }
      }
      if count > 0 { result.append((cell, count)) }
    }
    if zeros > 0 { result.append((zero, zeros)) }
    return result
  }
}
