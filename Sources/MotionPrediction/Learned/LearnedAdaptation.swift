import MotionNumerics
import TouchInput

/// Blends a learned prediction with predictors that adapt to the device and the person at hand.
///
/// The model knows many motions and never changes. Beside it there are four other experts: `rls`, which
/// learns the motion of one device from its first stroke on; `velocity-tracker:strategy=int2`, which
/// waits after a pause, as suits mice and coarse touch pads; `imm`, which switches between a steady and an
/// accelerated motion; and a linear combination of displacements that is fitted to where the contact went
/// (`FittedBlend`). On offer to it are the model's displacement, those for half and for one and a half times
/// the horizon, carried on to the horizon, that of `imm`, the mean velocities of the newest 30, 120 and
/// 350 ms, and the newest known error of the model at this horizon, in that order.
///
/// The prediction is the mean of the experts' answers, weighted by their shares (`ExpertShares`) at the
/// nearest horizon of the context, and at this pace: there are shares for moments at which the experts
/// predict shorter displacements than usual, and for the others. The share of an expert that abstains goes
/// to the others. What is learned is kept from stroke to stroke.
///
/// At the start of a motion the displacement is bounded by the path so far (`StartReach`).
struct LearnedAdaptation: Sendable {
  private var rls: RLSPredictor
  private var velocity = PausingVelocity()
  private var imm: InteractingMultipleModelPredictor
  private var blend: FittedBlend
  private var shares: ExpertShares
  private var pending: PendingAnswers
  /// The experts' answers, by horizon.
  private var answers: [Answers]
  /// The weighted means of the answers, by horizon.
  private var predictions: [SIMD2<Double>?]
  /// By horizon the model's newest known error in this stroke.
  private var misses: [SIMD2<Double>]
  /// By horizon the pace, and the usual expected length.
  private var paces: [(now: Int, usual: UsualLength)]
  /// A row of `pending`, and the experts' errors in it; reused storage.
  private var row: [SIMD2<Double>]
  private var errors: [Double]
  private var newest = SIMD2<Double>.zero
  private var start: StartReach
  /// The mean velocities over `lags`.
  private var means = (SIMD2<Double>.zero, SIMD2<Double>.zero, SIMD2<Double>.zero)

  /// The shares at the start: those of the model, `rls`, the velocity, `imm` and the blend.
  private static let prior = [0.323, 0.174, 0.154, 0.171, 0.178]
  /// The weights of the blend at the start.
  private static let blendPrior = SIMD8<Double>(1, 0, 0, 0, 0, 0, 0, 0)
  private static let rate = 0.163
  private static let share = 0.00545
  private static let memory = 0.9796
  private static let paceMemory = 0.9972
  private static let lags = (0.03, 0.12, 0.35)
  private static let longestGap = 0.25
  private static let experts = prior.count
  /// The columns of `pending`: the experts' answers, the newest position, the start of the motion, and what was on
  /// offer to the blend.
  private static let (origin, begun, offered) = (experts, experts + 1, experts + 2)

  /// What the model, `rls`, the velocity, `imm` and the blend answer.
  private typealias Answers = InlineArray<5, SIMD2<Double>?>

  init(_ context: PredictorContext) throws(ParameterError) {
    rls = try RLSPredictor(.init(), context: context)
    imm = try InteractingMultipleModelPredictor(.init(), context: context)
    let horizons = context.learnedHorizons
    blend = FittedBlend(horizons: horizons.count, prior: Self.blendPrior)
    start = StartReach(horizons: horizons.count)
    shares = ExpertShares(
      experts: Self.experts, horizons: horizons.count, paces: 2, rate: Self.rate,
      share: Self.share, prior: Self.prior, memory: Self.memory)
    pending = PendingAnswers(
      horizons: horizons, columns: Self.offered + 8, longestGap: Self.longestGap)
    answers = Array(repeating: Answers(repeating: nil), count: horizons.count)
    predictions = Array(repeating: nil, count: horizons.count)
    misses = Array(repeating: .zero, count: horizons.count)
    paces = Array(repeating: (0, UsualLength(memory: Self.paceMemory)), count: horizons.count)
    row = Array(repeating: .zero, count: Self.offered + 8)
    errors = Array(repeating: 0, count: Self.experts)
  }

  /// Begins a new contact and forgets earlier positions.
  mutating func beginStroke() {
    rls.beginStroke()
    velocity = PausingVelocity()
    imm.beginStroke()
    pending.beginStroke()
    start.beginStroke()
    for slot in answers.indices {
      answers[slot] = Answers(repeating: nil)
      (misses[slot], predictions[slot]) = (.zero, nil)
    }
  }

  /// Resets everything to its initial state.
  mutating func reset() {
    beginStroke()
    rls.reset()
    imm.reset()
    start.reset()
    blend.reset()
    shares.reset()
    for slot in paces.indices { paces[slot] = (0, UsualLength(memory: Self.paceMemory)) }
  }

  /// Scores the predictions for times since the previous sample, and records new ones.
  ///
  /// - Parameters:
  ///   - sample: The newest sample, finite.
  ///   - samples: The stroke's newest samples.
  ///   - model: What the model says; nil if nothing.
  mutating func observe(
    _ sample: TouchSample, samples: ObservationWindow, model: LearnedOutlook?
  ) {
    settle(at: sample)
    rls.observe(sample)
    velocity.observe(sample)
    imm.observe(sample)
    start.observe(sample.position)
    newest = sample.position
    means = (
      samples.meanVelocity(Self.lags.0), samples.meanVelocity(Self.lags.1),
      samples.meanVelocity(Self.lags.2)
    )
    answers.withUnsafeMutableBufferPointer { answers in
      rls.positions(ahead: pending.horizons) { answers[$0][1] = $1 }
    }
    for slot in misses.indices { expect(slot, from: sample.time, model) }
  }

