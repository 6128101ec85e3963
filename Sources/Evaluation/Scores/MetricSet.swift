/// Measures that are defined together, and computed when one of them is asked for.
///
/// The standard set is always computed; what others cost is paid by who asks for them. One page of
/// `docs/metrics` describes each.
public enum MetricSet: String, Hashable, Sendable, Codable, CaseIterable {
  /// Error, overshoot, noise, and behavior: what every report leads with.
  case standard
  /// The definitions of Chromium's metrics handler that the standard set has not.
  case chromium
  /// Those of Android's motion predictor.
  case aosp
  /// Those of Edge's proposal that the standard set has not.
  case edge
  /// Those of trajectory forecasting, over all horizons up to one.
  case forecasting
  /// Errors beside what they are measured against, and more statistics of them.
  case relative
  /// Side effects that people see.
  case perceptual
  /// How smooth the predicted movement is beside the true one.
  case smoothness
  /// The delay by cross-correlation.
  case lag
  /// Whether a predictor is as wrong as it says.
  case uncertainty
  /// Force, altitude and azimuth of a pen.
  case attributes
  /// Whether and when contact ends.
  case liftoff

  /// The measures, in the order of their values.
  public var metrics: [MetricDefinition] { scores.flatMap { $0.metrics } }

  /// All measures of all sets.
  public static var allMetrics: [MetricDefinition] { allCases.flatMap(\.metrics) }

  /// The standard set and others, each once, in the order of declaration.
  ///
  /// - Parameter others: Any sets, in any order.
  /// - Returns: The standard set first.
  package static func standard(and others: some Sequence<MetricSet>) -> [MetricSet] {
    let wanted = Set(others).union([.standard])
    return allCases.filter(wanted.contains)
  }

  /// The set that defines a measure; nil if none does.
  public static func defining(_ metric: String) -> MetricSet? {
    allCases.first { set in set.metrics.contains { $0.name == metric } }
  }

  /// Whether they need more of a prediction than its position.
  var needsAnswers: Bool {
    switch self {
    case .aosp, .uncertainty, .attributes, .liftoff: true
    case .standard, .chromium, .edge, .forecasting, .relative, .perceptual, .smoothness, .lag: false
    }
  }

  /// What computes them.
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
    case .uncertainty: [UncertaintyScore.self]
    case .attributes: [PenAttributesScore.self]
    case .liftoff: [LiftDetectionScore.self, TimeToLiftScore.self]
    }
  }
}
