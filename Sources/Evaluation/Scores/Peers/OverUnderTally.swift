import MotionNumerics

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
