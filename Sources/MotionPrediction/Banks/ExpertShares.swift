import MotionNumerics
import TouchInput

/// The weights of several predictors, by horizon and recent loss: Hedge with
/// a fixed share.
///
/// What each expert says is kept until its moment has come; then, e_i being its distance from where the
/// contact was, its share is multiplied by exp(−η·e_i/E), all are divided by their sum, and α of
/// them is spread as at the start, so that an expert that was bad for long can come back at once.
/// E is max e, or, with a `memory`, the running mean of Σ w_i·e_i with that forgetting factor: then a
/// moment counts as much as its errors are long, and e_i/E counts as at most 4.
///
/// The truth between two samples lies on the line between them. A sample dated before the one before
/// it drops what is kept. Cost for M experts and S horizons: S·M distances and exponentials a sample;
/// nothing is allocated once the greatest number of kept answers has been seen.
///
/// Source: Freund, Schapire, J. Comput. Syst. Sci. 55 (1997) 119–139, doi:10.1006/jcss.1997.1504;
/// Herbster, Warmuth, Machine Learning 32 (1998) 151–178, doi:10.1023/A:1007424614876.
struct ExpertShares: Sendable {
  /// The experts' predictions for one horizon, made at several times, oldest first.
  private struct Answers: Sendable {
    private var times: [Double]
    private var positions: [SIMD2<Double>]
    private var first = 0
    private(set) var count = 0
    private let experts: Int

    /// More would be answers of a stream without end whose moments never come.
    private static let most = 256

    init(experts: Int) {
      self.experts = experts
      times = Array(repeating: 0, count: 16)
      positions = Array(repeating: .zero, count: 16 * experts)
    }

    var oldestTime: Double { times[first] }

    /// An expert's oldest prediction.
    func oldest(_ expert: Int) -> SIMD2<Double> { positions[first * experts + expert] }

    mutating func removeOldest() {
      first = first + 1 == times.count ? 0 : first + 1
      count -= 1
    }

    mutating func removeAll() { (first, count) = (0, 0) }

    mutating func append(_ time: Double, _ position: (Int) -> SIMD2<Double>) {
      if count == times.count {
        if count < Self.most { grow() } else { removeOldest() }
      }
      let end = first + count
      let place = end < times.count ? end : end - times.count
      times[place] = time
      for expert in 0..<experts { positions[place * experts + expert] = position(expert) }
      count += 1
    }

    private mutating func grow() {
      times = Array(times[first...] + times[..<first])
      positions = Array(positions[(first * experts)...] + positions[..<(first * experts)])
      first = 0
      times += Array(repeating: 0, count: count)
      positions += Array(repeating: .zero, count: count * experts)
    }
  }

  /// For how far ahead answers are compared, in seconds.
  let horizons: [Double]
  private let experts: Int
  private let rate: Double
  private let share: Double
  /// The shares at the start, by expert; their sum is 1.
  private let prior: [Double]
  /// α of them.
  private let spread: [Double]
  /// The forgetting factor of the usual error; nil to divide by the greatest error of the moment.
  private let memory: Double?
  private var shares: [Double]
  /// By horizon: the discounted sum of errors, and of their numbers.
  private var usual: [(sum: Double, count: Double)]
  private var answers: [Answers]
  private var errors: [Double]
  private var before: (time: Double, position: SIMD2<Double>)?

  /// A moment counts as come where the clock's rounding alone keeps it from that.
  private static let sameMoment = 1e-9
  /// The greatest error that counts, in multiples of the typical one.
  private static let greatestRatio = 4.0

