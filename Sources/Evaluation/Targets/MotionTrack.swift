import MotionNumerics
import TouchInput

/// The true position of a contact as a function of time: the recorded track, linearly interpolated.
///
/// Times are strictly increasing. A sample with the time of the one before replaces it; a sample
/// dated before samples already there removes those, as `ObservationWindow` does, so that one wrong
/// time costs one sample of truth and not the rest of the stroke.
///
/// An interval longer than the longest gap has no truth, unless the track holds rests and its ends are
/// no farther apart than a usual step (`UsualStep`). Such a rest is a stop without reports: the contact
/// stays at the first end until one step before the second, and moves there within that step.
struct MotionTrack: Sendable {
  /// Seconds, strictly increasing.
  let times: [Double]
  /// The position at each time.
  let positions: [SIMD2<Double>]
  /// The longest interval across which truth is interpolated, in seconds.
  let longestGap: Double
  /// The indices of the intervals that are rests.
  private let rests: Set<Int>
  /// The duration of the motion at the end of a rest, in seconds.
  private let lastStep: Double

  /// Creates a track.
  ///
  /// - Parameters:
  ///   - times: The times of the samples, in seconds, in the order of their arrival.
  ///   - positions: The positions, as many.
  ///   - longestGap: The longest interval across which truth is interpolated, in seconds.
  ///   - lastStep: The duration of the motion at the end of a rest, in seconds; nil if rests have no
  ///     truth.
  init(
    times: [Double], positions: [SIMD2<Double>], longestGap: Double, lastStep: Double? = nil
  ) {
    var keptTimes: [Double] = []
    var keptPositions: [SIMD2<Double>] = []
    keptTimes.reserveCapacity(times.count)
    keptPositions.reserveCapacity(times.count)
    for (time, position) in zip(times, positions) {
      while let last = keptTimes.last, last >= time {
        keptTimes.removeLast()
        keptPositions.removeLast()
      }
      keptTimes.append(time)
      keptPositions.append(position)
    }
    self.times = keptTimes
    self.positions = keptPositions
    self.longestGap = longestGap
    self.lastStep = lastStep ?? 0
    rests = lastStep == nil ? [] : Self.rests(keptTimes, keptPositions, longestGap: longestGap)
  }

  private static func rests(
    _ times: [Double], _ positions: [SIMD2<Double>], longestGap: Double
  ) -> Set<Int> {
    let gaps = times.indices.dropLast().filter {
      times[$0 + 1] - times[$0] > longestGap + TimeTolerance.seconds
    }
    guard !gaps.isEmpty else { return [] }
    let usual = UsualStep(times: times, positions: positions)
    return Set(gaps.filter { usual.spans(positions[$0], positions[$0 + 1]) })
  }

  /// Indicates whether the interval after a sample is longer than the longest gap.
  func isGap(_ index: Int) -> Bool {
    times[index + 1] - times[index] > longestGap + TimeTolerance.seconds
  }

  /// Indicates whether the contact rests from the sample at a time to the next one.
  func rests(after time: Double) -> Bool {
    !rests.isEmpty && rests.contains(lastIndex(notAfter: time + TimeTolerance.seconds))
  }

  /// A length that is no more than rounding: 1e-9 of the diagonal of what the track covers.
  var roundingLength: Double {
    guard var low = positions.first else { return 0 }
    var high = low
    for position in positions {
      low = pointwiseMin(low, position)
      high = pointwiseMax(high, position)
    }
    return 1e-9 * (high - low).length
  }

  /// The position at `time` with no regard to gaps, that of an end before or after the track.
  ///
  /// `hint` is the index from which the search starts; it is left at the interval found, so that a
  /// walk along the track costs constant time a step.
  func position(at time: Double, hint: inout Int) -> SIMD2<Double> {
    guard let interval = interval(containing: time, hint: &hint) else {
      return time < (times.first ?? 0) ? positions.first ?? .zero : positions.last ?? .zero
    }
    return interpolated(time, interval)
  }

  /// The truth at `time`: nil before the track, after it, and inside a gap that is too long.
  func truth(at time: Double, hint: inout Int) -> SIMD2<Double>? {
    guard let first = times.first, let last = times.last else { return nil }
    if abs(time - last) <= TimeTolerance.seconds { return positions.last }
    if abs(time - first) <= TimeTolerance.seconds { return positions.first }
    guard let interval = interval(containing: time, hint: &hint) else { return nil }
    let isAtSample =
      time - times[interval] <= TimeTolerance.seconds
      || times[interval + 1] - time <= TimeTolerance.seconds
    guard isAtSample || !isGap(interval) || rests.contains(interval) else { return nil }
    return interpolated(time, interval)
  }

  /// The first recorded position strictly after `time`; nil if there is none.
  func next(after time: Double, hint: inout Int) -> SIMD2<Double>? {
    guard let last = times.last, time + TimeTolerance.seconds < last else { return nil }
    guard let interval = interval(containing: time, hint: &hint) else { return positions.first }
    let isAtEnd = times[interval + 1] - time <= TimeTolerance.seconds
    return positions[min(interval + (isAtEnd ? 2 : 1), positions.count - 1)]
  }

  /// The index i with times[i] ≤ time < times[i + 1]; nil outside the track.
  private func interval(containing time: Double, hint: inout Int) -> Int? {
    guard times.count > 1, time >= times[0], time < times[times.count - 1] else { return nil }
    var index = min(max(hint, 0), times.count - 2)
    if times[index] > time || index + 8 < times.count && times[index + 8] <= time {
      index = lastIndex(notAfter: time)
    }
    while times[index + 1] <= time { index += 1 }
    hint = index
    return index
  }

  /// The positions between which the track runs during `span`: from the last one at or before its
  /// start to the first one at or after its end, as far as there are such.
  func indices(covering span: ClosedRange<Double>) -> Range<Int> {
    guard times.count > 1 else { return times.indices }
    let first = lastIndex(notAfter: span.lowerBound + TimeTolerance.seconds)
    var end = first
    while end + 1 < times.count, times[end] < span.upperBound - TimeTolerance.seconds { end += 1 }
    return first..<(end + 1)
  }

  /// The greatest index i but the last with times[i] ≤ time; 0 where there is none.
  func lastIndex(notAfter time: Double) -> Int {
    max(times.dropLast().partitioningIndex { $0 > time } - 1, 0)
  }

  private func interpolated(_ time: Double, _ index: Int) -> SIMD2<Double> {
    var start = times[index]
    if !rests.isEmpty, rests.contains(index) {
      start = max(times[index + 1] - lastStep, start)
      guard time > start else { return positions[index] }
    }
    let share = (time - start) / (times[index + 1] - start)
    return positions[index] + share * (positions[index + 1] - positions[index])
  }
}
