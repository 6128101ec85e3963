import MotionNumerics
import MotionPrediction

/// Risk against coverage: the error of the most confident answers, for predictors that state a confidence.
///
/// Of answers with one confidence, each has the same share in the last place, so that their order
/// does not matter.
struct ConfidenceScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics =
    [
      MetricDefinition(
        "with_confidence_share", "answers with a confidence", .behavior, .share, perfect: 1,
        .nearer,
        formula: "scored targets at which a confidence was stated / scored targets with an answer")
    ]
    + levels.map { level in
      MetricDefinition(
        "risk_\(level)", "error of the most confident \(level) %", .error,
        formula: "mean ‖e‖ of the \(level) % of answers with the greatest confidence",
        source: source)
    }
    + levels.map { level in
      MetricDefinition(
        "risk_ratio_\(level)", "error relative to hold of the most confident \(level) %", .error,
        .ratio,
        formula: "Σ‖e‖ / Σ‖p_n − g‖ of the \(level) % of answers with the greatest confidence",
        source: source)
    }
    + [
      MetricDefinition(
        "risk_mean", "mean risk", .error, formula: "mean of risk_10, risk_20, …, risk_100",
        source: source)
    ]

  /// The shares of answers, in percent.
  static let levels = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]

  private static let source = "El-Yaniv and Wiener 2010, JMLR 11:1605–1641: risk and coverage"

  private var answered = 0
  /// Of each answer with a confidence: that, ‖e‖, and ‖p_n − g‖, in one order.
  private var confidences: ValuePool
  private var errors: ValuePool
  private var held: ValuePool

  init(_ settings: ScoreSettings) {
    confidences = ValuePool(settings.storage)
    errors = ValuePool(settings.storage)
    held = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      guard let answer = stroke.answer(index) else { return }
      answered += 1
      guard let confidence = answer.confidence, !confidence.isNaN else { return }
      confidences.append(confidence)
      errors.append(stroke.error(at: index).length)
      held.append(stroke.holdError(at: index))
    }
  }

  mutating func merge(_ other: ConfidenceScore) {
    answered += other.answered
    confidences.merge(other.confidences)
    errors.merge(other.errors)
    held.merge(other.held)
  }

  mutating func settle() {
    confidences.settle()
    errors.settle()
    held.settle()
  }

  func values() -> [Double?] {
    let groups = groups()
    let risks = groups.map { $0?.risk }
    return [proportion(confidences.count, of: answered)] + risks
      + groups.map { group in group.flatMap { $0.hold > 0 ? $0.risk / $0.hold : nil } }
      + [risks.contains(nil) ? nil : risks.compactMap(\.self).mean]
  }

  /// The mean errors of the predictor and of hold over the most confident answers, by level.
  private func groups() -> [(risk: Double, hold: Double)?] {
    let count = confidences.count
    // The rank of the least confident answer that counts, from the least.
    let ranks = Self.levels.map { count - (count * $0 + 99) / 100 }
    guard count > 0, let found = confidences.values(atRanks: ranks) else {
      return Self.levels.map { _ in nil }
    }
    var sums = ranks.map { ConfidentSums(limit: found[$0] ?? .nan) }
    let isComplete = ValuePool.visit(confidences, errors, held) { confidence, error, hold in
      for index in sums.indices { sums[index].add(confidence, error: error, hold: hold) }
    }
    guard isComplete else { return Self.levels.map { _ in nil } }
    return zip(sums, Self.levels).map { $0.means(ofFirst: Double(count * $1) / 100) }
  }
}

/// Sums over the answers whose confidence is above a limit, and over those at it.
private struct ConfidentSums {
  let limit: Double
  private var above = 0
  private var at = 0
  private var errors = CompensatedSum()
  private var held = CompensatedSum()
  private var errorsAt = CompensatedSum()
  private var heldAt = CompensatedSum()

  init(limit: Double) { self.limit = limit }

  mutating func add(_ confidence: Double, error: Double, hold: Double) {
    if confidence > limit {
      above += 1
      errors += error
      held += hold
    } else if confidence == limit {
      at += 1
      errorsAt += error
      heldAt += hold
    }
  }

  /// The means over the most confident answers, of which those at the limit count in part; nil if there is
  /// none at it.
  func means(ofFirst count: Double) -> (risk: Double, hold: Double)? {
    guard at > 0 else { return nil }
    let share = (count - Double(above)) / Double(at)
    return (
      (errors.value + share * errorsAt.value) / count, (held.value + share * heldAt.value) / count
    )
  }
}
