import MotionNumerics

/// Bounds what is predicted at the start of a motion by how far the contact has come.
///
/// Two or three samples say little about how long a motion will last: a first position may be stale, and a
/// tap that slides is over at once. In the first 10 samples of a motion, a displacement is therefore at
/// most κ times the length of the path so far. κ is learned for each horizon, once for the second sample,
/// when a single step is known, and once for the third to tenth. Of each such moment whose displacement y
/// has become known, with ℓ the path then,
///
///     κ ← max(0.998·κ, κ₀),   then   κ ← κ + 0.1·(|y|/ℓ − κ)   if |y|/ℓ > κ
///
/// with |y|/ℓ at most 30 and κ₀ = 1.5 for the second sample, 2 for the others. On a device whose contacts
/// start slowly and speed up, κ soon grows beyond what is predicted.
///
/// Every quantity is a ratio of lengths, so no unit plays a part. Constant time; nothing is allocated after
/// construction.
struct StartReach: Sendable {
  /// The start of the motion, as it was when something was predicted.
  struct Moment: Sendable {
    /// The number of samples.
    var samples = 0.0
    /// The length of the path through them.
    var path = 0.0
  }

  /// The motion so far.
  private(set) var moment = Moment()
  private var newest: SIMD2<Double>?
  /// κ by horizon: for the second sample, and for the later ones.
  private var reaches: [SIMD2<Double>]

  private static let samples = 10.0
  private static let leastReach = SIMD2(1.5, 2.0)
  private static let greatestRatio = 30.0
  private static let forgetting = 0.998
  private static let gain = 0.1

  /// Creates a bound with the reach of the start for so many horizons.
  init(horizons: Int) { reaches = Array(repeating: Self.leastReach, count: horizons) }

  /// Begins a new motion and keeps what was learned.
  mutating func beginStroke() { (moment, newest) = (Moment(), nil) }

  /// Forgets what was learned.
  mutating func reset() {
    beginStroke()
    for slot in reaches.indices { reaches[slot] = Self.leastReach }
  }

  /// Observes the next position.
  mutating func observe(_ position: SIMD2<Double>) {
    guard moment.samples <= Self.samples else { return }
    if let newest { moment.path += (position - newest).length }
    newest = position
    moment.samples += 1
  }

  /// Returns the displacement, shortened if the motion has just begun.
  func bounded(_ displacement: SIMD2<Double>, _ slot: Int) -> SIMD2<Double> {
    guard moment.samples <= Self.samples else { return displacement }
    return displacement.clamped(toLength: reaches[slot][Self.kind(moment)] * moment.path)
  }

  /// Learns from the length of the displacement that followed a moment.
  mutating func learn(_ slot: Int, _ moment: Moment, length: Double) {
    guard moment.samples > 1, moment.samples <= Self.samples, moment.path > 0 else { return }
    let ratio = min(length / moment.path, Self.greatestRatio)
    guard ratio.isFinite else { return }
    let kind = Self.kind(moment)
    let reach = max(Self.forgetting * reaches[slot][kind], Self.leastReach[kind])
    reaches[slot][kind] = reach + Self.gain * max(ratio - reach, 0)
  }

  private static func kind(_ moment: Moment) -> Int { moment.samples == 2 ? 0 : 1 }
}
