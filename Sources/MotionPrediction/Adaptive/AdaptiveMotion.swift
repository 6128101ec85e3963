import MotionNumerics
import TouchInput

/// The engine of the adaptive predictors: the filter's input, when it learns, and what it answers.
///
/// The regressor at sample n is the newest displacements d_n, d_{n−1}, … of `DisplacementTrack`.
///
/// *Learning is delayed*: when sample n arrives, the filter is corrected with the regressor of an
/// earlier sample and what has come of it since. In `rollout` that is u(n−1) and d_n; in `direct`,
/// for the horizon h, u(a) and p(t_a + h) − p_a for every a with t_{n−1} < t_a + h ≤ t_n, the track
/// being interpolated. No regressor, and no pair, spans two strokes.
///
/// What the filter sees is divided by the recent RMS displacement, so that its constants have no
/// unit. Where the regressor's RMS is below `freeze` times the stroke's, the contact is held still:
/// nothing is learned, and nothing forgotten.
///
/// Until the stroke has taps + 1 samples the newest displacement is continued unchanged.
///
/// With the covariance comes the confidence d²/(d² + tr Σ) for a predicted displacement of length d;
/// the pen's attributes are extrapolated along a line fitted to the newest 8 samples (`PenAttributes`).
struct AdaptiveMotion<Filter: AdaptiveFilter>: Predictor {
  /// A filter with the horizon that it serves.
  private struct Branch: Sendable {
    /// Seconds ahead; nil for the filter of one step.
    let horizon: Double?
    var filter: Filter
    var spread = InnovationSpread()
    /// How many of the newest samples have not been learned from.
    var pending = 0
  }

  private let settings: AdaptiveMotionSettings
  private var branches: [Branch]
  private var track: DisplacementTrack
  /// u at the newest sample, in length units; only its first is of use while the stroke is short.
  private var newestRegressor: [SIMD2<Double>]
  /// The regressor of an earlier sample, divided by the scale.
  private var lesson: [SIMD2<Double>]

  /// Across a longer interval, in steps, the interpolated track teaches nothing in `direct`.
  private static var longestInterval: Double { 4 }
  /// Samples held at most, whatever horizons are asked for.
  private static var mostSamples: Double { 1024 }

  /// Creates the engine.
  ///
  /// - Parameters:
  ///   - settings: Valid settings.
  ///   - context: Its horizons above 0 are learned in `direct`; without any, it rolls out.
  ///   - filter: Makes a fresh filter of `settings.taps` weights.
  init(settings: AdaptiveMotionSettings, context: PredictorContext, filter: () -> Filter) {
    self.settings = settings
    let horizons = settings.mode == .direct ? Self.learned(context.horizons) : []
    branches =
      horizons.isEmpty
      ? [Branch(horizon: nil, filter: filter())]
      : horizons.map { Branch(horizon: $0, filter: filter()) }
    // Twice the nominal count, since devices may report faster than they say.
    let reach = (horizons.last ?? 0) * context.nominalRate * 2
    let held = reach > 0 ? Int(min(reach, Self.mostSamples)) : 0
    track = DisplacementTrack(settings: settings, samples: settings.taps + 2 + held)
    newestRegressor = Array(repeating: .zero, count: settings.taps)
    lesson = Array(repeating: .zero, count: settings.taps)
  }

  private static func learned(_ horizons: [Double]) -> [Double] {
    Set(horizons.filter { $0.isFinite && $0 > 0 }).sorted()
  }

  /// The filter of the one step, or of the least horizon.
  var filter: Filter { branches[0].filter }

  mutating func beginStroke() {
    track.reset()
    for index in branches.indices { branches[index].pending = 0 }
    if settings.memory == .cold { forget() }
  }

  mutating func reset() {
    beginStroke()
    forget()
  }

  private mutating func forget() {
    for index in branches.indices {
      branches[index].filter.reset()
      branches[index].spread = InnovationSpread()
    }
  }

