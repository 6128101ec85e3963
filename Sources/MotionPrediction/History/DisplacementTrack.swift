import MotionNumerics
import TouchInput

/// The newest samples of a stroke as displacements from each to the next, in units of one step.
///
/// A step is the mean of the newest 20 intervals (with `gaps`, of those among them that are not
/// gaps). Displacements do not change when the motion is moved elsewhere, and turn, mirror and
/// scale with it.
struct DisplacementTrack: Sendable {
  /// What a new sample did to the track.
  enum Arrival: Sendable {
    /// It was not finite, and nothing changed.
    case refused
    /// It went on with the stroke.
    case continued
    /// It is the only sample held: the first of a stroke, or after a leap too great to be squared.
    case began
    /// It was dated before samples already held, which are gone.
    case late
  }

  /// The samples; each is marked with the speed from the one before, 0 where times are the same.
  private var trail: SampleTrail
  private let taps: Int
  private let spacing: AdaptiveMotionSettings.Spacing
  /// Recent and overall root mean square displacement, in length units.
  private(set) var scale: MotionScale
  /// The mean interval of the newest samples, in seconds; 0 if there is none.
  private(set) var step = 0.0
  /// The greatest speed between samples of different times within the taps, in length units per second.
  private(set) var greatestSpeed = 0.0
  /// Of the newest intervals the longest, and how many samples ago it ended.
  private var longestInterval = (seconds: 0.0, age: 0)

  /// How many intervals the mean interval is taken over.
  private static let intervals = 20
  /// `gaps`: an interval of more mean intervals than this is a gap.
  private static let gap = 2.5
  /// `recorded`: an interval of fewer mean intervals than this counts as this many.
  private static let leastInterval = 0.125

  /// Creates an empty track that holds at least `samples` samples.
  init(settings: AdaptiveMotionSettings, samples: Int) {
    taps = settings.taps
    spacing = settings.spacing
    scale = MotionScale(memory: settings.scaleMemory)
    trail = SampleTrail(capacity: max(Self.intervals + 1, settings.taps + 2, samples))
  }

  /// How many samples are held.
  var count: Int { trail.count }

  /// The newest sample; nil if none is held.
  var newest: SampleTrail.Point? { trail.count == 0 ? nil : trail.newest }

  /// The sample at `index`, 0 being the oldest held.
  subscript(index: Int) -> SampleTrail.Point { trail[index] }

  /// Begins a new stroke.
  mutating func reset() {
    trail.removeAll()
    forgetMotion()
  }

  private mutating func forgetMotion() {
    scale.reset()
    step = 0
    greatestSpeed = 0
    longestInterval = (0, 0)
  }

  /// Observes a sample.
  mutating func append(_ sample: TouchSample) -> Arrival {
    let former = trail.newest
    let arrival = trail.append(sample)
    guard arrival != .refused else { return .refused }
    guard trail.count > 1 else {
      forgetMotion()
      return .began
    }
    let before = arrival == .late ? trail[trail.count - 2] : former
    let displacement = sample.position - before.position
    guard displacement.squaredLength.isFinite else {
      reset()
      _ = trail.append(sample)
      return .began
    }
    scale.add(displacement)
    let interval = sample.time - before.time
    trail.mark(interval > 0 ? displacement.length / interval : 0)
    noteInterval(interval, afterRemoval: arrival == .late)
    trail.withPoints { measure($0) }
    return arrival == .late ? .late : .continued
  }

  /// Writes the pen's attributes into a prediction, as the newest 8 samples say.
  @inline(__always)
  func attribute(_ prediction: inout Prediction, ahead horizon: Double) {
    trail.attribute(&prediction, newest: PenAttributes.usualCount, ahead: horizon)
  }

  /// The displacement to the sample at `index` from the one before, in units of one step.
  func displacement(_ index: Int) -> SIMD2<Double> { trail.withPoints { displacement($0, index) } }

  @inline(__always)
  private func displacement(
    _ points: UnsafeBufferPointer<SampleTrail.Point>, _ index: Int
  ) -> SIMD2<Double> {
    let displacement = points[index].position - points[index - 1].position
    guard spacing != .steady else { return displacement }
    let interval = points[index].time - points[index - 1].time
    if spacing == .gaps {
      return Self.isGap(interval, step) ? displacement / (interval / step) : displacement
    }
    return displacement / max(interval / step, Self.leastInterval)
  }

  /// Writes the displacements at `anchor`, `anchor` − 1, … , divided by `divisor`.
  ///
  /// - Returns: The regressor's energy, the sum of the squared lengths; nil, and nothing written,
  ///   where the stroke is too short for it.
  @discardableResult
  func fill(_ regressor: inout [SIMD2<Double>], at anchor: Int, divisor: Double) -> Double? {
    guard anchor >= regressor.count else { return nil }
    let factor = 1 / divisor
    return regressor.withUnsafeMutableBufferPointer { regressor in
      trail.withPoints { points in
        var squares = SIMD2<Double>.zero
        for index in 0..<regressor.count {
          let entry = factor * displacement(points, anchor - index)
          regressor[index] = entry
          squares += entry * entry
        }
        return squares.sum()
      }
    }
  }

  /// The position `age` seconds before the newest sample, interpolated; nil before the oldest held.
  func position(before age: Double) -> SIMD2<Double>? {
    trail.withPoints { $0.position(before: age) }
  }

  /// Keeps the longest of the newest intervals, looking through all only where it has left.
  @inline(__always)
  private mutating func noteInterval(_ interval: Double, afterRemoval: Bool) {
    longestInterval.age += 1
    if afterRemoval || (interval < longestInterval.seconds && longestInterval.age >= Self.intervals)
    {
      longestInterval = trail.withPoints(Self.longest)
    } else if interval >= longestInterval.seconds {
      longestInterval = (interval, 0)
    }
  }

  private static func longest(
    _ points: UnsafeBufferPointer<SampleTrail.Point>
  ) -> (seconds: Double, age: Int) {
    var longest = (seconds: 0.0, age: 0)
    let newest = points.count - 1
    for age in 0..<min(newest, intervals) {
      let interval = points[newest - age].time - points[newest - age - 1].time
      if interval > longest.seconds { longest = (interval, age) }
    }
    return longest
  }

  /// Measures step and speed again.
  @inline(__always)
  private mutating func measure(_ points: UnsafeBufferPointer<SampleTrail.Point>) {
    let newest = points.count - 1
    let first = newest - min(newest, Self.intervals)
    step = (points[newest].time - points[first].time) / Double(newest - first)
    if spacing == .gaps, Self.isGap(longestInterval.seconds, step) {
      step = Self.meanWithoutGaps(points, first, mean: step)
    }
    greatestSpeed = 0
    for back in 0..<min(taps, newest) {
      let speed = points[newest - back].mark
      if speed > greatestSpeed { greatestSpeed = speed }
    }
  }

  /// Indicates whether an interval is a gap, given the mean interval.
  @inline(__always)
  private static func isGap(_ interval: Double, _ mean: Double) -> Bool {
    interval > gap * mean + TimeTolerance.seconds
  }

  /// The mean of the intervals that are no gaps; `mean`, that of all, if there is none.
  private static func meanWithoutGaps(
    _ points: UnsafeBufferPointer<SampleTrail.Point>, _ first: Int, mean: Double
  ) -> Double {
    var (sum, count) = (0.0, 0.0)
    for index in first..<(points.count - 1) {
      let interval = points[index + 1].time - points[index].time
      guard !isGap(interval, mean) else { continue }
      sum += interval
      count += 1
    }
    return sum == 0 ? mean : sum / count
  }
}
