/// What one touch event changed in the lines of a replay.
struct ReplayStep: Hashable, Sendable {
  /// What a point is, by the event that it shows; the numbers are those of the page.
  enum Kind: Int, Hashable, Sendable {
    /// The touch that the callback was about.
    case delivered = 0
    /// A report that came along with it.
    case coalesced = 1
    /// The device's own guess.
    case predicted = 2
    /// A report whose values were corrected.
    case updated = 3
  }

  /// The event's own time in seconds; not always a number.
  var time: Double
  /// What the event is.
  var kind: Kind
  /// The place of its batch.
  var batch: Int
  /// Which line it changed; nil where it was ignored.
  var line: Int?
  /// What it changed in the line's points, filtered points and curve elements.
  var deltas: [ReplayDelta]
}

/// How one list of rows of numbers becomes the next.
///
/// The list is cut or grown to `count`, then each run replaces what is from its start on.
struct ReplayDelta: Hashable, Sendable {
  /// Rows that follow one another.
  struct Run: Hashable, Sendable {
    /// The index of the first.
    var start: Int
    /// The rows.
    var rows: [[Double]]
  }

  /// How many rows there are afterwards.
  var count: Int
  /// What is new or different, in order.
  var runs: [Run] = []
}

/// The rows of one stage's lines, kept up to date by deltas.
struct ReplayRows: Hashable, Sendable {
  /// For each line its rows.
  private(set) var lines: [[[Double]]] = []

  /// Makes a line's rows those given, where they may have changed, and says how.
  ///
  /// - Parameters:
  ///   - line: Which line; one past the last adds it.
  ///   - count: How many rows it has now.
  ///   - indices: Where rows may be different.
  ///   - row: The row at an index.
  /// - Returns: The difference, without rows that stayed as they were.
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
