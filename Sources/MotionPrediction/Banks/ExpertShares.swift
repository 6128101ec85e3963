import MotionNumerics

/// The weights of several predictors, by horizon and recent loss: Hedge with
/// a fixed share.
///
/// When the moment of a prediction has come, e_i being expert i's distance from where the contact was, its
/// share is multiplied by exp(−η·e_i/E), all are divided by their sum, and α of them is spread as at the
/// start, so that an expert that was bad for long can come back at once. E is max e, or, with a `memory`,
/// the usual Σ w_i·e_i with that forgetting factor (`UsualLength`): then a moment counts as much as its errors
/// are long, and e_i/E counts as at most 8.
///
/// With several `paces`, each has shares of its own, and learns from the moments of the others with 0.3·η.
///
/// Cost for M experts: M exponentials a loss and pace; nothing is allocated.
///
/// Source: Freund, Schapire, J. Comput. Syst. Sci. 55 (1997) 119–139, doi:10.1006/jcss.1997.1504;
/// Herbster, Warmuth, Machine Learning 32 (1998) 151–178, doi:10.1023/A:1007424614876.
struct ExpertShares: Sendable {
  private let experts: Int
  private let paces: Int
  private let rate: Double
  private let share: Double
  /// The shares at the start, by expert; their sum is 1.
  let prior: [Double]
  /// α of them.
  private let spread: [Double]
  private var shares: [Double]
  /// The usual error by horizon; empty without a memory.
  private var usual: [UsualLength]

  /// The greatest error that counts, in multiples of the usual one.
  private static let greatestRatio = 8.0
  /// How fast shares follow the losses of another pace, relative to those of their own.
  private static let otherPace = 0.3

  /// Creates the shares at the start.
  ///
  /// - Parameters:
  ///   - experts: How many predictors there are, 1 or more.
  ///   - horizons: At how many horizons they are scored, 1 or more.
  ///   - paces: How many kinds of moments are told apart, 1 or more.
  ///   - rate: η, 0 or more.
  ///   - share: α, 0…1.
  ///   - prior: The shares at the start, up to a factor, each above 0; nil for equal ones.
  ///   - memory: The forgetting factor of the usual error; nil to divide by the greatest of the moment.
  init(
    experts: Int, horizons: Int, paces: Int = 1, rate: Double, share: Double,
    prior: [Double]? = nil, memory: Double? = nil
  ) {
    let sum = prior?.reduce(0, +) ?? 1
    self.prior = prior?.map { $0 / sum } ?? Array(repeating: 1 / Double(experts), count: experts)
    spread =
      prior == nil
      ? Array(repeating: share / Double(experts), count: experts) : self.prior.map { share * $0 }
    usual = memory.map { Array(repeating: UsualLength(memory: $0), count: horizons) } ?? []
    self.experts = experts
    self.paces = paces
    self.rate = rate
    self.share = share
    shares = (0..<(horizons * paces)).flatMap { [prior = self.prior] _ in prior }
  }

  /// Makes all shares what they were at the start.
  mutating func reset() {
    for index in shares.indices { shares[index] = prior[index % experts] }
    for slot in usual.indices { usual[slot].reset() }
  }

  /// The share of an expert at one of the horizons.
  subscript(slot: Int, expert: Int, pace pace: Int = 0) -> Double {
    shares[(slot * paces + pace) * experts + expert]
  }

  /// Learns from the experts' errors at a horizon in a moment of a pace.
  mutating func learn(_ slot: Int, _ errors: [Double], pace: Int = 0) {
    guard let worst = errors.max(), worst > 0, worst.isFinite else { return }
    let unit = usual.isEmpty ? worst : usualError(slot, errors, pace)
    guard unit > 0 else { return }
    for other in 0..<paces {
      multiply(slot, errors, unit, other, rate: other == pace ? rate : Self.otherPace * rate)
    }
  }

  private mutating func multiply(
    _ slot: Int, _ errors: [Double], _ unit: Double, _ pace: Int, rate: Double
  ) {
    let first = (slot * paces + pace) * experts
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

  /// The usual mean of the errors by shares, with that of this moment.
  private mutating func usualError(_ slot: Int, _ errors: [Double], _ pace: Int) -> Double {
    var mean = 0.0
    for expert in 0..<experts { mean += self[slot, expert, pace: pace] * errors[expert] }
    return usual[slot].add(mean)
  }
}
