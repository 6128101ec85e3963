import MotionNumerics

/// A prediction compared with a recorded sample, and not against the track between samples.
struct MatchedSample: Sendable {
  /// The target.
  let target: Int
  /// The sample, as an index in the track.
  let sample: Int
  /// Along the last step of the contact, above 0 being ahead.
  let along: Double
  /// Across that step.
  let off: Double
  /// The speed of that step, per second.
  let speed: Double
}

extension ScoredStroke {
  /// Calls `body` with each target that has a sample less than a quarter of a nominal interval
  /// away.
  ///
  /// The direction is that of the step from the sample before; where the contact did not move in
  /// it, along and off are both the whole error.
  ///
  /// - Parameters:
  ///   - rate: The nominal rate, in hertz.
  ///   - body: What to do with a match.
  func forEachMatch(rate: Double, _ body: (MatchedSample) -> Void) {
    let track = stroke.track
    for (index, target) in targets.enumerated() where includes(target) {
      guard let sample = track.index(nearest: target.time, within: 0.25 / rate), sample > 0 else {
        continue
      }
      let error = predictions[index] - track.positions[sample]
      let step = track.positions[sample] - track.positions[sample - 1]
      let direction = step.normalized
      body(
        MatchedSample(
          target: index, sample: sample,
          along: direction.map { $0.dot(error) } ?? error.length,
          off: direction.map { $0.cross(error) } ?? error.length,
          speed: step.length / (track.times[sample] - track.times[sample - 1])))
    }
  }

  /// The force measured at a matched sample, searched for from the target's newest sample on.
  ///
  /// - Parameter match: The match.
  /// - Returns: The force; nil if it was not measured.
  func force(at match: MatchedSample) -> Double? {
    let time = stroke.track.times[match.sample]
    let samples = stroke.recorded
    let newest = min(targets[match.target].sample, samples.count - 1)
    let later = samples[newest...].first { $0.time == time }
    return (later ?? samples[..<newest].last { $0.time == time })?.force
  }
}

extension MotionTrack {
  /// The point of the track nearest to a moment; nil if that is not less than `limit` seconds away.
  func index(nearest time: Double, within limit: Double) -> Int? {
    guard let last = times.indices.last else { return nil }
    let before = last == 0 ? 0 : lastIndex(notAfter: time)
    let after = min(before + 1, last)
    let isAfterNearer =
      abs(times[after] - time) < abs(time - times[before]) - TimeTolerance.seconds
    let nearest = isAfterNearer ? after : before
    return abs(times[nearest] - time) < limit - TimeTolerance.seconds ? nearest : nil
  }
}
