import MotionNumerics
import TouchInput

/// Distinguishes jumps of a contact from its motion: swapped identifiers, a palm, a stale position.
///
/// With d_n = p_n − p_{n−1}, T the running mean of the intervals and g = (t_n − t_{n−1})/T kept to
/// 1...4, the innovation is the smaller of ‖d_n − g·d_{n−1}/g_{n−1}‖ and ‖d_n‖: the distance from constant
/// velocity, or from rest. A sample is a jump if that exceeds `factor`·g·s, where s is the greatest
/// ‖d‖/g of the stroke's plausible samples, discounted by `forgetting` with each sample. The first
/// `leastSteps` steps of a stroke are never jumps, so that a start from rest is not one.
///
/// One of the `settle` + 1 samples after a jump that repeats the jump's own step to within its length
/// shows that the contact moves that fast, and is plausible. Lengths are compared with lengths of the same stroke: no unit and
/// no rate is needed. A repeated or backward time counts as one interval. Constant time, no storage.
package struct JumpDetector: Sendable {
  /// The classification of a sample.
  package enum Verdict: Hashable, Sendable {
    /// The sample continues the motion.
    case plausible
    /// The sample does not continue the motion: a new motion starts with it.
    case jump
    /// The sample continues the motion since a jump, which is not trusted yet.
    case settling
  }

  /// The number of nonzero steps before samples are classified.
  static let leastSteps = 3
  /// The greatest number of intervals that a gap counts for.
  static let longestGap = 4.0
  /// The share of an interval in the running mean of intervals.
  static let intervalShare = 0.1

  private let factor: Double
  private let settle: Int
  private let forgetting: Double

  private var newest: TouchSample?
  /// The newest plausible step in one interval; nil after the start and after a jump.
  private var step: SIMD2<Double>?
  /// The step of the newest jump in one interval, while what follows is settling.
  private var leap: SIMD2<Double>?
  /// The greatest plausible step in one interval, forgotten exponentially.
  private var scale = 0.0
  private var steps = 0
  private var interval: Double?
  private var unsettled = 0

  /// Creates a detector.
  ///
  /// - Parameters:
  ///   - factor: The innovation of a jump, in greatest recent steps.
  ///   - settle: How many plausible samples must follow a jump, 0 or more.
  ///   - forgetting: The forgetting factor of the greatest step, a sample, 0 to 1.
  package init(factor: Double = 6, settle: Int = 2, forgetting: Double = 0.99) {
    (self.factor, self.settle, self.forgetting) = (factor, settle, forgetting)
  }

  /// Forgets the contact before.
  mutating func beginStroke() {
    self = JumpDetector(factor: factor, settle: settle, forgetting: forgetting)
  }

  /// Classifies the next sample of the stroke, which is finite.
  package mutating func observe(_ sample: TouchSample) -> Verdict {
    defer { newest = sample }
    guard let newest else { return .plausible }
    let gap = sample.time - newest.time
    let intervals = intervals(in: gap)
    let moved = sample.position - newest.position
    learnInterval(gap)
    guard moved.length.isFinite else { return begin(with: nil) }
    let perInterval = moved / intervals
    if isImplausible(moved, in: intervals), !repeatsLeap(perInterval) {
      return begin(with: perInterval)
    }
    step = perInterval
    scale = max(perInterval.length, forgetting * scale)
    if moved != .zero { steps += 1 }
    guard unsettled > 0 else {
      leap = nil
      return .plausible
    }
    unsettled -= 1
    return .settling
  }

  private func isImplausible(_ moved: SIMD2<Double>, in intervals: Double) -> Bool {
    guard steps >= Self.leastSteps else { return false }
    let expected = step.map { $0 * intervals } ?? .zero
    let longest = factor * intervals * scale * (1 + TimeTolerance.share)
    return min((moved - expected).length, moved.length) > longest
  }

  private func repeatsLeap(_ perInterval: SIMD2<Double>) -> Bool {
    guard let leap else { return false }
    return (perInterval - leap).length <= leap.length * (1 + TimeTolerance.share)
  }

  private mutating func begin(with leap: SIMD2<Double>?) -> Verdict {
    (self.leap, step, unsettled) = (leap, nil, settle)
    return .jump
  }

  private func intervals(in gap: Double) -> Double {
    guard let interval, gap > 0, interval > 0 else { return 1 }
    return min(max(gap / interval, 1), Self.longestGap)
  }

  private mutating func learnInterval(_ gap: Double) {
    guard gap > 0, gap.isFinite else { return }
    guard let known = interval else {
      interval = gap
      return
    }
    interval = known + Self.intervalShare * (min(gap, Self.longestGap * known) - known)
  }
}

