import MotionNumerics

/// A place where the contact comes to rest: the end of a stroke, or a pause within it.
struct StopLandmark: Sendable {
  /// When it comes to rest, in seconds.
  let time: Double
  /// Where, in the reported unit.
  let position: SIMD2<Double>
  /// The direction of the motion that ends there, of length 1.
  let direction: SIMD2<Double>
}

/// A place where the contact turns back.
struct ReversalLandmark: Sendable {
  /// When, in seconds.
  let time: Double
}

/// Finds where a track stops and where it turns back.
///
/// Thresholds are physical lengths, so a scale is needed: `millimeter` is a millimeter in the
/// track's unit. Both definitions are nextpoint's own, chosen so that they do not depend on the
/// axes.
struct Landmarks {
  /// How long before and after a landmark predictions count, in seconds.
  static let halfWindow = 0.2

  /// A pause lasts at least this long, in seconds.
  private static let pauseDuration = 0.05
  /// In a pause the contact is slower than this, in millimeters a second.
  private static let pauseSpeed = 5.0
  /// The motion before a stop is judged over at most this time, in seconds.
  private static let approachDuration = 0.1
  /// The motion before a stop is judged over at most this path, in millimeters.
  private static let approachPath = 20.0
  /// A motion shorter than this, in millimeters, has no direction to overshoot in.
  static let leastMotion = 1.0
  /// A reversal turns by more than a right angle between this long before and after, in seconds.
  private static let turnDuration = 0.05

  /// The greatest number of samples to look back or ahead, which avoids quadratic time for absurdly
  /// dense streams: 0.2 s at 5 kHz.
  private static let mostSamples = 1000

  private let track: MotionTrack
  private let millimeter: Double

  init(track: MotionTrack, millimeter: Double) {
    self.track = track
    self.millimeter = millimeter
  }

  /// The pauses and the end, in order of time.
  ///
  /// A pause begins at a sample from which on the contact stays within 5 mm/s × 50 ms = 0.25 mm for
  /// 50 ms, after a motion of at least 1 mm; the next can begin only after the contact has left it
  /// by 1 mm. The end of the stroke counts where a motion of at least 1 mm leads up to it.
  func stops() -> [StopLandmark] {
    var result: [StopLandmark] = []
    var index = 0
    while index < track.times.count {
      let isLast = index == track.times.count - 1
      guard isLast || staysPut(from: index), let direction = approach(to: index) else {
        index += 1
        continue
      }
      result.append(
        StopLandmark(
          time: track.times[index], position: track.positions[index], direction: direction))
      index = firstIndex(leaving: index)
    }
    return result
  }

  /// The reversals, in order of time.
  ///
  /// A sample is one where the displacements over the 50 ms before and after it, each of at least
  /// 1 mm, enclose more than a right angle; of neighboring ones the sharpest counts.
  func reversals() -> [ReversalLandmark] {
    var result: [ReversalLandmark] = []
    var best: (index: Int, cosine: Double)?
    for index in track.times.indices {
      if let cosine = turn(at: index), cosine < -TimeTolerance.share {
        if best.map({ cosine < $0.cosine - TimeTolerance.share }) ?? true {
          best = (index, cosine)
        }
      } else if let found = best {
        result.append(ReversalLandmark(time: track.times[found.index]))
        best = nil
      }
    }
    if let found = best { result.append(ReversalLandmark(time: track.times[found.index])) }
    return result
  }

  private func staysPut(from index: Int) -> Bool {
    let radius = Self.pauseSpeed * Self.pauseDuration * millimeter
    let start = track.times[index]
    let end = min(track.times.count, index + Self.mostSamples)
    for later in (index + 1)..<max(end, index + 1) {
      guard (track.positions[later] - track.positions[index]).length <= radius else { return false }
      if track.times[later] - start >= Self.pauseDuration - TimeTolerance.seconds { return true }
    }
    return false
  }

  private func approach(to index: Int) -> SIMD2<Double>? {
    var path = 0.0
    var from = index
    while from > 0, index - from < Self.mostSamples,
      track.times[index] - track.times[from - 1] <= Self.approachDuration + TimeTolerance.seconds,
      path < Self.approachPath * millimeter
    {
      path += (track.positions[from] - track.positions[from - 1]).length
      from -= 1
    }
    let displacement = track.positions[index] - track.positions[from]
    let distance = displacement.length
    return distance >= Self.leastMotion * millimeter ? displacement / distance : nil
  }

  private func firstIndex(leaving index: Int) -> Int {
    let radius = Self.leastMotion * millimeter
    return track.positions[index...].firstIndex { ($0 - track.positions[index]).length > radius }
      ?? track.times.count
  }

  private func turn(at index: Int) -> Double? {
    var hint = index
    return track.turn(
      at: track.times[index], reach: Self.turnDuration,
      leastMotion: Self.leastMotion * millimeter, hint: &hint)
  }
}

/// The targets of one slot around a reversal, and the true path there.
struct ReversalWindow: Sendable {
  /// The targets with a truth within `Landmarks.halfWindow` of the reversal.
  private let indices: [Int]
  /// For each of them, the segment of the path on which the contact then is.
  private let segments: [Int]
  /// The true path, a horizon farther than the targets to either side.
  private let path: MeasuredPath

  /// The window of a reversal; nil if no target with a truth is near it.
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

  /// The greatest distance of the targets' predictions from the path, for some predictors.
  func greatestDistances(
    of predictions: UnsafePointer<SIMD8<Double>>, errors: UnsafePointer<SIMD4<Double>>, width: Int
  ) -> SIMD4<Double> {
    path.greatestDistances(
      of: predictions, errors: errors, at: indices, startingAt: segments, width: width)
  }
}
