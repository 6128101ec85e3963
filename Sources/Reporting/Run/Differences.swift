import Evaluation
import MotionNumerics
import TouchInput

/// The drawn predictors of a data set against one of them, by the primary endpoint and its guards.
struct Differences: Sendable {
  /// The comparisons by one measure.
  struct Endpoint: Sendable {
    let metric: MetricDefinition
    let isPrimary: Bool
    /// The predictors, with p corrected for the rows of the endpoint.
    let rows: [DifferenceFigure.Row]
  }

  /// The primary endpoint.
  static let primary = HeadlineMeasure.error.name
  /// The guards: measures that must not get worse.
  static let guards = ["error_p95", HeadlineMeasure.overshoot.name, HeadlineMeasure.noise.name]

  /// All endpoints, the primary one first.
  static var endpoints: [String] { [primary] + guards }

  /// The reference predictor's spelling.
  let reference: String
  let dataset: String
  let unit: LengthUnit
  let horizon: Horizon
  /// The endpoints that the run has, the primary one first.
  let endpoints: [Endpoint]

  /// Compares the drawn predictors with `linear`, or with the first where it is not drawn.
  ///
  /// Nil where there are no two predictors or no participants.
  init?(_ lines: EstimatedLines, participants: ParticipantScores, jobs: Int) async {
    let spellings = lines.lines.map(\.configuration.spelling)
    guard let first = spellings.first, spellings.count > 1, !participants.people.isEmpty else {
      return nil
    }
    reference = spellings.contains(Landmark.linear) ? Landmark.linear : first
    let scores = lines.scores
    dataset = scores.group.dataset
    unit = scores.unit
    horizon = scores.moments[scores.headlineMoment]
    var endpoints: [Endpoint] = []
    for name in Self.endpoints {
      guard let metric = scores.metric(name), let place = scores.index(of: name) else { continue }
      let before = participants.rows(of: reference, at: horizon.seconds)
      var found: [(line: LineSelection.Line, comparison: PairedComparison)] = []
      for line in lines.lines where line.configuration.spelling != reference {
        let pairs = PairedComparisonScores(
          reference: before,
          score: participants.rows(of: line.configuration.spelling, at: horizon.seconds),
          metric: place, metrics: scores.metrics)
        let comparison = await PairedComparison(
          participants: pairs.participants, errors: nil, clusters: [],
          resampling: participants.resampling, jobs: jobs)
        if let comparison { found.append((line, comparison)) }
      }
      let corrected = HolmCorrection.corrected(found.map(\.comparison.test.p))
      guard !found.isEmpty else { continue }
      endpoints.append(
        Endpoint(
          metric: metric, isPrimary: name == Self.primary,
          rows: zip(found, corrected).map { entry, p in
            DifferenceFigure.Row(
              label: entry.line.label, comparison: entry.comparison, corrected: p)
          }))
    }
    guard !endpoints.isEmpty else { return nil }
    self.endpoints = endpoints
  }
}
