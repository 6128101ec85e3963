import Evaluation
import TouchInput

/// How errors are distributed: which share of them is at least as great as each error.
struct ErrorDistribution: Sendable {
  /// An error with the share of errors that are at least as great.
  struct Point: Sendable {
    let error: Double
    let share: Double
    /// Whether it is one of the quantiles that are marked.
    let isMarked: Bool
  }

  /// The points, from small errors to great ones.
  let points: [Point]

  /// The shares that are marked, in addition to that of the largest error.
  private static let marked = [0.5, 0.1, 0.05, 0.01, 0.001, 0.0001]
  /// The shares between which points lie; below, the greatest error alone is left.
  private static let greatestShare = 0.99
  /// The ratio of neighboring ranks.
  private static let ratio = 1.15

  /// The exact distribution of all errors, at ranks in a geometric row from the greatest; nil for fewer
  /// than ten.
  init?(errors: [Double]) {
    guard errors.count >= 10 else { return nil }
    let sorted = errors.sorted(by: >)
    let count = Double(sorted.count)
    let last = Int(Self.greatestShare * count)
    let marks = Set(Self.marked.map { Int(($0 * count).rounded()) } + [1])
    var ranks = marks
    var rank = 1.0
    while Int(rank) <= last {
      ranks.insert(Int(rank))
      rank = max(rank * Self.ratio, rank.rounded(.down) + 1)
    }
    points = ranks.filter { (1...max(last, 1)).contains($0) }.sorted(by: >).map {
      Point(error: sorted[$0 - 1], share: Double($0) / count, isMarked: marks.contains($0))
    }
  }

  /// The points of the distribution that `scores.csv` holds: quantiles and the greatest error; nil for
  /// fewer than two.
  init?(_ scores: DatasetScores, of spelling: String, at seconds: Double) {
    let value = { scores.value(of: spelling, at: seconds, named: $0) }
    let shares = [
      ("error_median", 0.5), ("error_p95", 0.05), ("error_p99", 0.01), ("error_p999", 0.001),
      ("error_max", value("scored").map { $0 >= 1 ? 1 / $0 : 0 } ?? 0),
    ]
    points = shares.compactMap { name, share in
      value(name).flatMap { share > 0 ? Point(error: $0, share: share, isMarked: true) : nil }
    }
    guard points.count > 1 else { return nil }
  }
}

/// The distributions of the drawn predictors' errors on logarithmic axes, where tails show.
struct DistributionFigure {
  let lines: EstimatedLines
  /// The pooled scores: a mean of participants' quantiles is no quantile.
  let pooled: DatasetScores
  /// The exact distributions by spelling; empty where the run did not keep its predictions.
  let exact: [String: ErrorDistribution]
  let slug: String

  /// Draws it; nil where nothing is known beyond the mean.
  func figure() -> Figure? {
    guard let error = pooled.metric(HeadlineMeasure.error.name) else { return nil }
    let moment = lines.scores.moments[lines.scores.headlineMoment]
    let format = pooled.format(error)
    let series = lines.lines.compactMap { line -> LineChart.Series? in
      let spelling = line.configuration.spelling
      guard
        let distribution = exact.isEmpty
          ? ErrorDistribution(pooled, of: spelling, at: moment.seconds) : exact[spelling]
      else { return nil }
      // A logarithmic axis has no place for an error of 0.
      let points = distribution.points.filter { $0.error > 0 }
      return LineChart.Series(
        label: line.label, style: line.style,
        points: points.map { point in
          LineChart.Point(
            x: format.shown(point.error), y: 100 * point.share,
            tip: "\(spelling): \(Self.share(point.share)) of errors are at least "
              + format.quantity(point.error), isMarked: point.isMarked)
        })
    }.filter { $0.points.count > 1 }
    guard !series.isEmpty else { return nil }
    let horizon = HorizonText.full(moment)
    return LineChart(
      name: "\(slug)-error-distribution", title: "Distribution of error at \(horizon)",
      summary: "The share of errors that are at least as great as each error, at \(horizon) on "
        + "\(pooled.group.dataset), on logarithmic axes, one line per predictor: "
        + series.map(\.label).joined(separator: ", ") + ".",
      xTitle: "error (\(format.unit)), log scale",
      yTitle: "errors at least as great (%), log scale", xLabels: nil, series: series,
      isLogarithmic: true
    ).figure()
  }

  /// A share in percent with two digits.
  private static func share(_ share: Double) -> String {
    "\(FixedPoint.rounded(100 * share, digits: 2))\u{A0}%"
  }
}
