/// What one touch event changed in the lines of a replay.
struct ReplayStep: Hashable, Sendable {
  /// The kind of a point's newest event; the page uses the same numbers.
  enum Kind: Int, Hashable, Sendable {
    /// The touch that its callback delivered.
    case delivered = 0
    /// A report that was coalesced with it.
    case coalesced = 1
    /// A prediction of the device.
    case predicted = 2
    /// A report whose values were corrected.
    case updated = 3
  }

  /// The event's time in seconds; may be NaN.
  var time: Double
  /// What the event is.
  var kind: Kind
  /// The place of its batch.
  var batch: Int
  /// The line that it changed; nil where it was ignored.
  var line: Int?
  /// The changes of the line's points, filtered points and curve elements.
  var deltas: [ReplayDelta]
}

/// The change from one list of rows to the next.
///
/// The list is resized to `count`; then each run replaces the rows from its start on.
struct ReplayDelta: Hashable, Sendable {
  /// Consecutive rows.
  struct Run: Hashable, Sendable {
    /// The index of the first.
    var start: Int
    /// The rows.
    var rows: [[Double]]
  }

  /// The number of rows afterwards.
  var count: Int
  /// The new and changed rows, in order.
  var runs: [Run] = []
}

/// The rows of one stage's lines, kept up to date by deltas.
struct ReplayRows: Hashable, Sendable {
  /// For each line its rows.
  private(set) var lines: [[[Double]]] = []

  /// Updates a line's rows and returns the change.
  ///
  /// - Parameters:
  ///   - line: The index of the line; one past the last adds a line.
  ///   - count: Its new number of rows.
  ///   - indices: The indices of rows that may have changed.
  ///   - row: The row at an index.
  /// - Returns: The change, without rows that stayed the same.
  mutating func update(
    _ line: Int, count: Int, at indices: some Sequence<Int>, row: (Int) -> [Double]
  ) -> ReplayDelta {
    while lines.count <= line { lines.append([]) }
    if lines[line].count > count { lines[line].removeLast(lines[line].count - count) }
    var delta = ReplayDelta(count: count)
    for index in indices where index < count {
      let new = row(index)
      if index < lines[line].count {
        guard lines[line][index] != new else { continue }
        lines[line][index] = new
      } else {
        lines[line].append(new)
      }
      let last = delta.runs.count - 1
      if last >= 0, delta.runs[last].start + delta.runs[last].rows.count == index {
        delta.runs[last].rows.append(new)
      } else {
        delta.runs.append(ReplayDelta.Run(start: index, rows: [new]))
      }
    }
    return delta
  }
}
