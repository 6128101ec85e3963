import MotionNumerics
import TouchInput

/// Blends a learned prediction with filters that adapt to the device at hand.
///
/// The model knows many motions and never changes; `rls`, `windows-rls` and `lms` learn the motion of
/// one device from its first stroke on, and `linear` covers devices that are too unusual for all of them. For
/// each horizon of the context they are the experts of `ExpertShares`, which initially gives most of the
/// weight to the model: the prediction is their mean, weighted by their shares at the nearest of those
/// horizons. The share of an expert that abstains goes to the others. What is learned is kept from stroke
/// to stroke.
struct LearnedAdaptation: Sendable {
  private var filters: AdaptiveFilters
  private var shares: ExpertShares
  /// The answers of the model and of each filter, by horizon of the shares; nil if they abstain.
  private var answers: [SIMD2<Double>?]
  private var newest = SIMD2<Double>.zero

  /// The shares at the start: the model's, then the filters'.
  private static let prior = [0.5, 0.2, 0.1, 0.1, 0.1]
  private static let rate = 0.2
  private static let share = 0.005
  private static let memory = 0.98
  private static let experts = prior.count

  init(_ context: PredictorContext) throws(ParameterError) {
    filters = try AdaptiveFilters(context)
    shares = ExpertShares(
      experts: Self.experts, horizons: context.learnedHorizons, rate: Self.rate,
      share: Self.share, prior: Self.prior, memory: Self.memory)
    answers = Array(repeating: nil, count: Self.experts * shares.horizons.count)
  }

  /// Begins a new contact and forgets earlier positions.
  mutating func beginStroke() {
    filters.beginStroke()
    shares.beginStroke()
    forget()
  }

  /// Resets everything to its initial state.
  mutating func reset() {
    filters.reset()
    shares.beginStroke()
    shares.reset()
    forget()
  }

  private mutating func forget() {
    for index in answers.indices { answers[index] = nil }
  }

  /// Scores the predictions for times since the previous sample, and records new ones.
  ///
  /// - Parameters:
  ///   - sample: The newest sample, finite.
  ///   - position: What the model says at a horizon; nil if nothing.
  mutating func observe(_ sample: TouchSample, position: (Double) -> SIMD2<Double>?) {
    shares.settle(at: sample)
    filters.observe(sample)
    newest = sample.position
    let (horizons, experts) = (shares.horizons, Self.experts)
    answers.withUnsafeMutableBufferPointer { answers in
      for slot in horizons.indices { answers[slot * experts] = position(horizons[slot]) }
      filters.positions(ahead: horizons) { slot, filter, answer in
        answers[slot * experts + 1 + filter] = answer
      }
      shares.expect(from: sample.time) { slot, expert in
        answers[slot * experts + expert] ?? sample.position
      }
    }
  }

  /// The blended prediction.
  ///
  /// - Parameters:
  ///   - horizon: Seconds, above 0.
  ///   - position: What the model says there; nil if nothing.
  /// - Returns: The weighted mean of all that answer; nil if none does.
  func position(ahead horizon: Double, model position: SIMD2<Double>?) -> SIMD2<Double>? {
    let slot = shares.slot(nearestTo: horizon)
    let isKnown = shares.horizons[slot] == horizon
    var (sum, total) = (SIMD2<Double>.zero, 0.0)
    for expert in 0..<Self.experts {
      let answer =
        expert == 0
        ? position
        : isKnown
          ? answers[slot * Self.experts + expert]
          : filters.position(expert - 1, ahead: horizon)
      guard let answer else { continue }
      sum += shares[slot, expert] * (answer - newest)
      total += shares[slot, expert]
    }
    return total > 0 ? newest + sum / total : nil
  }
}

/// The filters that a learned prediction is blended with.
private struct AdaptiveFilters: Sendable {
  private var rls: RLSPredictor
  private var windows: WindowsRLSPredictor
  private var lms: LMSPredictor
  private var linear: LinearPredictor

  init(_ context: PredictorContext) throws(ParameterError) {
    rls = try RLSPredictor(.init(), context: context)
    windows = try WindowsRLSPredictor(.init(), context: context)
    lms = try LMSPredictor(.init(), context: context)
    linear = try LinearPredictor(.init(), context: context)
  }

  mutating func beginStroke() {
    rls.beginStroke()
    windows.beginStroke()
    lms.beginStroke()
    linear.beginStroke()
  }

  mutating func reset() {
    rls.reset()
    windows.reset()
    lms.reset()
    linear.reset()
  }

  mutating func observe(_ sample: TouchSample) {
    rls.observe(sample)
    windows.observe(sample)
    lms.observe(sample)
    linear.observe(sample)
  }

  /// Writes every filter's answers at rising horizons.
  func positions(
    ahead horizons: [Double], _ write: (_ slot: Int, _ filter: Int, SIMD2<Double>?) -> Void
  ) {
    rls.positions(ahead: horizons) { write($0, 0, $1) }
    windows.predictor.positions(ahead: horizons) { write($0, 1, $1) }
    lms.predictor.positions(ahead: horizons) { write($0, 2, $1) }
    for slot in horizons.indices { write(slot, 3, linear.position(ahead: horizons[slot])) }
  }

  /// A filter's answer at one horizon; nil if it abstains.
  func position(_ filter: Int, ahead horizon: Double) -> SIMD2<Double>? {
    switch filter {
    case 0: rls.position(ahead: horizon)
    case 1: windows.position(ahead: horizon)
    case 2: lms.position(ahead: horizon)
    default: linear.position(ahead: horizon)
    }
  }
}