  /// The blended prediction.
  ///
  /// - Parameters:
  ///   - horizon: Seconds, above 0.
  ///   - model: What the model says; nil if nothing.
  /// - Returns: The weighted mean of all that answer; nil if none does.
  func position(ahead horizon: Double, model: LearnedOutlook?) -> SIMD2<Double>? {
    let slot = pending.slot(nearestTo: horizon)
    if pending.horizons[slot] == horizon { return predictions[slot] }
    let first = model?.position(ahead: horizon)
    let expected = tracked(ahead: horizon, model)
    let blended =
      first == nil
      ? nil : newest + blend.displacement(slot, offers(slot, horizon, first, expected, model))
    return mean(
      slot,
      [
        first, rls.position(ahead: horizon), velocity.position(ahead: horizon), expected, blended,
      ])
  }

  private func mean(_ slot: Int, _ answers: Answers) -> SIMD2<Double>? {
    var (sum, total) = (SIMD2<Double>.zero, 0.0)
    for expert in answers.indices {
      guard let answer = answers[expert] else { continue }
      let share = shares[slot, expert, pace: paces[slot].now]
      sum += share * (answer - newest)
      total += share
    }
    return total > 0 ? newest + start.bounded(sum / total, slot) : nil
  }

  /// What `imm` answers, within the bound of the model's answers: an acceleration has no greatest speed.
  private func tracked(ahead horizon: Double, _ model: LearnedOutlook?) -> SIMD2<Double>? {
    guard let model, let answer = imm.position(ahead: horizon) else { return nil }
    return newest + model.bounded(answer - newest, ahead: horizon)
  }

  /// What is on offer to the blend.
  private func offers(
    _ slot: Int, _ horizon: Double, _ first: SIMD2<Double>?, _ expected: SIMD2<Double>?,
    _ model: LearnedOutlook?
  ) -> FittedBlend.Offers {
    let newest = newest
    func displacement(_ position: SIMD2<Double>?) -> SIMD2<Double> { (position ?? newest) - newest }
    var offers = FittedBlend.Offers()
    offers[0] = displacement(first)
    offers[1] = 2 * displacement(model?.position(ahead: 0.5 * horizon))
    offers[2] = displacement(model?.position(ahead: 1.5 * horizon)) / 1.5
    offers[3] = displacement(expected)
    offers[4] = horizon * means.0
    offers[5] = horizon * means.1
    offers[6] = horizon * means.2
    offers[7] = misses[slot]
    return offers
  }

  /// Asks all experts, and keeps their answers.
  private mutating func expect(
    _ slot: Int, from time: Double, _ model: LearnedOutlook?
  ) {
    let horizon = pending.horizons[slot]
    let (first, expected) = (model?.position(ahead: horizon), tracked(ahead: horizon, model))
    let offered = offers(slot, horizon, first, expected, model)
    // Written once: an assignment in place, whose right side reads other properties, copies all of them.
    var all = answers[slot]
    all[0] = first
    all[2] = velocity.position(ahead: horizon)
    all[3] = expected
    all[4] = first == nil ? nil : newest + blend.displacement(slot, offered)
    notePace(slot, all)
    let prediction = mean(slot, all)
    predictions[slot] = prediction
    answers[slot] = all
    for expert in 0..<Self.experts { row[expert] = all[expert] ?? newest }
    row[Self.origin] = newest
    row[Self.begun] = SIMD2(start.moment.samples, start.moment.path)
    for index in 0..<8 { row[Self.offered + index] = offered[index] }
    pending.append(slot, at: time, pace: paces[slot].now, row)
  }

  /// Finds whether shorter displacements than usual are expected.
  private mutating func notePace(_ slot: Int, _ answers: Answers) {
    var length = 0.0
    for expert in 0..<Self.experts {
      guard let answer = answers[expert] else { continue }
      length += shares.prior[expert] * (answer - newest).length
    }
    guard length.isFinite else { return }
    let usual = paces[slot].usual.add(length)
    paces[slot].now = length < usual * (1 - TimeTolerance.share) ? 0 : 1
  }

  /// Learns from the predictions whose moment has come.
  private mutating func settle(at sample: TouchSample) {
    pending.arrive(sample)
    for slot in misses.indices {
      while let moment = pending.next(slot, into: &row) {
        let truth = moment.truth
        for expert in 0..<Self.experts { errors[expert] = (row[expert] - truth).length }
        var offers = FittedBlend.Offers()
        for index in 0..<8 { offers[index] = row[Self.offered + index] }
        let displacement = truth - row[Self.origin]
        blend.learn(slot, offers, truth: displacement)
        shares.learn(slot, errors, pace: moment.pace)
        start.learn(
          slot, .init(samples: row[Self.begun].x, path: row[Self.begun].y),
          length: displacement.length)
        misses[slot] = truth - row[0]
      }
    }
  }
}

/// The velocity of `velocity-tracker:strategy=int2`, which a pause clears.
///
/// It also takes in the sample that ends a contact: what is learned must be the same where a stream
/// does not say which sample that is.
private struct PausingVelocity: Sendable {
  private var integration = IntegratedVelocity()
  private var newest: TouchSample?

  /// Observes the next sample.
  mutating func observe(_ sample: TouchSample) {
    if let newest, VelocityHistory.isBreak(from: newest, to: sample) {
      integration = IntegratedVelocity()
    }
    newest = sample
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
