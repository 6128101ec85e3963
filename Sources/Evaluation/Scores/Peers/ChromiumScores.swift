import MotionNumerics

/// Over-prediction and under-prediction as Chromium measures them: s = ±‖e‖, where s ≥ 0 is
/// over-prediction.
///
/// The sign is that of (r − g)·e, where r is the first recorded point after the moment of g. The
/// magnitude is the whole error, so an error to the side counts as over-prediction in full. A
/// target without a recorded point after it, such as one at the last sample, is not scored.
struct ChromiumOverUnderScore<Moment: ChromiumMoment>: StrokeScore {
  static var grain: ScoreGrain { .target }
  static var metrics: [MetricDefinition] { Moment.metrics }

  private var over: ValuePool
  private var under: ValuePool

  init(_ settings: ScoreSettings) {
    (over, under) = (ValuePool(settings.storage), ValuePool(settings.storage))
  }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let target = stroke.targets[index]
      guard target.next != nil, let (truth, next) = Moment.truth(of: target) else { return }
      let error = stroke.predictions[index] - truth
      let motion = (truth - stroke.anchors[index]).length + (next - truth).length
      let (length, step) = (error.length, (next - truth).length)
      // A step of the contact that is only rounding has no direction, and the sign of an error below a
      // millionth of the recent motion is rounding.
      let isUnder =
        step > stroke.slot.roundingLength
        && (next - truth).dot(error) < -TimeTolerance.share * motion * step
      if isUnder { under.append(length) } else { over.append(length) }
    }
  }

  mutating func merge(_ other: Self) {
    over.merge(other.over)
    under.merge(other.under)
  }

  mutating func settle() {
    over.settle()
    under.settle()
  }

  func values() -> [Double?] {
    let count = over.count + under.count
    let mean = count == 0 ? nil : over.sum(and: under).map { $0 / Double(count) }
    return over.orderedMeanAndP95() + [proportion(over.count, of: count)]
      + under.orderedMeanAndP95() + [mean]
  }
}

/// The moment at which a prediction is compared with the contact.
protocol ChromiumMoment: Sendable {
  /// The measures, in the order of the score's values.
  static var metrics: [MetricDefinition] { get }

  /// Where the contact is at that moment, and the first recorded point after it.
  static func truth(of target: Target) -> (truth: SIMD2<Double>, next: SIMD2<Double>)?
}

/// The moment that was asked for.
enum ChromiumPrediction: ChromiumMoment {
  static let metrics = MetricDefinition.chromium(
    prefix: "", title: "", error: "e", perfect: 0,
    points: "s has the sign of (r − g)·e, r the first recorded point after the target")

  static func truth(of target: Target) -> (truth: SIMD2<Double>, next: SIMD2<Double>)? {
    guard let truth = target.truth, let next = target.next else { return nil }
    return (truth, next)
  }
}

/// The beginning of the frame that shows the prediction; only the protocol `display` has frames.
enum ChromiumFrame: ChromiumMoment {
  static let metrics = MetricDefinition.chromium(
    prefix: "frame_", title: " at the frame", error: "p̂ − g_F", perfect: nil,
    points: "s has the sign of (r_F − g_F)·(p̂ − g_F), g_F where the contact is at the frame's "
      + "tick, r_F the first recorded point after it")

  static func truth(of target: Target) -> (truth: SIMD2<Double>, next: SIMD2<Double>)? {
    guard let truth = target.frameTruth, let next = target.frameNext else { return nil }
    return (truth, next)
  }
}

extension MetricDefinition {
  /// The measures of over-prediction and under-prediction at a moment.
  ///
  /// - Parameters:
  ///   - prefix: The prefix of the names.
  ///   - title: The suffix of the titles.
  ///   - error: The symbol of the error.
  ///   - perfect: The score of a predictor that is always right, for lengths.
  ///   - points: Which points the formulas refer to.
  /// - Returns: The definitions.
  fileprivate static func chromium(
    prefix: String, title: String, error: String, perfect: Double?, points: String
  ) -> [MetricDefinition] {
    let handler = "Chromium PredictionMetricsHandler, " + (prefix.isEmpty ? "" : "Frame")
    func measure(
      _ name: String, _ words: String, _ formula: String, _ histogram: String,
      _ dimension: Dimension = .length, perfect: Double? = nil, _ order: Order = .lower
    ) -> MetricDefinition {
      MetricDefinition(
        "chromium_\(prefix)\(name)", words + title, .overshoot, dimension, perfect: perfect, order,
        formula: "\(formula); \(points)", source: handler + histogram)
    }
    let (over, under) = ("‖\(error)‖ where s ≥ 0", "‖\(error)‖ where s < 0")
    return [
      measure(
        "over_prediction_mean", "mean over-prediction", "mean \(over)", "OverPrediction",
        perfect: perfect),
      measure(
        "over_prediction_p95", "95th percentile of over-prediction",
        "95 % quantile of \(over) (type 7)", "OverPrediction", perfect: perfect),
      measure(
        "over_prediction_share", "share of over-predictions", "share of s ≥ 0", "OverPrediction",
        .share, .none),
      measure(
        "under_prediction_mean", "mean under-prediction", "mean \(under)", "UnderPrediction"),
      measure(
        "under_prediction_p95", "95th percentile of under-prediction",
        "95 % quantile of \(under) (type 7)", "UnderPrediction"),
      measure(
        "prediction_score_mean", "mean prediction score", "mean ‖\(error)‖", "PredictionScore",
        perfect: perfect),
    ]
  }
}

/// How unsteady the distance is between what a frame shows and where the contact is when it begins.
///
/// Empty where nothing is shown in frames. The jitter at the moment that was asked for is
/// `PredictionJitterScore`.
struct ChromiumVisualJitterScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.target
  static let metrics = [
    definition("mean", "mean visual jitter", "mean ‖f_n − f_(n−1)‖"),
    definition(
      "p95", "95th percentile of visual jitter", "95 % quantile of ‖f_n − f_(n−1)‖ (type 7)"),
  ]

  private static func definition(
    _ statistic: String, _ title: String, _ formula: String
  ) -> MetricDefinition {
    MetricDefinition(
      "chromium_visual_jitter_\(statistic)", title, .noise, perfect: nil,
      formula: formula + ", f = p̂ − g_F, g_F where the contact is at the frame's tick",
      source: "Chromium PredictionMetricsHandler, VisualJitter")
  }

  var pool: ValuePool

  init(_ settings: ScoreSettings) { pool = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScoredPair { before, index in
      guard let first = offset(before, in: stroke), let second = offset(index, in: stroke) else {
        return
      }
      pool.append((second - first).length)
    }
  }

  private func offset(_ index: Int, in stroke: ScoredStroke) -> SIMD2<Double>? {
    stroke.targets[index].frameTruth.map { stroke.predictions[index] - $0 }
  }
}
