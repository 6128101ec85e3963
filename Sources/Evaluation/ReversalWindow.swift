import MotionNumerics

/// The targets of one slot around a reversal, and the true path there.
struct ReversalWindow: Sendable {
  /// The targets with a truth within `Landmarks.halfWindow` of the reversal.
  private let indices: [Int]
  /// For each of them, the segment of the path on which the contact then is.
  private let segments: [Int]
  /// The corners of the true path, a horizon farther than the targets to either side.
  private let path: [SIMD2<Double>]

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
    path = Array(track.positions[covered])
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
    let (lengths, predictions) = (stroke.lengths, stroke.predictions)
    var first = 0
    for place in indices.indices.dropFirst()
    where lengths[indices[place]] > lengths[indices[first]] { first = place }
    var greatest = 0.0
    for place in [first] + indices.indices where lengths[indices[place]] > greatest {
      let distance = distance(
        from: predictions[indices[place]], startingAt: segments[place], unlessWithin: greatest)
      greatest = max(greatest, distance)
    }
    return greatest
  }

  /// The distance of a point from the path; something no greater than `bound` where that is.
  ///
  /// The search begins at the segment that is probably near.
  private func distance(
    from point: SIMD2<Double>, startingAt start: Int, unlessWithin bound: Double
  ) -> Double {
    // Rounding of the square must not end the search early.
    let enough = bound * bound * (1 - 1e-12)
    return path.withUnsafeBufferPointer { path in
      var least = (point - path[0]).squaredLength
      var segment = start
      while segment + 1 < path.count, least > enough {
        least = min(
          least,
          (point - point.nearest(onSegmentFrom: path[segment], to: path[segment + 1])).squaredLength
        )
        segment += 1
      }
      segment = start - 1
      while segment >= 0, least > enough {
        least = min(
          least,
          (point - point.nearest(onSegmentFrom: path[segment], to: path[segment + 1])).squaredLength
        )
        segment -= 1
      }
      return least.squareRoot()
    }
  }
}
