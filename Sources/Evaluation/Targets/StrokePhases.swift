import MotionNumerics

/// Tells the phases of a stroke apart; see `StrokePhase` for what they are.
///
/// Moments are asked for in any order; the cost of one is that of three look-ups on the track and of
/// a binary search among the stops.
struct StrokePhases {
  /// How long a start and a stop are, in seconds.
  private static let transition = 0.1
  /// A corner turns between this long before and after a moment, in seconds.
  private static let turnReach = 0.05
  /// The cosine of the least turn of a corner, 45°.
  private static let cornerCosine = 0.5.squareRoot()

  private let track: MotionTrack
  /// When the contact comes to rest, in order.
  private let stops: [Double]
  /// The least displacement, in the track's unit, that has a direction.
  private let leastMotion: Double
  private var hint = 0

  /// The phases of a track.
  ///
  /// - Parameters:
  ///   - track: The true track.
  ///   - stops: The pauses, and the lift; nil where the scale is not known, and then only the lift
  ///     and rest itself count as stops.
  ///   - leastMotion: The least displacement that has a direction, in the track's unit.
  init(track: MotionTrack, stops: [StopLandmark]?, leastMotion: Double) {
    self.track = track
    self.stops = (stops ?? []).map(\.time)
    self.leastMotion = leastMotion
  }

  /// The phase at a moment.
  ///
  /// - Parameters:
  ///   - time: The moment.
  ///   - isResting: Whether the contact has no direction of motion then.
  /// - Returns: The phase; a stop where there is no track.
  mutating func phase(at time: Double, isResting: Bool) -> StrokePhase {
    guard let first = track.times.first, let last = track.times.last else { return .stop }
    if time < first + Self.transition { return .start }
    if isResting || time > last - Self.transition || isNearStop(time) { return .stop }
    let turn = track.turn(
      at: time, reach: Self.turnReach, leastMotion: leastMotion, hint: &hint)
    if let turn, turn < Self.cornerCosine { return .corner }
    return .cruise
  }

  private func isNearStop(_ time: Double) -> Bool {
    var low = 0
    var high = stops.count
    while low < high {
      let middle = (low + high) / 2
      if stops[middle] < time - Self.transition { low = middle + 1 } else { high = middle }
    }
    return low < stops.count && stops[low] <= time + Self.transition
  }
}

extension MotionTrack {
  /// The cosine of the angle between the displacements before and after a moment.
  ///
  /// Nil where the track does not reach that far, and where a displacement is shorter than the least
  /// that has a direction.
  ///
  /// - Parameters:
  ///   - time: The moment, in seconds.
  ///   - reach: How long before and after, in seconds.
  ///   - leastMotion: The least displacement that has a direction.
  ///   - hint: Where to look first; see `position(at:hint:)`.
  /// - Returns: The cosine, −1 to 1.
  func turn(at time: Double, reach: Double, leastMotion: Double, hint: inout Int) -> Double? {
    guard let first = times.first, let last = times.last, time - reach >= first,
      time + reach <= last
    else { return nil }
    let here = position(at: time, hint: &hint)
    let before = here - position(at: time - reach, hint: &hint)
    let after = position(at: time + reach, hint: &hint) - here
    let (lengthBefore, lengthAfter) = (before.length, after.length)
    guard lengthBefore >= leastMotion, lengthAfter >= leastMotion, lengthBefore > 0,
      lengthAfter > 0
    else { return nil }
    return before.dot(after) / (lengthBefore * lengthAfter)
  }
}
