/// The error of one subject, stroke by stroke: what hindsight chooses by.
struct StrokeErrors: Sendable {
  /// The sum of ‖e‖ and how many there are, by horizon and stroke.
  private(set) var slots: [[(sum: Double, count: Int)]]

  /// No strokes yet, at so many horizons.
  init(slots count: Int) { slots = Array(repeating: [], count: count) }

  /// The errors of a recording's strokes, which are given by stroke and horizon.
  init(_ strokes: [[ScoredStroke]], slots count: Int) {
    self.init(slots: count)
    for scored in strokes { add(scored) }
  }

  /// Takes in the next stroke at all horizons.
  mutating func add(_ scored: [ScoredStroke]) {
    for slot in slots.indices {
      let stroke = scored[slot]
      slots[slot].append((stroke.lanes.sums.errors[stroke.lane], stroke.runs.scored.indexCount))
    }
  }

  /// Takes in the strokes that follow.
  mutating func merge(_ other: StrokeErrors) {
    for slot in slots.indices { slots[slot] += other.slots[slot] }
  }
}
