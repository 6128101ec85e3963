import MotionNumerics
import TouchInput

/// Corrects a learned prediction by what came of earlier ones, for the person and device in hand.
///
/// For each horizon h of the context a filter of five weights, w = (1, 0, 0, 0, 0) at the start, says
/// ĉ = w₀·d̂ + Σ w_k·d_k·h/Δ in the place of the model's displacement d̂; d_1 … d_4 are the newest
/// displacements from sample to sample, none thinned out, and Δ their mean interval. When the target of an earlier prediction has come, the filter is
/// corrected with what it would have said and what has come (recursive least squares that forgets
/// slowly). All are divided by the recent displacement, so that slow and fast motion count alike. A
/// horizon between two of the context's takes the weights of the nearer.
///
/// What is learned stays from stroke to stroke; nothing learned spans two strokes.
struct LearnedCorrection: Sendable {
  /// What was said at a sample and is still to be compared.
  private struct Lesson: Sendable {
    var time = 0.0
    var position = SIMD2<Double>.zero
    var scale = 0.0
    var said = Said()
  }

  /// The displacements that the filter weighs, in multiples of the recent one.
  private struct Said: Sendable {
    var along = SIMD8<Double>.zero
    var across = SIMD8<Double>.zero

    subscript(index: Int) -> SIMD2<Double> {
      get { SIMD2(along[index], across[index]) }
      set { (along[index], across[index]) = (newValue.x, newValue.y) }
    }
  }

  private struct Branch: Sendable {
    let horizon: Double
    var filter: RecursiveLeastSquares
    var lessons: [Lesson]
    /// The place of the oldest lesson.
    var first = 0
    /// How many lessons are held.
    var count = 0

    var oldest: Lesson? { count > 0 ? lessons[first] : nil }

    mutating func removeOldest() {
      first = first + 1 == lessons.count ? 0 : first + 1
      count -= 1
    }

    /// Adds a lesson; the oldest leaves where there is no room.
    mutating func append(_ lesson: Lesson) {
      if count == lessons.count { removeOldest() }
      let place = first + count
      lessons[place < lessons.count ? place : place - lessons.count] = lesson
      count += 1
    }
  }

  private var branches: [Branch]
  private var regressor: [SIMD2<Double>]
  private var before: TouchSample?

  /// The model's displacement and this many of the newest are weighed.
  private static let displacements = 4
  /// A correction is at most so long, in lengths of what the model and the newest displacement say.
  private static let mostShare = 1.0
  /// Across an interval longer than this, in seconds, the interpolated track teaches nothing.
  private static let longestInterval = 0.06
  private static let mostLessons = 512.0
  /// What has come is no lesson where it is more than so many recent displacements away.
  private static let mostDesired = 50.0

  init(_ context: PredictorContext) {
    let horizons = Set(context.horizons.filter { $0.isFinite && $0 > 0 }).sorted()
    let settings = RecursiveLeastSquares.Settings(
      regularisation: 3, forgetting: 0.998, leastForgetting: 0.99, adaptation: 0,
      smoothing: 0.99, traceLimit: 1e4)
    let start = [1] + [Double](repeating: 0, count: Self.displacements)
    branches = horizons.map { horizon in
      let held = Int(min(max(2 * horizon * context.nominalRate, 1), Self.mostLessons)) + 2
      return Branch(
        horizon: horizon,
        filter: RecursiveLeastSquares(start: start, settings: settings),
        lessons: Array(repeating: Lesson(), count: held))
    }
    regressor = Array(repeating: .zero, count: start.count)
  }

  mutating func beginStroke() {
    before = nil
    for index in branches.indices { branches[index].count = 0 }
  }

  mutating func reset() {
    beginStroke()
    for index in branches.indices { branches[index].filter.reset() }
  }

  // MARK: - Learning

  /// Compares what was said of the moments since the sample before, and keeps what is said now.
  ///
  /// - Parameters:
  ///   - features: Those of the newest sample.
  ///   - lead: The model's displacement for a horizon; nil where it has none.
  mutating func observe(_ features: MotionFeatures, lead: (Double) -> SIMD2<Double>?) {
    guard let newest = features.newest else { return }
    if let before, before.time <= newest.time {
      for index in branches.indices { learn(branch: index, from: before, to: newest) }
    } else {
      for index in branches.indices { branches[index].count = 0 }
    }
    before = newest
    guard let frame = features.frame else { return }
    for index in branches.indices {
      let horizon = branches[index].horizon
      guard let lead = lead(horizon),
        let said = Self.regressor(lead, horizon: horizon, features: features)
      else { continue }
      branches[index].append(
        Lesson(time: newest.time, position: newest.position, scale: frame.scale, said: said))
    }
  }

  private mutating func learn(branch: Int, from before: TouchSample, to after: TouchSample) {
    let interval = after.time - before.time
    while let lesson = branches[branch].oldest, lesson.time + branches[branch].horizon <= after.time
    {
      branches[branch].removeOldest()
      let share = (lesson.time + branches[branch].horizon - before.time) / interval
      guard interval > 0, interval <= Self.longestInterval, share > 0 else { continue }
      let came = before.position + share * (after.position - before.position) - lesson.position
      let desired = came / lesson.scale
      guard desired.length <= Self.mostDesired else { continue }
      for index in regressor.indices { regressor[index] = lesson.said[index] }
      _ = branches[branch].filter.update(regressor: regressor, desired: desired)
    }
  }

  // MARK: - Answering

  /// The corrected displacement; the model's own where there is nothing to correct it by.
  func corrected(
    _ lead: SIMD2<Double>, horizon: Double, features: MotionFeatures
  ) -> SIMD2<Double> {
    guard let frame = features.frame,
      let said = Self.regressor(lead, horizon: horizon, features: features),
      let branch = branches.min(by: {
        abs($0.horizon - horizon) < abs($1.horizon - horizon)
      })
    else { return lead }
    let weights = branch.filter.weights
    var told = SIMD2<Double>.zero
    for index in weights.indices { told += weights[index] * said[index] }
    let most = Self.mostShare * (said[0].length + said[1].length)
    let change = (told - said[0]).clamped(toLength: most)
    return lead + frame.scale * change
  }

  /// What the filter is shown, divided by the scale; nil while there is no motion.
  private static func regressor(
    _ lead: SIMD2<Double>, horizon: Double, features: MotionFeatures
  ) -> Said? {
    guard let frame = features.frame, features.step > 0 else { return nil }
    var said = Said()
    said[0] = lead / frame.scale
    let factor = horizon / (features.step * frame.scale)
    for index in 0..<displacements {
      said[index + 1] = factor * features.sampleDisplacement(index)
    }
    return said
  }
}