/// Keeps a jump of the contact from being mistaken for motion.
///
/// `JumpDetector` watches the samples. With the sample of a jump the predictor begins a new stroke, and
/// until `settle` plausible samples have followed, the answer is the newest position, or nil where
/// `while` is `abstain`. A stroke without a jump is predicted as without the gate, to the last bit.
struct JumpGate: CatalogueModifier {
  static let kind = "jump-gate"
  static let summary = "Holds after an implausible jump, and begins anew behind it"
  static let references = [
    "Bar-Shalom, Li, Kirubarajan, Estimation with Applications to Tracking and Navigation, 2001, "
      + "doi:10.1002/0471221279: gating measurements by the innovation"
  ]

  /// The answer until the motion is plausible again.
  enum Silence: String, CaseIterable, Sendable {
    case hold, abstain
  }

  struct Parameters: PredictorParameters {
    var factor = 6.0
    var settle = 2
    var meanwhile = Silence.hold
    var forgetting = 0.99

    static let fields: [ParameterField<Parameters>] = [
      .number(
        "factor", get: { $0.factor }, set: { $0.factor = $1 }, in: 1...1e6,
        source: "nextpoint: above every innovation of henze-2017, participants 1 to 6",
        "Innovation of a jump, as a multiple of the greatest recent step"),
      .integer(
        "settle", get: { $0.settle }, set: { $0.settle = $1 }, in: 0...64, unit: "samples",
        source: "nextpoint", "Plausible samples after a jump before it predicts again"),
      .choice(
        "while", get: { $0.meanwhile }, set: { $0.meanwhile = $1 }, source: "nextpoint",
        "The answer until then: the newest position, or none"),
      .number(
        "forgetting", get: { $0.forgetting }, set: { $0.forgetting = $1 }, in: 0...1,
        source: "nextpoint", "Forgetting factor of the greatest step, a sample"),
    ]
  }

  private let meanwhile: Silence
  private var detector: JumpDetector
  private var verdict = JumpDetector.Verdict.plausible
  private var newest: TouchSample?

  init(_ parameters: Parameters, context: PredictorContext) throws(ParameterError) {
    try parameters.validate()
    meanwhile = parameters.meanwhile
    detector = JumpDetector(
      factor: parameters.factor, settle: parameters.settle, forgetting: parameters.forgetting)
  }

  mutating func beginStroke() {
    detector.beginStroke()
    (verdict, newest) = (.plausible, nil)
  }

  mutating func beginsStroke(with sample: TouchSample) -> Bool {
    verdict = detector.observe(sample)
    newest = sample
    return verdict == .jump
  }

  mutating func observe(_ sample: TouchSample, after predictor: AnyPredictor) {}

  func predict(ahead horizon: Double, with predictor: AnyPredictor) -> Prediction? {
    guard verdict != .plausible, let newest else { return predictor.predict(ahead: horizon) }
    switch meanwhile {
    case .hold: return Prediction(position: newest.position).carrying(newest)
    case .abstain: return nil
    }
  }

  mutating func reset() { beginStroke() }
}
