import MotionNumerics
import TouchInput

/// Corrects a learned prediction a little by what came of earlier ones, for the person and device in
/// hand.
///
/// Of the model's displacement d̂ and that of the newest velocity, v·h, the correction says
/// c = w₁·d̂ + w₂·(v·h − d̂), with complex weights that begin at 0 (`ResidualFilter`): the model is made
/// longer or shorter, turned, or drawn towards constant velocity. When the target of an earlier
/// prediction has come, the filter of its horizon learns what was missing, all divided by
/// |d̂| + |v·h| + a slow motion's length, so that slow and fast motion count alike. A correction is at most 0.3·|d̂|.
///
/// One filter for each horizon of the context; a horizon between two takes the nearer one's. What is
/// learned stays from stroke to stroke; nothing learned spans two strokes.
struct LearnedCorrection: Sendable {
  /// What was said at a sample and is still to be compared.
  private struct Lesson: Sendable {
    var time = 0.0
    var position = SIMD2<Double>.zero
    var lead = SIMD2<Double>.zero
    var regressor = ResidualFilter.Pair()
    var scale = 1.0
  }

  private struct Branch: Sendable {
    let horizon: Double
    var filter = ResidualFilter()
    var lessons: [Lesson]
    /// The place of the oldest lesson.
    var first = 0
    /// How many lessons are held.
    var count = 0

    init(horizon: Double, held: Int) {
      self.horizon = horizon
      lessons = Array(repeating: Lesson(), count: held)
    }

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
  private var before: TouchSample?
  /// The newest velocity.
  private var velocity = SIMD2<Double>.zero
  /// A slow motion, in length units a second: less than this hardly counts.
  private let slow: Double

  /// A correction is at most this share of the model's displacement.
  private static let mostShare = 0.3
  /// Across an interval longer than this, in seconds, the interpolated track teaches nothing.
  private static let longestInterval = 0.06
  /// The newest velocity is taken over at least so many seconds.
  private static let leastInterval = 0.001
  private static let mostLessons = 512.0
  /// A slow motion, in millimetres a second.
  private static let slowSpeed = 9.4

  init(_ context: PredictorContext) {
    slow = Self.slowSpeed * (context.unitsPerMillimetre ?? 0)
    let horizons = Set(context.horizons.filter { $0.isFinite && $0 > 0 }).sorted()
    branches = horizons.map { horizon in
      Branch(
        horizon: horizon,
        held: Int(min(max(2 * horizon * context.nominalRate, 1), Self.mostLessons)) + 2)
    }
  }

  mutating func beginStroke() {
    before = nil
    velocity = .zero
    for index in branches.indices { branches[index].count = 0 }
  }

  mutating func reset() {
    beginStroke()
    for index in branches.indices { branches[index].filter = ResidualFilter() }
  }

  // MARK: - Learning

  /// Compares what was said of the moments since the sample before, and keeps what is said now.
  ///
  /// - Parameters:
  ///   - newest: The newest sample.
  ///   - lead: The model's displacement for a horizon; nil where it has none.
  mutating func observe(_ newest: TouchSample, lead: (Double) -> SIMD2<Double>?) {
    if let before, before.time <= newest.time {
      for index in branches.indices { learn(branch: index, from: before, to: newest) }
      let interval = max(newest.time - before.time, Self.leastInterval)
      velocity = (newest.position - before.position) / interval
    } else {
      for index in branches.indices { branches[index].count = 0 }
      velocity = .zero
    }
    before = newest
    for index in branches.indices {
      let horizon = branches[index].horizon
      guard let lead = lead(horizon), let scale = scale(lead, horizon) else { continue }
      branches[index].append(
        Lesson(
          time: newest.time, position: newest.position, lead: lead,
          regressor: regressor(lead, horizon, scale), scale: scale))
    }
  }

  private mutating func learn(branch: Int, from before: TouchSample, to after: TouchSample) {
    let (interval, horizon) = (after.time - before.time, branches[branch].horizon)
    while let lesson = branches[branch].oldest, lesson.time + horizon <= after.time {
      branches[branch].removeOldest()
      let share = (lesson.time + horizon - before.time) / interval
      guard interval > 0, interval <= Self.longestInterval, share > 0 else { continue }
      let came = before.position + share * (after.position - before.position) - lesson.position
      branches[branch].filter.update(
        lesson.regressor, desired: (came - lesson.lead) / lesson.scale)
    }
  }

  /// What lengths are divided by; nil where there is no motion.
  private func scale(_ lead: SIMD2<Double>, _ horizon: Double) -> Double? {
    let scale = lead.length + (velocity.length + slow) * horizon
    return scale > 0 && scale.isFinite ? scale : nil
  }

  private func regressor(
    _ lead: SIMD2<Double>, _ horizon: Double, _ scale: Double
  ) -> ResidualFilter.Pair {
    ResidualFilter.Pair(first: lead / scale, second: (horizon * velocity - lead) / scale)
  }

  // MARK: - Answering

  /// The corrected displacement; the model's own where there is nothing to correct it by.
  func corrected(_ lead: SIMD2<Double>, horizon: Double) -> SIMD2<Double> {
    guard let scale = scale(lead, horizon),
      let branch = branches.min(by: {
        abs($0.horizon - horizon) < abs($1.horizon - horizon)
      })
    else { return lead }
    let change = scale * branch.filter.answer(regressor(lead, horizon, scale))
    return lead + change.clamped(toLength: Self.mostShare * lead.length)
  }
}
