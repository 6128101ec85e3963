import MotionNumerics

/// The targets of one slot around a reversal, and the true path there.
struct ReversalWindow: Sendable {
  /// The targets with a truth within `Landmarks.halfWindow` of the reversal.
  private let indices: [Int]
  /// For each of them, the segment of the path on which the contact then is.
  private let segments: [Int]
  /// The true path, a horizon farther than the targets to either side.
  private let path: MeasuredPath

  /// The window of a reversal; nil where no target with a truth is near it.
  init?(_ reversal: ReversalLandmark, _ slot: TargetSlot, _ track: MotionTrack) {
    var indices: [Int] = []
    slot.forEachTarget(around: reversal.time) { index in
      if slot.targets[index].truth != nil { indices.append(index) }
    }
    guard !indices.isEmpty else { return nil }
    let reach = indices.reduce(0) { max($0, abs(slot.targets[$1].horizon)) }
    let margin = Landmarks.halfWindow + reach
    let covered = track.indices(covering: (reversal.time - margin)...(reversal.time + margin))
    guard !covered.isEmpty else { return nil }
    self.indices = indices
    path = MeasuredPath(Array(track.positions[covered]))
    segments = indices.map { index in
      track.times.count > 1
        ? min(
          max(track.lastIndex(notAfter: slot.times[index]), covered.lowerBound),
          covered.upperBound - 1)
          - covered.lowerBound : 0
    }
  }

  /// The greatest distance of the targets' predictions from the path.
  ///
  /// The true position lies on the path, so that a prediction is never farther from the path than
  /// its error: the greatest error comes first, and those that do not exceed the greatest distance so
  /// far are passed over. So is a prediction once it is found to be nearer than that.
  func greatestDistance(of stroke: ScoredStroke) -> Double {
    let (lane, width, predictions) = (stroke.lane, ScoredLanes.width, stroke.predictions)
    return stroke.lanes.withMagnitudes(.error) { errors in
      var first = 0
      for place in indices.indices.dropFirst()
      where errors[width * indices[place] + lane] > errors[width * indices[first] + lane] {
        first = place
      }
      var greatest = path.distance(
        from: predictions[indices[first]], startingAt: segments[first], unlessWithin: 0)
      for place in indices.indices where errors[width * indices[place] + lane] > greatest {
        let distance = path.distance(
          from: predictions[indices[place]], startingAt: segments[place], unlessWithin: greatest)
        greatest = max(greatest, distance)
      }
      return greatest
    }
  }
}
