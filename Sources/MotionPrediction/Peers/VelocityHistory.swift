import MotionNumerics
import TouchInput

/// The samples that Android's velocity tracker looks at, and what it derives from them directly.
struct VelocityHistory: Sendable {
  /// The greatest number of samples.
  static let capacity = 20
  /// How old a sample may be, in seconds.
  private static let horizon = 0.1
  /// The pause that clears the history, in seconds.
  private static let pause = 0.04
  /// Half a microsecond: 0.04 s is no number that a difference of two recorded times would hold.
  private static let halfTick = 0.5e-6

  /// The samples, all of different times; those before `first` are too old.
  private(set) var samples = ObservationWindow(capacity: capacity)

  /// Whether the history goes before `sample` is taken in: after a pause, or where time runs back.
  static func isBreak(from newest: TouchSample, to sample: TouchSample) -> Bool {
    let interval = sample.time - newest.time
    return interval < 0 || interval > pause + halfTick
  }

  /// Adds a sample; it takes the place of one with the same time.
  mutating func append(_ sample: TouchSample) {
    if let newest = samples.newest, newest.time == sample.time { samples.removeNewest() }
    samples.append(sample)
  }

  /// Forgets all samples.
  mutating func removeAll() { samples.removeAll() }

  /// The oldest sample that is young enough to count.
  var first: Int {
    guard let newest = samples.newest else { return 0 }
    var first = samples.count - 1
    while first > 0, newest.time - samples[first - 1].time <= Self.horizon + Self.halfTick {
      first -= 1
    }
    return first
  }

  /// The velocity that the work of all impulses gives, an axis; nil before two samples.
  var impulseVelocity: SIMD2<Double>? {
    let first = first
    guard samples.count - first >= 2 else { return nil }
    var work = SIMD2<Double>.zero
    for index in (first + 1)..<samples.count {
      let (before, after) = (samples[index - 1], samples[index])
      let velocity = (after.position - before.position) / (after.time - before.time)
      let speeds = SIMD2(abs(velocity.x), abs(velocity.y))
      let term = (velocity - Self.velocity(ofWork: work)) * speeds
      work += index == first + 1 ? term / 2 : term
    }
    return Self.velocity(ofWork: work)
  }

  private static func velocity(ofWork work: SIMD2<Double>) -> SIMD2<Double> {
    func signedRoot(_ value: Double) -> Double {
      let root = (2 * abs(value)).squareRoot()
      return value < 0 ? -root : root
    }
    return SIMD2(signedRoot(work.x), signedRoot(work.y))
  }
}

// MARK: - Weights

extension VelocityHistory {
  /// 0.5 + 0.05 for each millisecond to the next sample, at most 1; 1 for the newest.
  func deltaWeight(_ index: Int) -> Double {
    guard index + 1 < samples.count else { return 1 }
    let milliseconds = 1000 * (samples[index + 1].time - samples[index].time)
    return min(0.5 + 0.05 * milliseconds, 1)
  }

  /// 0.5 at age 0, rising to 1 at 10 ms, 1 to 50 ms, falling to 0.5 at 60 ms.
  func centralWeight(_ index: Int) -> Double {
    let age = milliseconds(index)
    return 0.5 + 0.5 * min(ramp(age, from: 0, to: 10), 1 - ramp(age, from: 50, to: 60))
  }

  /// 1 to an age of 50 ms, falling to 0.5 at 100 ms.
  func recentWeight(_ index: Int) -> Double {
    1 - 0.5 * ramp(milliseconds(index), from: 50, to: 100)
  }

  private func milliseconds(_ index: Int) -> Double {
    guard let newest = samples.newest else { return 0 }
    return 1000 * (newest.time - samples[index].time)
  }
}

/// The velocity that Android's integrating strategies keep.
struct IntegratedVelocity: Sendable {
  /// The time over which velocity is smoothed, in seconds.
  private static let timeConstant = 0.01
  /// The interval up to which a sample is passed over, in seconds.
  private static let shortestInterval = 0.002

  private var last: TouchSample?
  /// The velocity; nil before two samples far enough apart.
  private(set) var velocity: SIMD2<Double>?
  private var acceleration: SIMD2<Double>?

  /// Observes the next sample.
  mutating func append(_ sample: TouchSample, smoothsAcceleration: Bool) {
    guard let previous = last else {
      last = sample
      return
    }
    let interval = sample.time - previous.time
    guard interval > Self.shortestInterval + TimeTolerance.seconds else { return }
    last = sample
    let current = (sample.position - previous.position) / interval
    guard let smoothed = velocity else {
      velocity = current
      return
    }
    let share = interval / (Self.timeConstant + interval)
    guard smoothsAcceleration else {
      velocity = smoothed + share * (current - smoothed)
      return
    }
    let change = (current - smoothed) / interval
    let known = acceleration ?? change
    let updated = known + share * (change - known)
    acceleration = updated
    velocity = smoothed + share * interval * updated
  }
}
