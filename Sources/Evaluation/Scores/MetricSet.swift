/// A set of measures that are computed together.
///
/// The standard set is computed unless a plan names its only measures; the others only on request.
/// `docs/metrics` has a page for each.
public enum MetricSet: String, Hashable, Sendable, Codable, CaseIterable {
  /// Error, overshoot, noise and behavior: the basis of every report.
  case standard
  /// Measures of Chromium's metrics handler that the standard set lacks.
  case chromium
  /// Measures of Android's motion predictor.
  case aosp
  /// Measures of Edge's proposal that the standard set lacks.
  case edge
  /// Measures of trajectory forecasting, over all horizons up to one.
  case forecasting
  /// Errors relative to the difficulty of the task, and more error statistics.
  case relative
  /// Side effects that people see.
  case perceptual
  /// The smoothness of the predicted movement relative to the true one.
  case smoothness
  /// The delay by cross-correlation.
  case lag
  /// Calibration of the predicted covariance.
  case uncertainty
  /// Force, altitude and azimuth of a pen.
  case attributes
  /// Prediction of the end of contact.
  case liftoff
  /// The far tail of the error, and where holding still would have been better.
  case tail
  /// How far the drawn line is from where the contact was.
  case line
  /// The error where the predictor answered, and where it abstained.
  case answers
  /// The error of the answers in which the predictor has most confidence.
  case confidence

  /// The measures, in the order of their values.
  public var metrics: [MetricDefinition] { scores.flatMap { $0.metrics } }

  /// All measures of all sets.
  public static var allMetrics: [MetricDefinition] { allCases.flatMap(\.metrics) }

  /// Returns the standard set and others, without duplicates, in order of declaration.
  ///
  /// - Parameter others: Any sets, in any order.
  /// - Returns: The standard set first.
  package static func standard(and others: some Sequence<MetricSet>) -> [MetricSet] {
    let wanted = Set(others).union([.standard])
    return allCases.filter(wanted.contains)
  }

  /// Returns the set that defines a measure; nil if none does.
  public static func defining(_ metric: String) -> MetricSet? {
    allCases.first { set in set.metrics.contains { $0.name == metric } }
  }

  /// Whether the measures need more than the position of a prediction.
  var needsAnswers: Bool {
    switch self {
    case .aosp, .uncertainty, .attributes, .liftoff, .confidence: true
    case .standard, .chromium, .edge, .forecasting, .relative, .perceptual, .smoothness, .lag,
      .tail, .line, .answers:
      false
    }
  }

  /// The scores that compute the measures.
  var scores: [any Score.Type] {
    switch self {
    case .standard:
      [
        CoverageScore.self, SpectrumCoverageScore.self, ErrorScore.self,
        RadialOvershootScore.self, TerminalOvershootScore.self, ReversalOvershootScore.self,
        PredictionJitterScore.self, RoughnessScore.self, HighFrequencyErrorScore.self,
        ResidualLagScore.self, WrongDirectionScore.self, AbstentionScore.self,
      ]
    case .chromium:
      [
        ChromiumOverUnderScore<ChromiumPrediction>.self, ChromiumOverUnderScore<ChromiumFrame>.self,
        ChromiumVisualJitterScore.self,
      ]
    case .aosp: [AOSPTrajectoryScore.self, AOSPScaleInvariantScore.self, AOSPPressureScore.self]
    case .edge: [DeviationScore.self, RubberBandingScore.self]
    case .forecasting: [ForecastingScore.self]
    case .relative:
      [RelativeErrorScore.self, LatencyReductionScore.self, ErrorStatisticsScore.self]
    case .perceptual:
      [
        AlongTrackScore.self, DisplacementScore.self, JumpScore.self,
        RelativeTerminalOvershootScore.self, RecoveryScore.self, OvershootAreaScore.self,
      ]
    case .smoothness: [SmoothnessScore.self]
    case .lag: [CrossCorrelationLagScore.self]
    case .uncertainty:
      [
        UncertaintyScore.self, NormalizedErrorScore.self, RankedProbabilityScore.self,
        EnergyScore.self,
      ]
    case .attributes: [PenAttributesScore.self]
    case .liftoff: [LiftDetectionScore.self, TimeToLiftScore.self]
    case .tail: [TailScore.self]
    case .line: [LineDistanceScore.self]
    case .answers: [AnsweredErrorScore.self]
    case .confidence: [ConfidenceScore.self]
    }
  }
}
