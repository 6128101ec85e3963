import MotionNumerics
import TouchInput

/// What `RegionTracker` has learned for one horizon, and the predictions that are still pending.
struct RegionSlot: Sendable {
  /// A prediction, with all that its error will be compared with.
  private struct Expected: Sendable {
    var due = 0.0
    var position = SIMD2<Double>.zero
    var direction = SIMD2<Double>.zero
    /// The ratio of the region's axes, along to across.
    var stretch = 1.0
    /// ln S.
    var scale = 0.0
    /// ln S + c.
    var center = 0.0
    var group = 0
  }

  /// How far ahead, in seconds.
  let horizon: Double
  private var expected = [Expected](repeating: Expected(), count: 16)
  private var first = 0
  private var waiting = 0

  /// b̄ and how many b are in it.
  private var meanBase = 0.0
  private var bases = 0.0
  /// The slow mean of ln(‖e‖/S), that of the stroke beside it, and how many errors are in the slow one.
  private var level = 0.0
  private var mood = 0.0
  private var settled = 0.0
  /// The mean of ln(|along| / |across|).
  private var aspect = Self.firstAspect
  private var levels = Self.firstLevels

  /// The maximum number of pending predictions, for endless streams whose target times are never reached.
  private static let most = 256
  /// One error moves a mean by this at most, in units of ln: errors have no greatest length.
  private static let greatestStep = 2.0
  private static let firstAspect = Elementary.logarithm(1.4)
  /// Regions are not stretched more than this: ln 5.
  private static let greatestAspect = Elementary.logarithm(5)

  /// Quantiles of z at the six levels, by class: medians over rls, kalman, imm, polynomial, learned and hold at
  /// 8 to 100 ms on henze-2017 (participants 1 to 6), evemu-devices, monkeyhelper, dollar-gestures and
  /// inkable.
  private static let firstLevels = [
    LevelTracker(SIMD8(-0.22, 0.43, 1.14, 1.79, 2.14, 2.91, 0, 0)),
    LevelTracker(SIMD8(-0.63, -0.10, 0.38, 0.86, 1.17, 1.72, 0, 0)),
    LevelTracker(SIMD8(-0.54, 0.05, 0.61, 1.13, 1.44, 2.02, 0, 0)),
    LevelTracker(SIMD8(-0.63, -0.13, 0.27, 0.66, 0.91, 1.45, 0, 0)),
    LevelTracker(SIMD8(-0.81, -0.29, 0.09, 0.39, 0.59, 1.09, 0, 0)),
  ]

  init(horizon: Double) { self.horizon = horizon }

  /// Discards pending predictions.
  mutating func drop() { (first, waiting) = (0, 0) }

  /// Begins a new contact.
  mutating func beginStroke() {
    drop()
    mood = 0
  }

  /// Forgets everything.
  mutating func reset() {
    drop()
    (meanBase, bases, level, mood, settled) = (0, 0, 0, 0, 0)
    aspect = Self.firstAspect
    for group in levels.indices { levels[group] = Self.firstLevels[group] }
  }

  // MARK: - Now

  /// Keeps a prediction made at a time by the sample of a stroke with the number `age`.
  mutating func expect(_ position: SIMD2<Double>, _ view: RegionView, age: Int, at time: Double) {
    bases += 1
    // One jump must not be remembered for long.
    let base = meanBase > 0 ? min(view.base, 8 * meanBase) : view.base
    meanBase += (base - meanBase) * max(1 / bases, 0.002)
    let scale = scale(view.base, mean: meanBase)
    append(
      Expected(
        due: time + horizon, position: position, direction: view.direction, stretch: stretch,
        scale: scale, center: scale + shift, group: group(view.base, mean: meanBase, age: age)))
  }

  /// Returns the region of a prediction `horizon` seconds ahead by the newest sample, which `expect` was
  /// called with; nil where it is beyond the range of numbers.
  func region(
    _ view: RegionView, ahead horizon: Double, age: Int
  ) -> (covariance: PositionCovariance, radii: RadialQuantiles)? {
    let mean = (meanBase > 0 ? meanBase : view.base) * (horizon / self.horizon)
    let center = scale(view.base, mean: mean) + shift
    let quantiles = levels[group(view.base, mean: mean, age: age)].quantiles.rising
    let extent = Elementary.exponential(center + quantiles[RadialQuantiles.ninety])
    let deviation = extent / Self.normalRadius
    let radii = RadialQuantiles {
      Self.normalRadius
        * Elementary.exponential(quantiles[$0] - quantiles[RadialQuantiles.ninety])
    }
    let covariance = PositionCovariance(
      variance: deviation * deviation, stretch: stretch, along: view.direction)
    guard let radii, covariance.isFinite, covariance.xx > 0, covariance.yy > 0 else { return nil }
    return (covariance, radii)
  }

