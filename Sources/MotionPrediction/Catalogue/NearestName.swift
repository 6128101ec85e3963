extension Sequence<String> {
  /// Returns the name that a misspelled one probably stands for: the first with the fewest
  /// insertions, deletions, changes and swaps of neighboring bytes, of which there is at most one in
  /// three; nil if there is none.
  ///
  /// - Complexity: O(nm) for a name of n bytes and m bytes in all.
  package func nearest(to name: String) -> String? {
    let bytes = Array(name.utf8)
    var best: (name: String, edits: Int)?
    let most = Swift.max(bytes.count / 3, 1)
    // A difference of lengths is at least as many edits.
    for candidate in self where abs(candidate.utf8.count - bytes.count) <= most {
      let edits = edits(from: bytes, to: Array(candidate.utf8))
      guard edits <= most, edits < best?.edits ?? .max else { continue }
      best = (candidate, edits)
    }
    return best?.name
  }

  /// The distance of optimal string alignment.
  ///
  /// Source: Damerau, Communications of the ACM 7(3), 1964, doi:10.1145/363958.363994.
  private func edits(from old: [UInt8], to new: [UInt8]) -> Int {
    var (before, last) = ([Int](), Array(0...new.count))
    for (row, byte) in old.enumerated() {
      var next = [row + 1]
      for (column, other) in new.enumerated() {
        var least = Swift.min(
          last[column] + (byte == other ? 0 : 1), last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, byte == new[column - 1], old[row - 1] == other {
          least = Swift.min(least, before[column - 1] + 1)
        }
        next.append(least)
      }
      (before, last) = (last, next)
    }
    return last[new.count]
  }
}
