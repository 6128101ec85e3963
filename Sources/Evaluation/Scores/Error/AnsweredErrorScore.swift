import MotionNumerics

/// The error where the predictor answered, and how hard the targets are at which it did and did not.
///
/// Elsewhere an abstention counts as `hold`, so that silence costs what it costs on a screen.
struct AnsweredErrorScore: StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    MetricDefinition(
      "answered_share", "answered targets", .behavior, .share, perfect: 1, .nearer,
      formula: "scored targets with an answer / scored targets"),
    MetricDefinition(
      "answered_error_mean", "mean error where answered", .error,
      formula: "mean ‖e‖ over scored targets with an answer"),
    MetricDefinition(
      "answered_error_p95", "95th percentile of error where answered", .error,
      formula: "95 % quantile of ‖e‖ over scored targets with an answer (type 7)"),
    MetricDefinition(
      "answered_hold_mean", "mean error of hold where answered", .error, perfect: nil, .none,
      formula: "mean ‖p_n − g‖ over scored targets with an answer"),
    MetricDefinition(
      "answered_ratio", "error relative to hold where answered", .error, .ratio,
      formula: "Σ‖e‖ / Σ‖p_n − g‖ over scored targets with an answer"),
    MetricDefinition(
      "silent_hold_mean", "mean error of hold where silent", .error, perfect: nil, .none,
      formula: "mean ‖p_n − g‖ over scored targets without an answer"),
  ]

  private var answered: ValuePool
  private var errors = RunningMean()
  private var held = RunningMean()
  private var silent = RunningMean()

  init(_ settings: ScoreSettings) { answered = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let hold = stroke.holdError(at: index)
      guard !stroke.hasAbstained(at: index) else { return silent.add(hold) }
      let error = stroke.error(at: index).length
      answered.append(error)
      errors.add(error)
      held.add(hold)
    }
  }

  mutating func merge(_ other: AnsweredErrorScore) {
    answered.merge(other.answered)
    errors.merge(other.errors)
    held.merge(other.held)
    silent.merge(other.silent)
  }

  mutating func settle() { answered.settle() }

  func values() -> [Double?] {
    [
      proportion(held.count, of: held.count + silent.count), errors.value,
      answered.quantiles([0.95])[0], held.value,
      held.value.flatMap { hold in hold > 0 ? errors.value.map { $0 / hold } : nil }, silent.value,
    ]
  }
}

extension ScoredStroke {
  /// The error of `hold` at a target with a truth.
  func holdError(at index: Int) -> Double { (anchors[index] - truths[index]).length }
}
