import MotionNumerics
import TouchInput

/// The newest samples of a stroke as displacements from each to the next, in units of one step.
///
/// A step is the mean interval of the newest 20 (with `gaps`, of those among them that are no gaps). Displacements do not change when the motion is moved
/// elsewhere, and turn, mirror and scale with it.
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

  private var window: ObservationWindow
  private let taps: Int
  private let spacing: AdaptiveMotionSettings.Spacing
  /// Recent and overall root mean square displacement, in length units.
  private(set) var scale: MotionScale
  /// The mean interval of the newest samples, in seconds; 0 where there is none.
  private(set) var step = 0.0
  /// The greatest speed between samples of different times within the taps, in length units a second.
  private(set) var greatestSpeed = 0.0

  /// How many intervals the mean interval is taken over.
  private static let intervals = 20
  /// `gaps`: an interval of more mean intervals than this is a gap.
  private static let gap = 2.5
  /// `recorded`: an interval of fewer mean intervals than this counts as this many.
  private static let leastInterval = 0.125

  /// Makes an empty track that holds at least `samples` samples.
  init(settings: AdaptiveMotionSettings, samples: Int) {
    taps = settings.taps
    spacing = settings.spacing
    scale = MotionScale(memory: settings.scaleMemory)
    window = ObservationWindow(capacity: max(Self.intervals + 1, settings.taps + 2, samples))
  }

  /// How many samples are held.
  var count: Int { window.count }

  /// The newest sample; nil where none is held.
  var newest: TouchSample? { window.newest }

  /// The sample at `index`, 0 being the oldest held.
  subscript(index: Int) -> TouchSample { window[index] }

  /// Begins a new stroke.
  mutating func reset() {
    window.removeAll()
    scale.reset()
    step = 0
    greatestSpeed = 0
  }

  /// Takes in a sample.
  mutating func append(_ sample: TouchSample) -> Arrival {
    let before = window.newest
    guard window.append(sample) else { return .refused }
    guard window.count > 1 else {
      reset()
      window.append(sample)
      return .began
    }
    let displacement = sample.position - window[window.count - 2].position
    guard displacement.squaredLength.isFinite else {
      reset()
      window.append(sample)
      return .began
    }
    scale.add(displacement)
    step = meanInterval()
    greatestSpeed = recentSpeed()
    return before.map { $0.time > sample.time } ?? false ? .late : .continued
  }

  /// A prediction with the pen's attributes, as the newest 8 samples say.
  func attributed(_ prediction: Prediction, ahead horizon: Double) -> Prediction {
    prediction.attributed(by: window, newest: PenAttributes.usualCount, ahead: horizon)
  }

  /// The displacement to the sample at `index` from the one before, in units of one step.
  func displacement(_ index: Int) -> SIMD2<Double> {
    let (before, after) = (window[index - 1], window[index])
    let displacement = after.position - before.position
    let steps = (after.time - before.time) / step
    switch spacing {
    case .steady: return displacement
    case .gaps: return steps > Self.gap ? displacement / steps : displacement
    case .recorded: return displacement / max(steps, Self.leastInterval)
    }
  }

  /// Writes the displacements at `anchor`, `anchor` − 1, … , divided by `divisor`.
  ///
  /// - Returns: False, and nothing written, where the stroke is too short for it.
  func fill(_ regressor: inout [SIMD2<Double>], at anchor: Int, divisor: Double) -> Bool {
    guard anchor >= regressor.count else { return false }
    for index in regressor.indices {
      regressor[index] = displacement(anchor - index) / divisor
    }
    return true
  }

  /// The position `age` seconds before the newest sample, interpolated; nil before the oldest held.
  func position(before age: Double) -> SIMD2<Double>? { window.position(before: age) }

  /// The mean of the newest intervals; with `gaps`, of those that are no gaps.
  private func meanInterval() -> Double {
    let newest = window.count - 1
    let first = newest - min(newest, Self.intervals)
    let mean = (window[newest].time - window[first].time) / Double(newest - first)
    guard spacing == .gaps else { return mean }
    var (sum, count) = (0.0, 0.0)
    for index in first..<newest {
      let interval = window[index + 1].time - window[index].time
      guard interval <= Self.gap * mean else { continue }
      sum += interval
      count += 1
    }
    // Equal to the mean, to the last bit, where there is no gap.
    return count == Double(newest - first) || sum == 0 ? mean : sum / count
  }

  private func recentSpeed() -> Double {
    var greatest = 0.0
    for back in 0..<min(taps, window.count - 1) {
      let (before, after) = (window[window.count - 2 - back], window[window.count - 1 - back])
      let interval = after.time - before.time
      guard interval > 0 else { continue }
      greatest = max(greatest, (after.position - before.position).length / interval)
    }
    return greatest
  }
}
