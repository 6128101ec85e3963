/// All scores of one predictor at one horizon.
struct ScoreSheet: Sendable {
  private var coverage: CoverageScore
  private var error: ErrorScore
  private var radial: RadialOvershootScore
  private var terminal: TerminalOvershootScore
  private var reversal: ReversalOvershootScore
  private var jitter: PredictionJitterScore
  private var roughness: RoughnessScore
  private var highFrequency: HighFrequencyErrorScore
  private var lag: ResidualLagScore
  private var direction: WrongDirectionScore
  private var abstention: AbstentionScore

  /// The measures, in the order of `values`.
  static let metrics =
    CoverageScore.metrics + ErrorScore.metrics + RadialOvershootScore.metrics
    + TerminalOvershootScore.metrics + ReversalOvershootScore.metrics
    + PredictionJitterScore.metrics + RoughnessScore.metrics + HighFrequencyErrorScore.metrics
    + ResidualLagScore.metrics + WrongDirectionScore.metrics + AbstentionScore.metrics

  init(_ settings: ScoreSettings) {
    coverage = CoverageScore(settings)
    error = ErrorScore(settings)
    radial = RadialOvershootScore(settings)
    terminal = TerminalOvershootScore(settings)
    reversal = ReversalOvershootScore(settings)
    jitter = PredictionJitterScore(settings)
    roughness = RoughnessScore(settings)
    highFrequency = HighFrequencyErrorScore(settings)
    lag = ResidualLagScore(settings)
    direction = WrongDirectionScore(settings)
    abstention = AbstentionScore(settings)
  }

  mutating func add(_ stroke: ScoredStroke) {
    coverage.add(stroke)
    error.add(stroke)
    radial.add(stroke)
    terminal.add(stroke)
    reversal.add(stroke)
    jitter.add(stroke)
    roughness.add(stroke)
    highFrequency.add(stroke)
    lag.add(stroke)
    direction.add(stroke)
    abstention.add(stroke)
  }

  mutating func merge(_ other: ScoreSheet) {
    coverage.merge(other.coverage)
    error.merge(other.error)
    radial.merge(other.radial)
    terminal.merge(other.terminal)
    reversal.merge(other.reversal)
    jitter.merge(other.jitter)
    roughness.merge(other.roughness)
    highFrequency.merge(other.highFrequency)
    lag.merge(other.lag)
    direction.merge(other.direction)
    abstention.merge(other.abstention)
  }

  /// The measures; nil where one cannot be computed, also for lengths whose squares are beyond the
  /// range of numbers.
  func values() -> [Double?] {
    let values =
      coverage.values() + error.values() + radial.values() + terminal.values() + reversal.values()
      + jitter.values() + roughness.values() + highFrequency.values() + lag.values()
      + direction.values() + abstention.values()
    return values.map { value in value.flatMap { $0.isFinite ? $0 : nil } }
  }
}
