import MotionNumerics

/// Over- and under-prediction at the moment that was asked for.
///
/// As in Chromium a prediction is scored only where the contact was recorded after its moment: the
/// target at the last sample itself, and those clamped after it, take no part.
struct ChromiumPredictionScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = OverUnderTally.metrics(
    of: .init(
      prefix: "", title: "", error: "e",
      points: "s has the sign of (r − g)·e, r the first recorded point after the target",
      perfect: 0))

  private var tally: OverUnderTally

  init(_ settings: ScoreSettings) { tally = OverUnderTally(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let target = stroke.targets[index]
      guard let truth = target.truth, let next = target.next else { return }
      tally.add(
        stroke.error(at: index), onward: next - truth,
        motion: (truth - stroke.anchors[index]).length + (next - truth).length)
    }
  }

  mutating func merge(_ other: ChromiumPredictionScore) { tally.merge(other.tally) }

  mutating func settle() { tally.settle() }

  func values() -> [Double?] { tally.values }
}

/// Over- and under-prediction against where the contact is when the frame begins that shows it.
///
/// Empty where nothing is shown in frames: only the protocol `display` has them.
struct ChromiumFrameScore: Score {
  static let grain = ScoreGrain.target
  static let metrics = OverUnderTally.metrics(
    of: .init(
      prefix: "frame_", title: " at the frame", error: "p̂ − g_F",
      points: "s has the sign of (r_F − g_F)·(p̂ − g_F), g_F where the contact is at the frame's "
        + "tick, r_F the first recorded point after it",
      perfect: nil))

  private var tally: OverUnderTally

  init(_ settings: ScoreSettings) { tally = OverUnderTally(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScored { index in
      let target = stroke.targets[index]
      guard target.next != nil, let truth = target.frameTruth, let next = target.frameNext else {
        return
      }
      tally.add(
        stroke.predictions[index] - truth, onward: next - truth,
        motion: (truth - stroke.anchors[index]).length + (next - truth).length)
    }
  }

  mutating func merge(_ other: ChromiumFrameScore) { tally.merge(other.tally) }

  mutating func settle() { tally.settle() }

  func values() -> [Double?] { tally.values }
}

/// Errors told apart by whether the prediction runs ahead of the contact or behind it, as Chromium
/// does: s = ±‖e‖, above 0 and 0 itself being over-prediction.
///
/// The sign is that of (r − g)·e, r being the first recorded point after the moment of g; the
/// magnitude is the whole error, so that one to the side counts as over-prediction in full.
struct OverUnderTally: Sendable {
  private var over: ValuePool
  private var under: ValuePool

  /// An empty tally, with the storage of what is too much to be held.
  init(_ storage: ValueStorage?) {
    (over, under) = (ValuePool(storage), ValuePool(storage))
  }

  /// The values of `metrics(of:)`.
  var values: [Double?] {
    let count = over.count + under.count
    let share = count == 0 ? nil : Double(over.count) / Double(count)
    let mean = count == 0 ? nil : over.sum(and: under).map { $0 / Double(count) }
    return over.orderedMeanAndP95() + [share] + under.orderedMeanAndP95() + [mean]
  }

  /// Takes in one error.
  ///
  /// - Parameters:
  ///   - error: p̂ − g.
  ///   - onward: r − g.
  ///   - motion: How far the contact has moved of late. An error below a billionth of it is
  ///     rounding, whose sign says nothing: it counts as none, hence as over-prediction.
  mutating func add(_ error: SIMD2<Double>, onward: SIMD2<Double>, motion: Double) {
    let length = error.length
    let isUnder = onward.dot(error) < 0 && length > Self.rounding * motion
    if isUnder { under.append(length) } else { over.append(length) }
  }

  mutating func merge(_ other: OverUnderTally) {
    over.merge(other.over)
    under.merge(other.under)
  }

  /// Puts away what can be.
  mutating func settle() {
    over.settle()
    under.settle()
  }

  private static let rounding = 1e-9

  /// Where a tally's errors are measured.
  struct Moment {
    /// What stands before the names.
    let prefix: String
    /// What stands behind the titles.
    let title: String
    /// How e is written.
    let error: String
    /// Which points are meant.
    let points: String
    /// What a predictor that is always right scores on lengths; nil where that is not 0.
    let perfect: Double?
  }

  /// The measures of a tally.
  static func metrics(of moment: Moment) -> [MetricDefinition] {
    let (name, e) = ("chromium_\(moment.prefix)", moment.error)
    func length(
      _ measure: String, _ title: String, _ formula: String, _ histogram: String,
      perfect: Double? = moment.perfect
    ) -> MetricDefinition {
      MetricDefinition(
        "\(name)\(measure)", title + moment.title, .overshoot, perfect: perfect,
        formula: "\(formula); \(moment.points)", source: source(of: histogram, moment))
    }
    let over = "‖\(e)‖ where s ≥ 0"
    let under = "‖\(e)‖ where s < 0"
    return [
      length("over_prediction_mean", "mean over-prediction", "mean \(over)", "OverPrediction"),
      length(
        "over_prediction_p95", "95th percentile of over-prediction",
        "95 % quantile of \(over) (type 7)", "OverPrediction"),
      MetricDefinition(
        "\(name)over_prediction_share", "share of over-predictions" + moment.title, .overshoot,
        .share, perfect: nil, .none, formula: "share of s ≥ 0; \(moment.points)",
        source: source(of: "OverPrediction", moment)),
      length(
        "under_prediction_mean", "mean under-prediction", "mean \(under)", "UnderPrediction",
        perfect: nil),
      length(
        "under_prediction_p95", "95th percentile of under-prediction",
        "95 % quantile of \(under) (type 7)", "UnderPrediction", perfect: nil),
      length(
        "prediction_score_mean", "mean prediction score", "mean ‖\(e)‖", "PredictionScore"),
    ]
  }

  private static func source(of histogram: String, _ moment: Moment) -> String {
    let frame = moment.prefix.isEmpty ? "" : "Frame"
    return "Chromium PredictionMetricsHandler, \(frame)\(histogram)"
  }
}

/// How unsteady the distance is between what a frame shows and where the contact is when it begins.
///
/// Empty where nothing is shown in frames. The jitter at the moment that was asked for is
/// `PredictionJitterScore`.
struct ChromiumVisualJitterScore: Score {
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

  private var changes: ValuePool

  init(_ settings: ScoreSettings) { changes = ValuePool(settings.storage) }

  mutating func add(_ stroke: ScoredStroke) {
    stroke.forEachScoredPair { before, index in
      guard let first = offset(before, in: stroke), let second = offset(index, in: stroke) else {
        return
      }
      changes.append((second - first).length)
    }
  }

  mutating func merge(_ other: ChromiumVisualJitterScore) { changes.merge(other.changes) }

  mutating func settle() { changes.settle() }

  func values() -> [Double?] { changes.orderedMeanAndP95() }

  private func offset(_ index: Int, in stroke: ScoredStroke) -> SIMD2<Double>? {
    stroke.targets[index].frameTruth.map { stroke.predictions[index] - $0 }
  }
}