  /// Creates the shares at the start.
  ///
  /// - Parameters:
  ///   - experts: How many predictors there are, 1 or more.
  ///   - horizons: The horizons at which experts are scored, in seconds, above 0; not empty.
  ///   - rate: η, 0 or more.
  ///   - share: α, 0…1.
  ///   - prior: The shares at the start, up to a factor, each above 0; nil for equal ones.
  ///   - memory: The forgetting factor of the usual error; nil to divide by the greatest of the moment.
  init(
    experts: Int, horizons: [Double], rate: Double, share: Double, prior: [Double]? = nil,
    memory: Double? = nil
  ) {
    let sum = prior?.reduce(0, +) ?? 1
    self.prior = prior?.map { $0 / sum } ?? Array(repeating: 1 / Double(experts), count: experts)
    spread =
      prior == nil
      ? Array(repeating: share / Double(experts), count: experts) : self.prior.map { share * $0 }
    self.memory = memory
    usual = Array(repeating: (0, 0), count: horizons.count)
    self.experts = experts
    self.horizons = horizons
    self.rate = rate
    self.share = share
    shares = horizons.flatMap { [prior = self.prior] _ in prior }
    answers = Array(repeating: Answers(experts: experts), count: horizons.count)
    errors = Array(repeating: 0, count: experts)
  }

  /// Discards pending predictions; keeps the shares.
  mutating func beginStroke() {
    before = nil
    for slot in answers.indices { answers[slot].removeAll() }
  }

  /// Makes all shares what they were at the start.
  mutating func reset() {
    for index in shares.indices { shares[index] = prior[index % experts] }
    for slot in usual.indices { usual[slot] = (0, 0) }
  }

  /// The share of an expert at one of the horizons.
  subscript(slot: Int, expert: Int) -> Double { shares[slot * experts + expert] }

  /// The place of the horizon that is nearest to another.
  func slot(nearestTo horizon: Double) -> Int { horizons.index(nearestTo: horizon) }

  /// Scores the predictions for times up to a finite sample against where the contact was.
  mutating func settle(at sample: TouchSample) {
    defer { before = (sample.time, sample.position) }
    guard let before else { return }
    let interval = sample.time - before.time
    if interval < 0 {
      for slot in answers.indices { answers[slot].removeAll() }
    }
    guard interval > 0 else { return }
    for slot in answers.indices {
      while answers[slot].count > 0, answers[slot].oldestTime <= sample.time + Self.sameMoment {
        let part = max((answers[slot].oldestTime - before.time) / interval, 0)
        let truth = before.position + part * (sample.position - before.position)
        for expert in 0..<experts {
          errors[expert] = (answers[slot].oldest(expert) - truth).length
        }
        answers[slot].removeOldest()
        learn(slot)
      }
    }
  }

  /// Keeps what the experts say now.
  ///
  /// - Parameters:
  ///   - time: Of the newest sample, in seconds.
  ///   - position: What an expert says at a horizon: the place in `horizons`, the expert's number.
  mutating func expect(
    from time: Double, _ position: (_ slot: Int, _ expert: Int) -> SIMD2<Double>
  ) {
    for slot in answers.indices {
      answers[slot].append(time + horizons[slot]) { position(slot, $0) }
    }
  }

  private mutating func learn(_ slot: Int) {
    guard let worst = errors.max(), worst > 0, worst.isFinite else { return }
    let first = slot * experts
    let unit = memory.map { usualError(slot, memory: $0) } ?? worst
    guard unit > 0 else { return }
    var total = 0.0
    for expert in 0..<experts {
      let ratio = min(errors[expert] / unit, Self.greatestRatio)
      shares[first + expert] *= Elementary.exponential(-rate * ratio)
      total += shares[first + expert]
    }
    for expert in 0..<experts {
      let kept = total > 0 ? shares[first + expert] / total : prior[expert]
      shares[first + expert] = (1 - share) * kept + spread[expert]
    }
  }

  /// The running mean of the error by shares, with that of this moment.
  private mutating func usualError(_ slot: Int, memory: Double) -> Double {
    var mean = 0.0
    for expert in 0..<experts { mean += shares[slot * experts + expert] * errors[expert] }
    usual[slot].sum = memory * usual[slot].sum + mean
    usual[slot].count = memory * usual[slot].count + 1
    return usual[slot].sum / usual[slot].count
  }
}
