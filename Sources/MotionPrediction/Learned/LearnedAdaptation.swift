import MotionNumerics
import TouchInput

/// Blends a learned prediction with predictors that adapt to the device and the person at hand.
///
/// The model knows many motions and never changes. Beside it there are three other experts: `rls`, which
/// learns the motion of one device from its first stroke on; `velocity-tracker:strategy=int2`, which
/// waits after a pause, as suits mice and coarse touch pads; and a linear combination of displacements that is
/// fitted to where the contact went (`FittedBlend`). On offer to it are the model's displacement, those
/// for half and for one and a half times the horizon, carried on to the horizon, that of `rls`, that of
/// `linear`, the mean velocities of the newest 120 and 350 ms, and the newest known error of the model
/// at this horizon, in that order.
///
/// The prediction is the mean of the experts' answers, weighted by their shares (`ExpertShares`) at the
/// nearest horizon of the context, and at this pace: there are shares for moments at which the experts
/// predict shorter displacements than usual, and for the others. The share of an expert that abstains goes
/// to the others. What is learned is kept from stroke to stroke.
struct LearnedAdaptation: Sendable {
  private var rls: RLSPredictor
  private var velocity = PausingVelocity()
  private var linear: LinearPredictor
  private var blend: FittedBlend
  private var shares: ExpertShares
  /// By horizon a row of the experts' answers, the newest position, and what was on offer to the blend.
  private var pending: PendingAnswers
  /// The experts' answers by horizon, and what is on offer to the blend.
  private var answers: [SIMD2<Double>?]
  private var offers: [FittedBlend.Offers]
  /// By horizon the model's newest known error in this stroke.
  private var misses: [SIMD2<Double>]
  /// By horizon the pace, and the discounted sum of expected lengths and their number.
  private var paces: [(now: Int, sum: Double, count: Double)]
  private var errors: [Double]
  private var newest = SIMD2<Double>.zero
  /// The mean velocities over `lags`.
  private var means = (SIMD2<Double>.zero, SIMD2<Double>.zero)

  /// The shares at the start: those of the model, `rls`, the velocity and the blend.
  private static let prior = [0.5, 0.2, 0.1, 0.2]
  /// The weights of the blend at the start.
  private static let blendPrior = SIMD8<Double>(0.8, 0, 0, 0.2, 0, 0, 0, 0)
  private static let rate = 0.2
  private static let share = 0.005
  private static let memory = 0.98
  private static let paceMemory = 0.99
  private static let lags = (0.12, 0.35)
  private static let experts = prior.count
  private static let offered = experts + 1

  init(_ context: PredictorContext) throws(ParameterError) {
    rls = try RLSPredictor(.init(), context: context)
    linear = try LinearPredictor(.init(), context: context)
    let horizons = context.learnedHorizons
    blend = FittedBlend(horizons: horizons.count, prior: Self.blendPrior)
    shares = ExpertShares(
      experts: Self.experts, horizons: horizons.count, paces: 2, rate: Self.rate,
      share: Self.share, prior: Self.prior, memory: Self.memory)
    pending = PendingAnswers(horizons: horizons, columns: Self.offered + 8)
    answers = Array(repeating: nil, count: Self.experts * horizons.count)
    offers = Array(repeating: .init(), count: horizons.count)
    misses = Array(repeating: .zero, count: horizons.count)
    paces = Array(repeating: (0, 0, 0), count: horizons.count)
    errors = Array(repeating: 0, count: Self.experts)
  }

  /// Begins a new contact and forgets earlier positions.
  mutating func beginStroke() {
    rls.beginStroke()
    velocity = PausingVelocity()
    linear.beginStroke()
    pending.beginStroke()
    for index in answers.indices { answers[index] = nil }
    for slot in misses.indices { misses[slot] = .zero }
  }

  /// Resets everything to its initial state.
  mutating func reset() {
    beginStroke()
    rls.reset()
    linear.reset()
    blend.reset()
    shares.reset()
    for slot in paces.indices { paces[slot] = (0, 0, 0) }
  }

  /// Scores the predictions for times since the previous sample, and records new ones.
  ///
  /// - Parameters:
  ///   - sample: The newest sample, finite.
  ///   - samples: The stroke's newest samples.
  ///   - model: What the model says at a horizon; nil if nothing.
  mutating func observe(
    _ sample: TouchSample, samples: ObservationWindow, model: (Double) -> SIMD2<Double>?
  ) {
    settle(at: sample)
    rls.observe(sample)
    velocity.observe(sample)
    linear.observe(sample)
    newest = sample.position
    means = (samples.meanVelocity(Self.lags.0), samples.meanVelocity(Self.lags.1))
    let experts = Self.experts
    answers.withUnsafeMutableBufferPointer { answers in
      rls.positions(ahead: pending.horizons) { answers[$0 * experts + 1] = $1 }
    }
    for slot in offers.indices { expect(slot, from: sample.time, model) }
  }