  mutating func observe(_ sample: TouchSample) {
    let arrival = track.append(sample)
    switch arrival {
    case .refused: return
    case .continued: for index in branches.indices { branches[index].pending += 1 }
    // What earlier samples were to be compared with is gone, or not where it was.
    case .began, .late: for index in branches.indices { branches[index].pending = 1 }
    }
    guard track.count > 1, track.step > 0 else { return }
    if arrival == .continued { learn() }
    if track.fill(&newestRegressor, at: track.count - 1, divisor: 1) == nil {
      newestRegressor[0] = track.displacement(track.count - 1)
    }
  }

  // MARK: - Learning

  private mutating func learn() {
    guard track.scale.recent > 0 else { return }
    for index in branches.indices {
      if let horizon = branches[index].horizon {
        learn(branch: index, horizon: horizon)
      } else {
        let newest = track.count - 1
        teach(branch: index, anchor: newest - 1, desired: track.displacement(newest))
      }
    }
  }

  /// Compares what was predicted for every moment since the sample before with what has come.
  private mutating func learn(branch: Int, horizon: Double) {
    let (before, after) = (track[track.count - 2], track[track.count - 1])
    let interval = after.time - before.time
    branches[branch].pending = min(branches[branch].pending, track.count)
    while branches[branch].pending > 0 {
      let index = track.count - branches[branch].pending
      let anchor = track[index]
      let target = anchor.time + horizon
      guard target <= after.time + TimeTolerance.seconds else { return }
      branches[branch].pending -= 1
      let longest = Self.longestInterval * track.step + TimeTolerance.seconds
      guard target > before.time, interval <= longest else { continue }
      let share = (target - before.time) / interval
      let position = before.position + share * (after.position - before.position)
      let desired = (track.step / horizon) * (position - anchor.position)
      teach(branch: branch, anchor: index, desired: desired)
    }
  }

  private mutating func teach(branch: Int, anchor: Int, desired: SIMD2<Double>) {
    let unit = track.scale.recent
    guard let energy = track.fill(&lesson, at: anchor, divisor: unit) else { return }
    let size = (energy / Double(lesson.count)).squareRoot() * unit
    guard size > 0, size >= settings.freeze * track.scale.overall else { return }
    let innovation = branches[branch].filter.update(regressor: lesson, desired: desired / unit)
    guard let innovation else { return }
    branches[branch].spread.add(innovation, direction: lesson[0])
  }

  // MARK: - Answering

  func predict(ahead horizon: Double) -> Prediction? {
    guard horizon.isFinite, let newest = track.newest else { return nil }
    guard horizon > 0 else { return past(horizon) }
    guard track.count > 1, track.step > 0 else { return nil }
    if track.count <= settings.taps {
      return finished(steady(newest.position, horizon), ahead: horizon)
    }
    guard branches[0].horizon == nil else {
      return finished(direct(newest.position, horizon), ahead: horizon)
    }
    return rollOut { rolledOut(&$0, newest.position, horizon) }
  }

