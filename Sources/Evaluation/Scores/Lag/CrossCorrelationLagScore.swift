import MotionNumerics

/// Lag: the delay at which the predicted movement best correlates with the true one.
///
/// Each run of at least 0.5 s of scored targets without gap is resampled to the nominal rate
/// (`SteadyStretch`). The positions of p̂ and g, less their lines, are correlated at lags up to
/// twice the horizon and six intervals, at most half the run; the median over runs is given. A
/// straight run at a constant speed has no lag, and neither has one whose correlation is greatest
/// at the end of that range: they are left out.
///
/// Positions and not velocities: noise of the newest sample is in the prediction and, a horizon
/// earlier, in the recorded truth. In velocities it weighs so much that noisy recordings show just
/// the horizon as the lag of every predictor.
struct CrossCorrelationLagScore: PooledScore, StrokeScore {
  static let grain = ScoreGrain.stroke
  static let metrics = [
    MetricDefinition(
      "cross_correlation_lag_ms", "lag by cross-correlation", .behavior, .milliseconds, .nearer,
      formula:
        "median over runs of at least 0.5 s of argmax_τ corr(p̂(t), g(t − τ)) of detrended positions, |τ| below twice "
        + "the horizon and 6 intervals; above 0 is late",
      source:
        "Knapp and Carter 1976, doi:10.1109/TASSP.1976.1162830, with a parabola through the peak"
    )
  ]

  /// The number of intervals beyond twice the horizon that lags are searched.
  private static let margin = 6.0

  private let rate: Double
  var pool: ValuePool

  static func needs(of measure: String) -> ScoreNeeds { [.strokes, .stretches] }

  init(_ settings: ScoreSettings) {
    rate = settings.nominalRate
    pool = ValuePool(settings.storage)
  }

  mutating func add(_ stroke: ScoredStroke) {
    guard !stroke.steadyStretches.isEmpty else { return }
    let truths = stroke.truths
    for stretch in stroke.steadyStretches {
      guard let first = stretch.points.first else { continue }
      // What is no more than the rounding of a horizon is no interval.
      let horizon = 2 * (abs(stroke.targets[first.index].horizon) - TimeTolerance.seconds) * rate
      let reach = min(horizon.rounded(.up) + Self.margin, Double(stretch.points.count / 2))
      let lag = CrossCorrelationLag.samples(
        of: stretch.resampled(stroke.predictions), behind: stretch.resampled(truths),
        reach: Int(reach))
      if let lag { pool.append(1000 * lag / rate) }
    }
  }

  func values() -> [Double?] { pool.quantiles([0.5]) }
}
