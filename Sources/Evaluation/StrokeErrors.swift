/// The error of one subject, stroke by stroke: what hindsight chooses by.
struct StrokeErrors: Sendable {
  /// The sum of ‖e‖ and how many there are, by horizon and stroke.
  private(set) var slots: [[(sum: Double, count: Int)]]

  /// The errors of a recording's strokes, which are given by stroke and horizon.
  init(_ strokes: [[ScoredStroke]], slots count: Int) {
    slots = (0..<count).map { slot in
      strokes.map { scored in
        var (sum, count) = (CompensatedSum(), 0)
        scored[slot].forEachScored { index in
          sum += scored[slot].errors[index].length
          count += 1
        }
        return (sum.value, count)
      }
    }
  }
}
