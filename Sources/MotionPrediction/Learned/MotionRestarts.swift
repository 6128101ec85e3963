import MotionNumerics
import TouchInput

/// The samples at which a learned model forgets the motion so far.
///
/// A jump of the contact (`JumpDetector`) restarts the motion. A first position that was reported late (`StaleStart`)
/// restarts it with the second sample.
package struct MotionRestarts: Sendable {
  private var jumps = JumpDetector(settle: 0)
  private var start = StaleStart()
  /// Indicates whether the contact has just jumped, so that the motion is not yet known again.
  package private(set) var hasJumped = false

  /// A restart of the motion, or none.
  package struct Restart: Sendable {
    /// Indicates whether the samples so far no longer count.
    package let isNeeded: Bool
    /// The sample with which the motion begins again, before the latest; nil if it begins with the latest.
    package let second: TouchSample?
  }

  /// Creates the state before the first sample.
  package init() {}

  /// Begins a new contact.
  package mutating func beginStroke() {
    jumps.beginStroke()
    start = StaleStart()
    hasJumped = false
  }

  /// Observes a finite sample, and returns whether the motion restarts before it.
  package mutating func observe(_ sample: TouchSample) -> Restart {
    let verdict = jumps.observe(sample)
    hasJumped = verdict != .plausible
    let second = start.observe(sample)
    return Restart(isNeeded: verdict == .jump || second != nil, second: second)
  }
}

/// Finds strokes whose first position is stale: the contact was reported only after it had left it.
///
/// Touch screens that wait until a contact has moved report the first position late, often with the time of
/// the next one. The first displacement is then many times the second, and is no evidence about the motion.
private struct StaleStart: Sendable {
  private var first: TouchSample?
  private var second: TouchSample?
  private var isDecided = false

  /// The first displacement, and its speed, as multiples of the second from which on it is stale.
  private static let factor = 4.0

  /// Returns the second sample of the stroke, with the third, if the first is stale; else nil.
  mutating func observe(_ sample: TouchSample) -> TouchSample? {
    guard !isDecided else { return nil }
    guard let first else {
      self.first = sample
      return nil
    }
    guard let second else {
      self.second = sample
      return nil
    }
    isDecided = true
    let (early, late) = (second.time - first.time, sample.time - second.time)
    let (begun, gone) = (
      (second.position - first.position).length, (sample.position - second.position).length
    )
    let ratio = late > 0 ? max(early / late, 1) : 1
    let longest = Self.factor * ratio * gone * (1 + TimeTolerance.share)
    return gone > 0 && begun > longest ? second : nil
  }
}
