import MotionNumerics
import TouchInput

/// Corrects a learned prediction by what came of earlier ones, for the person and device in hand.
///
/// For each horizon h of the context a filter of three weights, w = (1, 0, 0) at the start, says
/// ĉ = w₀·d̂ + w₁·v·h + w₂·v₁·h in the place of the model's displacement d̂; v is the newest velocity
/// and v₁ the one before it. When the target of an earlier prediction has come, the filter is
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

  /// Three displacements that the filter weighs, in multiples of the recent one.
  private struct Said: Sendable {
    var lead = SIMD2<Double>.zero
    var newest = SIMD2<Double>.zero
    var older = SIMD2<Double>.zero
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

  /// A correction is at most this share of what the model and the newest speed together say.
  private static let mostShare = 0.5
  /// Across an interval longer than this, in seconds, the interpolated track teaches nothing.
  private static let longestInterval = 0.06
  private static let mostLessons = 512.0
  /// What has come is no lesson where it is more than so many recent displacements away.
  private static let mostDesired = 50.0

  init(_ context: PredictorContext) {
    let horizons = Set(context.horizons.filter { $0.isFinite && $0 > 0 }).sorted()
    let settings = RecursiveLeastSquares.Settings(
      regularisation: 30, forgetting: 0.999, leastForgetting: 0.99, adaptation: 0,
      smoothing: 0.99, traceLimit: 1e4)
    branches = horizons.map { horizon in
      let held = Int(min(max(2 * horizon * context.nominalRate, 1), Self.mostLessons)) + 2
      return Branch(
        horizon: horizon,
        filter: RecursiveLeastSquares(start: [1, 0, 0], settings: settings),
        lessons: Array(repeating: Lesson(), count: held))
    }
    regressor = Array(repeating: .zero, count: 3)
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
    while let lesson = branches[branch].oldest, lesson.time + branches[branch].horizon <= after.time {
      branches[branch].removeOldest()
      let share = (lesson.time + branches[branch].horizon - before.time) / interval
      guard interval > 0, interval <= Self.longestInterval, share > 0 else { continue }
      let came = before.position + share * (after.position - before.position) - lesson.position
      let desired = came / lesson.scale
      guard desired.length <= Self.mostDesired else { continue }
      (regressor[0], regressor[1], regressor[2]) =
        (lesson.said.lead, lesson.said.newest, lesson.said.older)
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
    let told = weights[0] * said.lead + weights[1] * said.newest + weights[2] * said.older
    let most = Self.mostShare * (said.lead.length + said.newest.length)
    let change = (told - said.lead).clamped(toLength: most)
    return lead + frame.scale * change
  }

  /// What the filter is shown, divided by the scale; nil while there is no velocity.
  private static func regressor(
    _ lead: SIMD2<Double>, horizon: Double, features: MotionFeatures
  ) -> Said? {
    guard let frame = features.frame, let newest = features.velocity(0) else { return nil }
    let older = features.velocity(1) ?? newest
    let factor = horizon / frame.scale
    return Said(lead: lead / frame.scale, newest: factor * newest, older: factor * older)
  }
}