  /// The radius of the 90 % region of a normal distribution, √(2 ln 10).
  private static let normalRadius = (2 * Elementary.logarithm(10)).squareRoot()

  /// ln S = ½(ln b + ln b̄).
  private func scale(_ base: Double, mean: Double) -> Double {
    0.5 * (Elementary.logarithm(base) + Elementary.logarithm(mean))
  }

  private var shift: Double { level + 0.5 * mood }

  private var stretch: Double {
    Elementary.exponential(min(max(aspect, -Self.greatestAspect), Self.greatestAspect))
  }

  private func group(_ base: Double, mean: Double, age: Int) -> Int {
    if age < 10 { return age < 4 ? 0 : 1 }
    return base < 0.5 * mean ? 2 : base < 1.5 * mean ? 3 : 4
  }

  // MARK: - Then

  /// Learns from the predictions for the moments up to a sample.
  mutating func settle(
    from before: TouchSample, to sample: TouchSample, leastStep: Double, memory: Double
  ) {
    let interval = sample.time - before.time
    while waiting > 0, expected[first].due <= sample.time + TimeTolerance.seconds {
      let part = max((expected[first].due - before.time) / interval, 0)
      let truth = before.position + part * (sample.position - before.position)
      learn(expected[first], error: expected[first].position - truth, leastStep, memory)
      first = first + 1 == expected.count ? 0 : first + 1
      waiting -= 1
    }
  }

  private mutating func learn(
    _ expected: Expected, error: SIMD2<Double>, _ leastStep: Double, _ memory: Double
  ) {
    let along = abs(error.dot(expected.direction))
    let across = abs(error.cross(expected.direction))
    let length =
      expected.direction == .zero
      ? error.length
      : SIMD2(along / expected.stretch.squareRoot(), across * expected.stretch.squareRoot()).length
    // A step of the sensor is no error of the predictor's, and an error of 0 has no logarithm.
    let grain = 0.3 * leastStep
    guard length.isFinite, length + grain > 0 else { return }
    settled += 1
    let ratio = Elementary.logarithm(length + grain) - expected.scale
    level += (ratio - level).clamped(to: Self.greatestStep) * max(1 / (4 + settled), 0.01)
    mood += 0.12 * ((ratio - level).clamped(to: Self.greatestStep) - mood)
    if expected.direction != .zero {
      let axes = Elementary.logarithm((along + grain) / (across + grain))
      let step = axes.clamped(to: Self.greatestStep) - aspect
      if step.isFinite { aspect += step * max(1 / (10 + settled), 0.005) }
    }
    let least = max(length, 0.1 * leastStep)
    guard least > 0 else { return }
    levels[expected.group].settle(
      Elementary.logarithm(least) - expected.center, memory: memory)
  }

  private mutating func append(_ prediction: Expected) {
    if waiting == expected.count {
      if waiting < Self.most {
        expected = Array(expected[first...] + expected[..<first])
        first = 0
        expected += Array(repeating: Expected(), count: waiting)
      } else {
        first = first + 1 == expected.count ? 0 : first + 1
        waiting -= 1
      }
    }
    let end = first + waiting
    expected[end < expected.count ? end : end - expected.count] = prediction
    waiting += 1
  }
}

extension RadialQuantiles {
  /// The place of 90 % among the levels.
  fileprivate static let ninety = 3
}

extension SIMD8 where Scalar == Double {
  /// The numbers, each raised to at least 0.03 above the one before: a radius 3 % greater.
  fileprivate var rising: SIMD8<Double> {
    var result = self
    for lane in 1..<RadialQuantiles.levels.count {
      result[lane] = Swift.max(result[lane], result[lane - 1] + 0.03)
    }
    return result
  }
}

extension Double {
  /// The number, brought back between −limit and limit.
  fileprivate func clamped(to limit: Double) -> Double { min(max(self, -limit), limit) }
}

extension PositionCovariance {
  /// A covariance with a mean variance of its axes (their geometric mean), their ratio of deviations and a
  /// direction; a circle where the direction is 0.
  fileprivate init(variance: Double, stretch: Double, along direction: SIMD2<Double>) {
    guard direction != .zero else {
      self.init(xx: variance, xy: 0, yy: variance)
      return
    }
    let (along, across) = (variance * stretch, variance / stretch)
    self.init(
      xx: across + (along - across) * direction.x * direction.x,
      xy: (along - across) * direction.x * direction.y,
      yy: across + (along - across) * direction.y * direction.y)
  }
}