  /// Returns only the position of `predict(ahead:)`.
  func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard horizon.isFinite, horizon > 0, track.count > settings.taps, track.step > 0,
      branches[0].horizon == nil, let newest = track.newest
    else { return predict(ahead: horizon)?.position }
    // What else the whole answer holds can be too great for a number where the position is not.
    let (position, last) = rollOut { path in
      (newest.position + path.offset(after: horizon / track.step), path.last / track.step)
    }
    return (position * 0 + last * 0).sum() == 0 ? position : nil
  }

  /// The positions at several horizons ahead; from near to far they share one roll-out.
  ///
  /// - Parameters:
  ///   - horizons: Seconds, above 0, in rising order.
  ///   - write: Takes the place of a horizon and its position; nil if not known.
  func positions(ahead horizons: [Double], _ write: (Int, SIMD2<Double>?) -> Void) {
    guard track.count > settings.taps, track.step > 0, branches[0].horizon == nil,
      let newest = track.newest
    else {
      for index in horizons.indices { write(index, position(ahead: horizons[index])) }
      return
    }
    rollOut { path in
      for index in horizons.indices {
        let position = newest.position + path.offset(after: horizons[index] / track.step)
        write(index, (position * 0).sum() == 0 ? position : nil)
      }
    }
  }

  /// Answers several horizons; those ahead, from near to far, by one roll-out.
  func predict(ahead horizons: [Double], into result: inout [Prediction?]) {
    if result.count != horizons.count {
      result = Array(repeating: nil, count: horizons.count)
    }
    guard track.count > settings.taps, track.step > 0, branches[0].horizon == nil,
      let newest = track.newest
    else {
      for index in horizons.indices { result[index] = predict(ahead: horizons[index]) }
      return
    }
    rollOut { path in
      var farthest = 0.0
      for index in horizons.indices {
        let horizon = horizons[index]
        guard horizon.isFinite, horizon > 0, horizon >= farthest else {
          result[index] = predict(ahead: horizon)
          continue
        }
        farthest = horizon
        result[index] = rolledOut(&path, newest.position, horizon)
      }
    }
  }

  /// Horizon 0 and before: the track of the samples.
  private func past(_ horizon: Double) -> Prediction? {
    guard let position = track.position(before: -horizon) else { return nil }
    var prediction = Prediction(position: position)
    track.attribute(&prediction, ahead: horizon)
    return prediction.ifFinite
  }

  /// A prediction with what the samples say beside the motion; nil if it is not finite.
  private func finished(_ prediction: Prediction, ahead horizon: Double) -> Prediction? {
    var prediction = prediction
    if let newest = track.newest { prediction.gainConfidence(from: newest.position) }
    track.attribute(&prediction, ahead: horizon)
    return prediction.ifFinite
  }

  /// Continues the newest displacement while the stroke is shorter than the regressor.
  private func steady(_ newest: SIMD2<Double>, _ horizon: Double) -> Prediction {
    let velocity = (newestRegressor[0] / track.step).clamped(toLength: speedLimit)
    return Prediction(position: newest + horizon * velocity, velocity: velocity)
  }

  @inline(__always)
  private func rollOut<Result>(_ body: (inout RollOut) -> Result) -> Result {
    RollOut.with(
      weights: branches[0].filter.weights, regressor: newestRegressor,
      longest: speedLimit * track.step, body)
  }

  @inline(__always)
  private func rolledOut(
    _ path: inout RollOut, _ newest: SIMD2<Double>, _ horizon: Double
  ) -> Prediction? {
    let steps = horizon / track.step
    var prediction = Prediction(position: newest + path.offset(after: steps))
    prediction.velocity = path.last / track.step
    let variance = path.varianceFactor(after: steps) * track.scale.recentSquare
    prediction.covariance = branches[0].spread.covariance(
      direction: newestRegressor[0], factor: variance)
    prediction.gainConfidence(from: newest)
    track.attribute(&prediction, ahead: horizon)
    return prediction.isFinite ? prediction : nil
  }

  /// The learned horizons' displacements, interpolated; before the first and after the last in
  /// proportion to the horizon.
  private func direct(_ newest: SIMD2<Double>, _ horizon: Double) -> Prediction {
    let after = branches.firstIndex { ($0.horizon ?? 0) >= horizon }
    let upper = knot(after ?? branches.count - 1)
    let lower = after.flatMap { $0 > 0 ? knot($0 - 1) : nil } ?? (horizon: 0, offset: .zero)
    let velocity = (upper.offset - lower.offset) / (upper.horizon - lower.horizon)
    let deviation = horizon / track.step * track.scale.recent
    return Prediction(
      position: newest + lower.offset + (horizon - lower.horizon) * velocity,
      velocity: velocity,
      covariance: branches[after ?? branches.count - 1].spread.covariance(
        direction: newestRegressor[0], factor: deviation * deviation))
  }

  /// A learned horizon and the displacement predicted for it.
  private func knot(_ index: Int) -> (horizon: Double, offset: SIMD2<Double>) {
    let horizon = branches[index].horizon ?? 0
    let mean = branches[index].filter.output(for: newestRegressor) / track.step
    return (horizon, horizon * mean.clamped(toLength: speedLimit))
  }

  private var speedLimit: Double { settings.speedLimit * track.greatestSpeed }
}