  /// The blended prediction.
  ///
  /// - Parameters:
  ///   - horizon: Seconds, above 0.
  ///   - model: What the model says at a horizon; nil if nothing.
  /// - Returns: The weighted mean of all that answer; nil if none does.
  func position(ahead horizon: Double, model: (Double) -> SIMD2<Double>?) -> SIMD2<Double>? {
    let slot = pending.slot(nearestTo: horizon)
    if pending.horizons[slot] == horizon {
      return mean(slot) { answers[slot * Self.experts + $0] }
    }
    let (first, filtered) = (model(horizon), rls.position(ahead: horizon))
    let offers = offers(slot, horizon, first, filtered, model)
    return mean(slot) { expert in
      switch expert {
      case 0: first
      case 1: filtered
      case 2: velocity.position(ahead: horizon)
      default: first.map { _ in newest + blend.displacement(slot, offers) }
      }
    }
  }

  private func mean(_ slot: Int, _ answer: (_ expert: Int) -> SIMD2<Double>?) -> SIMD2<Double>? {
    var (sum, total) = (SIMD2<Double>.zero, 0.0)
    for expert in 0..<Self.experts {
      guard let answer = answer(expert) else { continue }
      let share = shares[slot, expert, pace: paces[slot].now]
      sum += share * (answer - newest)
      total += share
    }
    return total > 0 ? newest + sum / total : nil
  }

  /// What is on offer to the blend.
  private func offers(
    _ slot: Int, _ horizon: Double, _ first: SIMD2<Double>?, _ filtered: SIMD2<Double>?,
    _ model: (Double) -> SIMD2<Double>?
  ) -> FittedBlend.Offers {
    func displacement(_ position: SIMD2<Double>?) -> SIMD2<Double> {
      position.map { $0 - newest } ?? .zero
    }
    var offers = FittedBlend.Offers()
    offers[0] = displacement(first)
    offers[1] = 2 * displacement(model(0.5 * horizon))
    offers[2] = displacement(model(1.5 * horizon)) / 1.5
    offers[3] = displacement(filtered)
    offers[4] = displacement(linear.position(ahead: horizon))
    offers[5] = horizon * means.0
    offers[6] = horizon * means.1
    offers[7] = misses[slot]
    return offers
  }

  /// Asks all experts, and keeps their answers.
  private mutating func expect(
    _ slot: Int, from time: Double, _ model: (Double) -> SIMD2<Double>?
  ) {
    let (horizon, first) = (pending.horizons[slot], slot * Self.experts)
    answers[first] = model(horizon)
    offers[slot] = offers(slot, horizon, answers[first], answers[first + 1], model)
    answers[first + 2] = velocity.position(ahead: horizon)
    answers[first + 3] = answers[first].map { _ in newest + blend.displacement(slot, offers[slot]) }
    notePace(slot)
    let (said, offered, origin) = (answers, offers[slot], newest)
    pending.append(slot, at: time, pace: paces[slot].now) { column in
      column < Self.experts
        ? said[first + column] ?? origin
        : column < Self.offered ? origin : offered[column - Self.offered]
    }
  }

  /// Finds whether shorter displacements than usual are expected.
  private mutating func notePace(_ slot: Int) {
    var length = 0.0
    for expert in 0..<Self.experts {
      guard let answer = answers[slot * Self.experts + expert] else { continue }
      length += shares.prior[expert] * (answer - newest).length
    }
    guard length.isFinite else { return }
    paces[slot].sum = Self.paceMemory * paces[slot].sum + length
    paces[slot].count = Self.paceMemory * paces[slot].count + 1
    paces[slot].now = length * paces[slot].count < paces[slot].sum ? 0 : 1
  }

  /// Learns from the predictions whose moment has come.
  private mutating func settle(at sample: TouchSample) {
    pending.arrive(sample)
    for slot in offers.indices {
      while let truth = pending.dueTruth(slot) {
        for expert in 0..<Self.experts {
          errors[expert] = (pending[slot, expert] - truth).length
        }
        var offers = FittedBlend.Offers()
        for index in 0..<8 { offers[index] = pending[slot, Self.offered + index] }
        blend.learn(slot, offers, truth: truth - pending[slot, Self.experts])
        shares.learn(slot, errors, pace: pending.pace(slot))
        misses[slot] = truth - pending[slot, 0]
        pending.removeOldest(slot)
      }
    }
  }
}

/// The velocity of `velocity-tracker:strategy=int2`, which a pause clears.
private struct PausingVelocity: Sendable {
  private var integration = IntegratedVelocity()
  private var newest: TouchSample?

  /// Observes the next sample.
  mutating func observe(_ sample: TouchSample) {
    if let newest, VelocityHistory.isBreak(from: newest, to: sample) {
      integration = IntegratedVelocity()
    }
    newest = sample
    guard sample.phase != .ended, sample.phase != .cancelled else { return }
    integration.append(sample, smoothsAcceleration: true)
  }

  /// Where the velocity leads; nil if none is known.
  func position(ahead horizon: Double) -> SIMD2<Double>? {
    guard let newest, let velocity = integration.velocity else { return nil }
    return (newest.position + horizon * velocity).ifFinite
  }
}

extension ObservationWindow {
  /// The mean velocity of the newest `lag` seconds, or of all samples if they are fewer.
  fileprivate func meanVelocity(_ lag: Double) -> SIMD2<Double> {
    guard let newest, count > 1 else { return .zero }
    if let before = position(before: lag) { return (newest.position - before) / lag }
    let age = newest.time - self[0].time
    return age > 0 ? (newest.position - self[0].position) / age : .zero
  }
}
